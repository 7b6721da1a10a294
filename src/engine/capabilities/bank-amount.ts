import { type Decimal, decimal } from '../../kernel/money'
import type { Capability } from '../capability'
import { decimalOf, draftLinesOf, textOf } from '../columns'
import type { Work } from '../work'

/** What arrives on or leaves the money account, in that account's currency (docs/service.md §4.5). */
export const bankAmount: Capability = {
  name: 'bank amount',
  appliesTo: (definition) => definition.money !== undefined,
  columns: () => ({ money_value: '0.00' }),

  amounts(work) {
    const { draft, definition } = work
    const { bankAmount: member, lineBankAmount } = definition.money ?? { bankAmount: '' }
    const amount = decimalOf(draft, 'amount')
    draft[member] = inMoneyCurrency(work, amount)
    draft.money_value = isInCompanyCurrency(work)
      ? draft[member]
      : work.roundedText(amount.times(rateOf(work)))
    if (!lineBankAmount) return
    for (const line of draftLinesOf(draft, definition.settles?.lines ?? ''))
      line[lineBankAmount] = inMoneyCurrency(work, decimalOf(line, 'amount'))
  },
}

const rateOf = (work: Work): Decimal => decimal(textOf(work.draft, 'exchange_rate'))

const isInCompanyCurrency = (work: Work): boolean =>
  work.draft.money_currency === work.find('companies', 'id', work.draft.company_id)?.currency_iso_4217_code

const inMoneyCurrency = (work: Work, amount: Decimal): string =>
  work.draft.money_currency === work.draft.currency_iso_4217_code
    ? work.roundedText(amount)
    : work.roundedText(amount.times(rateOf(work)))
