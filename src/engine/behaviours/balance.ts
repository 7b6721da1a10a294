import { amountText, decimal, zero } from '../../kernel/money'
import { decimalOf, textOf } from '../model/row'
import { defineBehaviour } from '../write/behaviour'

/**
 * What other records may still take of this one, and what they took: an invoice's amount_due and paid_total,
 * a credit's remaining_amount and used_amount (docs/service.md §4.5). `open_company` is the same in the
 * company's currency, at the rate of this record, so that taking all of it leaves nothing on its account.
 */
export const balance = defineBehaviour('balance', 'balance', {
  columns: () => ({ open_company: '0.00' }),
  isApplied: (before, { definition }) => decimalOf(before, definition.balance?.taken ?? '').greaterThan(zero),

  limits(write) {
    const { before, definition, after } = write
    const { taken, open } = definition.balance ?? { taken: '', open: '' }
    const total = decimalOf(after, 'amount')
    const used = before ? decimalOf(before, taken) : zero
    after[taken] = amountText(used)
    after[open] = amountText(write.isArchived ? zero : total.minus(used))
    if (!write.isPosted) after.open_company = amountText(zero)
    else if (before && used.greaterThan(zero)) after.open_company = before.open_company
    else after.open_company = write.roundedText(total.times(decimal(textOf(after, 'exchange_rate'))))
  },
})
