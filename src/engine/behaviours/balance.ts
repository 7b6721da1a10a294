import { centsText } from '../../kernel/cents'
import { messages } from '../model/messages'
import { centsOf, textOf } from '../model/row'
import { firstTakenOn, isPostponed } from '../settlement/takers'
import { defineBehaviour, isApplied } from '../write/behaviour'

/**
 * The open balance of a document and the amount settled: amount_due and paid_total of an invoice,
 * remaining_amount and used_amount of a credit (docs/service.md §4.5). `open_company` is the open balance in
 * company currency at the rate of this record, so that settling all of it clears the control account.
 */
export const balance = defineBehaviour('balance', 'balance', {
  columns: () => ({ open_company: '0.00' }),
  isApplied: (before, { definition }) => centsOf(before, definition.balance?.taken ?? '') > 0n,

  /** A document cannot move to a day after the first record that settles it. */
  dates(write) {
    const { before, definition } = write
    if (!before || !isPostponed(write) || !isApplied(write)) return
    const first = firstTakenOn(write, definition.name, before)
    if (first !== undefined && String(write.after.date) > first)
      write.problems.add('date', messages.atMost(first))
  },

  limits(write) {
    const { before, definition, after } = write
    const { taken, open } = definition.balance ?? { taken: '', open: '' }
    const total = centsOf(after, 'amount')
    const used = before ? centsOf(before, taken) : 0n
    after[taken] = centsText(used)
    after[open] = centsText(write.isArchived ? 0n : total - used)
    if (!write.isPosted) after.open_company = '0.00'
    else if (before && used > 0n) after.open_company = before.open_company
    else
      after.open_company = centsText(write.product(textOf(after, 'amount'), textOf(after, 'exchange_rate')))
  },
})
