import { centsText } from '../../kernel/cents'
import { signOf } from '../../kernel/sign'
import { messages } from '../model/refusals'
import { centsOf, textOf } from '../model/row'
import { firstSettlementDate, isPostponed } from '../settlement/settlement-dates'
import { defineBehaviour, isApplied } from '../write/behaviour'
import type { Write } from '../write/write'

/**
 * The open balance of a document and the amount settled: amount_due and paid_total of an invoice,
 * remaining_amount and used_amount of a credit (§4.5). `open_company` is the open balance in
 * company currency at the rate of this record, so that settling all of it clears the control account.
 */
export const balance = defineBehaviour('balance', 'balance', {
  columns: () => ({ open_company: '0.00' }),
  isApplied: (before, _write, { applied }) => signOf(textOf(before, applied)) > 0,

  /** A document cannot move to a day after the first record that settles it. */
  dates(write) {
    const { before, definition } = write
    if (!before || !isPostponed(write) || !isApplied(write)) return
    const first = firstSettlementDate(write, definition.name, before)
    if (first !== undefined && String(write.after.date) > first)
      write.problems.add('date', messages.atMost(first))
  },

  limits(write, { applied, open }) {
    const { before, after } = write
    const total = centsOf(after, 'amount')
    const used = before ? centsOf(before, applied) : 0n
    after[applied] = centsText(used)
    after[open] = centsText(write.isArchived ? 0n : total - used)
    if (!write.isPosted) after.open_company = '0.00'
    else if (before && used > 0n) after.open_company = before.open_company
    else after.open_company = inCompany(write, textOf(after, 'amount'))
  },
})

function inCompany(write: Write, amount: string): string {
  const rate = textOf(write.after, 'exchange_rate')
  return rate === '1' ? amount : centsText(write.product(amount, rate))
}
