import { amountText, type Decimal, decimal, zero } from '../../kernel/money'
import { messages } from '../model/messages'
import { decimalOf, type MutableRow, mutableLinesOf, textOf } from '../model/row'
import { defineBehaviour } from '../write/behaviour'
import type { Write } from '../write/write'

/** The amount on the money account in its own currency (docs/service.md §4.5). */
export const bankAmount = defineBehaviour('bank amount', 'money', {
  restsOn: ['bank-currency'],
  columns: (_, { money, fields }) => ({
    money_value: '0.00',
    ...(money && !(money.bankAmount in fields) && { [money.bankAmount]: '0.00' }),
  }),

  amounts(write) {
    const { after, definition } = write
    const { bankAmount: member, lineBankAmount } = definition.money ?? { bankAmount: '' }
    const amount = decimalOf(after, 'amount')
    const sent = sentAmount(write, member)
    checkSent(write, member, sent, amount)
    after[member] = sent ?? inMoneyCurrency(write, amount)
    after.money_value = isInCompanyCurrency(write)
      ? after[member]
      : write.roundedText(amount.times(rateOf(write)))
    if (!lineBankAmount) return
    const lines = definition.settles?.lines ?? definition.priced?.lines[0] ?? ''
    const shares =
      sent === undefined ? undefined : sharesOf(write, decimal(sent), mutableLinesOf(after, lines))
    for (const [index, line] of mutableLinesOf(after, lines).entries())
      line[lineBankAmount] = shares?.[index] ?? inMoneyCurrency(write, decimalOf(line, 'amount'))
  },
})

/**
 * Allocates the given bank amount to the lines by their signed amounts. The last line takes the remainder.
 */
function sharesOf(write: Write, total: Decimal, lines: readonly MutableRow[]): string[] | undefined {
  const amount = decimalOf(write.after, 'amount')
  if (amount.isZero()) return undefined
  let left = total
  return lines.map((line, index) => {
    const signed = decimalOf(line, 'signed_amount' in line ? 'signed_amount' : 'amount')
    const share = index === lines.length - 1 ? left : write.round(total.times(signed).dividedBy(amount))
    left = left.minus(share)
    return amountText(write.round(share.abs()))
  })
}

/** The amount in the request. If 0.00 is the default, it counts as omitted. */
function sentAmount({ definition, after }: Write, member: string): string | undefined {
  const { presence } = definition.fields[member] ?? { presence: 'none' }
  const text = after[member] as string
  return presence === 'required' || (presence === 'optional' && !decimal(text).isZero()) ? text : undefined
}

/** With equal currencies the amount is fixed; with a third currency it cannot be computed. */
function checkSent(write: Write, member: string, sent: string | undefined, amount: Decimal): void {
  const { after, definition } = write
  if (!definition.fields[member] || definition.fields[member]?.presence === 'none') return
  const isRecordCurrency = after.money_currency === after.currency_iso_4217_code
  if (sent === undefined) {
    if (write.isPosted && !isRecordCurrency && !isInCompanyCurrency(write))
      write.problems.add(member, messages.required)
  } else if (decimal(sent).lessThan(zero)) write.problems.add(member, messages.atLeast(0))
  else if (write.isPosted && isRecordCurrency && !decimal(sent).equals(amount))
    write.problems.add(member, messages.bankAmount)
}

const rateOf = (write: Write): Decimal => decimal(textOf(write.after, 'exchange_rate'))

const isInCompanyCurrency = (write: Write): boolean =>
  write.after.money_currency === write.find('companies', 'id', write.after.company_id)?.currency_iso_4217_code

const inMoneyCurrency = (write: Write, amount: Decimal): string =>
  write.after.money_currency === write.after.currency_iso_4217_code
    ? write.roundedText(amount)
    : write.roundedText(amount.times(rateOf(write)))
