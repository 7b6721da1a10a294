import { amountText, type Decimal, decimal, sum, zero } from '../../kernel/money'
import { messages } from '../model/refusals'
import { decimalOf, type MutableRow, textOf } from '../model/row'
import { COMPANIES } from '../model/tables'
import { wrongSign } from '../write/amount-limits'
import { defineBehaviour } from '../write/behaviour'
import { linesInOrder } from '../write/lines'
import type { Write } from '../write/write'

/** The amount on the money account in its own currency (§4.5). */
export const bankAmount = defineBehaviour('bank amount', 'money', {
  restsOn: ['bank-currency', 'bank-parts'],
  columns: ({ bankAmount: member }, { fields }) => ({
    money_value: '0.00',
    ...(!(member in fields) && { [member]: '0.00' }),
  }),

  amounts(write, { bankAmount: member, lineBankAmount }) {
    const { after, definition } = write
    const amount = decimalOf(after, 'amount')
    const sent = sentAmount(write, member)
    checkSent(write, member, sent, amount)
    const { unassigned } = definition.settles ?? {}
    const rest = unassigned ? decimalOf(after, unassigned) : zero
    const ofLines = unassigned ? amount.minus(decimalOf(after, 'unassigned_in_record')) : amount
    const total = sent === undefined ? inMoneyCurrency(write, ofLines).plus(rest) : decimal(sent)
    after[member] = amountText(total)
    after.money_value = isInCompanyCurrency(write)
      ? after[member]
      : write.roundedText(amount.times(rateOf(write)))
    if (unassigned)
      after.unassigned_company = isInCompanyCurrency(write)
        ? after[unassigned]
        : write.roundedText(decimalOf(after, 'unassigned_in_record').times(rateOf(write)))
    const lines = definition.settles?.lines ?? definition.priced?.lines[0] ?? ''
    if (lineBankAmount)
      spreadOver(write, linesInOrder(write, lines), lineBankAmount, total.minus(rest), sent !== undefined)
  },
})

/**
 * Spreads the total over the lines. A line gets its amount at the exchange rate, or its share of a sent total. The last
 * line by position takes the remainder. The part of a line that reduces the total is shown without its sign.
 */
function spreadOver(
  write: Write,
  lines: readonly MutableRow[],
  column: string,
  total: Decimal,
  isSent: boolean,
): void {
  const signed = lines.map((line) => decimalOf(line, 'signed_amount' in line ? 'signed_amount' : 'amount'))
  const all = sum(signed)
  let left = total
  for (const [index, line] of lines.entries()) {
    const own = signed[index] ?? zero
    const isShare = isSent && !all.eq(0)
    const share = isShare ? write.round(total.times(own).div(all)) : inMoneyCurrency(write, own)
    const part = index === lines.length - 1 ? left : share
    left = left.minus(part)
    line[column] = amountText(own.eq(decimalOf(line, 'amount')) ? part : part.neg())
  }
}

/** The amount in the request. If 0.00 is the default, it counts as omitted. */
function sentAmount({ definition, after }: Write, member: string): string | undefined {
  const { presence } = definition.fields[member] ?? { presence: 'none' }
  const text = textOf(after, member)
  return presence === 'required' || (presence === 'optional' && !decimal(text).eq(0)) ? text : undefined
}

/** With equal currencies the amount is fixed; with a third currency it cannot be computed. */
function checkSent(write: Write, member: string, sent: string | undefined, amount: Decimal): void {
  const { after, definition } = write
  const field = definition.fields[member]
  if (!field || field.presence === 'none') return
  const wrong = sent === undefined ? undefined : wrongSign(field, sent)
  const isRecordCurrency = after.money_currency === after.currency_iso_4217_code
  if (sent === undefined) {
    if (write.isPosted && !isRecordCurrency && !isInCompanyCurrency(write))
      write.problems.add(member, messages.required)
  } else if (wrong) write.problems.add(member, wrong)
  else if (write.isPosted && decimal(sent).eq(0) && amount.gt(zero))
    write.problems.add(member, messages.moreThan(0))
  else if (write.isPosted && isRecordCurrency && !decimal(sent).eq(amount))
    write.problems.add(member, messages.bankAmount)
}

const rateOf = (write: Write): Decimal => decimal(textOf(write.after, 'exchange_rate'))

const isInCompanyCurrency = (write: Write): boolean =>
  write.after.money_currency === write.find(COMPANIES, 'id', write.after.company_id)?.currency_iso_4217_code

const inMoneyCurrency = (write: Write, amount: Decimal): Decimal =>
  write.round(
    write.after.money_currency === write.after.currency_iso_4217_code ? amount : amount.times(rateOf(write)),
  )
