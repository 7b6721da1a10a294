import { amountText, type Decimal, decimal, zero } from '../../kernel/money'
import { texts } from '../model/messages'
import { type Draft, decimalOf, draftLinesOf, textOf } from '../model/row'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'

/** What arrives on or leaves the money account, in that account's currency (docs/service.md §4.5). */
export const bankAmount: Capability = {
  name: 'bank amount',
  rests: ['bank-currency'],
  appliesTo: (definition) => definition.money !== undefined,
  columns: ({ money, fields }) => ({
    money_value: '0.00',
    ...(money && !(money.bankAmount in fields) && { [money.bankAmount]: '0.00' }),
  }),

  amounts(work) {
    const { draft, definition } = work
    const { bankAmount: member, lineBankAmount } = definition.money ?? { bankAmount: '' }
    const amount = decimalOf(draft, 'amount')
    const sent = sentAmount(work, member)
    checkSent(work, member, sent, amount)
    draft[member] = sent ?? inMoneyCurrency(work, amount)
    draft.money_value = isInCompanyCurrency(work)
      ? draft[member]
      : work.roundedText(amount.times(rateOf(work)))
    if (!lineBankAmount) return
    const lines = definition.settles?.lines ?? definition.priced?.lines[0] ?? ''
    const shares = sent === undefined ? undefined : sharesOf(work, decimal(sent), draftLinesOf(draft, lines))
    for (const [index, line] of draftLinesOf(draft, lines).entries())
      line[lineBankAmount] = shares?.[index] ?? inMoneyCurrency(work, decimalOf(line, 'amount'))
  },
}

/** A bank amount that was sent, spread over the lines by what they count; the last takes the remainder. */
function sharesOf(work: Work, total: Decimal, lines: readonly Draft[]): string[] | undefined {
  const amount = decimalOf(work.draft, 'amount')
  if (amount.isZero()) return undefined
  let left = total
  return lines.map((line, index) => {
    const counted = decimalOf(line, 'counted' in line ? 'counted' : 'amount')
    const share = index === lines.length - 1 ? left : work.round(total.times(counted).dividedBy(amount))
    left = left.minus(share)
    return amountText(work.round(share.abs()))
  })
}

/** What the request says; where 0.00 is the default it says nothing. */
function sentAmount({ definition, draft }: Work, member: string): string | undefined {
  const { presence } = definition.fields[member] ?? { presence: 'none' }
  const text = draft[member] as string
  return presence === 'required' || (presence === 'optional' && !decimal(text).isZero()) ? text : undefined
}

/** Equal currencies leave no choice, and a third currency leaves nothing to work it out from. */
function checkSent(work: Work, member: string, sent: string | undefined, amount: Decimal): void {
  const { draft, definition } = work
  if (!definition.fields[member] || definition.fields[member]?.presence === 'none') return
  const isRecordCurrency = draft.money_currency === draft.currency_iso_4217_code
  if (sent === undefined) {
    if (work.isPosted && !isRecordCurrency && !isInCompanyCurrency(work))
      work.problems.add(member, texts.required)
  } else if (decimal(sent).lessThan(zero)) work.problems.add(member, texts.atLeast(0))
  else if (work.isPosted && isRecordCurrency && !decimal(sent).equals(amount))
    work.problems.add(member, texts.bankAmount)
}

const rateOf = (work: Work): Decimal => decimal(textOf(work.draft, 'exchange_rate'))

const isInCompanyCurrency = (work: Work): boolean =>
  work.draft.money_currency === work.find('companies', 'id', work.draft.company_id)?.currency_iso_4217_code

const inMoneyCurrency = (work: Work, amount: Decimal): string =>
  work.draft.money_currency === work.draft.currency_iso_4217_code
    ? work.roundedText(amount)
    : work.roundedText(amount.times(rateOf(work)))
