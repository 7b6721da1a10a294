import { amountText, type Decimal, readDecimal, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { type Message, messages, onLine } from '../model/refusals'
import { decimalOf, type MutableRow, mutableLinesOf, wordOf } from '../model/row'
import { allocateByPrice, type DiscountType, discountOf } from '../recognition/pricing'
import type { Fields } from '../schema/fields'
import { wrongSign } from '../write/amount-limits'
import { defineBehaviour } from '../write/behaviour'
import { linesInOrder } from '../write/lines'
import type { Write } from '../write/write'
import { conditionProblems, isUsage } from './conditions'
import { givenSchedule } from './context'

/** Computes the amounts of obligations, and allocates the net total to them (§13.1, §13.3). */
export const pricing = defineBehaviour('pricing', 'contract', {
  restsOn: ['contract-discount', 'contract-net'],

  amounts(write, { obligations: member }) {
    const lines = mutableLinesOf(write.after, member)
    for (const [index, line] of lines.entries()) {
      const problems = [...boundProblems(write.definition.fields[member]?.element?.members ?? {}, line)]
      if (problems.length === 0) {
        price(write, line)
        problems.push(...discountProblems(line))
      }
      // A generated invoice must accept the amount, so it has the limits of a sent amount.
      if ('problem' in readDecimal(line.amount, 2)) problems.push(messages.type('decimal'))
      if (line.obligation_conditions !== null) write.world.assumptions.noteUse('obligation-conditions')
      for (const text of [...problems, ...conditionProblems(write.world, line)])
        write.problems.add(member, onLine(index, text))
    }
    const net = sum(lines.filter((line) => !isUsage(line)).map((line) => decimalOf(line, 'net_amount')))
    if (net.lt(0)) write.problems.add(member, messages.atLeast(0))
    allocate(write, linesInOrder(write, member))
    checkGiven(write, lines, net)
  },
})

function* boundProblems(members: Fields, line: MutableRow): Iterable<Message> {
  for (const member of ['quantity', 'standalone_selling_price', 'discount_value'])
    if (typeof line[member] === 'string') {
      const wrong = wrongSign(members[member], line[member])
      if (wrong) yield wrong
    }
  if (line.discount_type === 'PERCENTAGE' && amountIn(line, 'discount_value').gt(100))
    yield messages.atMost(100)
}

/** A discount needs a type and must not exceed the gross amount. */
function* discountProblems(line: Row): Iterable<Message> {
  const value = amountIn(line, 'discount_value')
  if (line.discount_type === null && !value.eq(0)) yield messages.typeNeeded
  const gross = decimalOf(line, 'amount')
  const most = gross.lt(0) ? zero : gross
  if (line.discount_type === 'FIXED' && value.gt(most)) yield messages.atMost(amountText(most))
}

const amountIn = (line: Row, member: string): Decimal =>
  line[member] === null ? zero : decimalOf(line, member)

function price(write: Write, line: MutableRow): void {
  const { gross, discount, net } = discountOf(
    {
      quantity: decimalOf(line, 'quantity'),
      rate: decimalOf(line, 'rate'),
      type: line.discount_type === null ? null : wordOf<DiscountType>(line, 'discount_type'),
      value: amountIn(line, 'discount_value'),
    },
    (value) => write.round(value),
  )
  line.amount = amountText(gross)
  line.discount_amount = amountText(discount)
  line.net_amount = amountText(net)
}

function allocate(write: Write, lines: readonly MutableRow[]): void {
  const isShared =
    lines.some((line) => line.standalone_selling_price !== null) &&
    write.world.assumptions.read('ssp-allocation') === 'on'
  const allocated = allocateByPrice(
    lines.map((line) => ({
      net: decimalOf(line, 'net_amount'),
      standalonePrice:
        isShared && line.standalone_selling_price !== null
          ? amountIn(line, 'standalone_selling_price')
          : null,
      quantity: decimalOf(line, 'quantity'),
      isUsage: isUsage(line),
    })),
    (value) => write.round(value),
  )
  for (const [index, line] of lines.entries()) line.allocated_amount = amountText(allocated[index] ?? zero)
}

/** An entry may name an obligation by its position, but not one with usage: usage is recognised when reported. */
function* namingProblems(position: unknown, lines: readonly Row[]): Iterable<Message> {
  if (position === null) return
  const named = lines.find((line) => line.position === position)
  if (!named) yield messages.unknown('Obligation', position)
  else if (isUsage(named)) yield messages.mismatch('Obligation', position, 'recognition strategy')
}

/** The entries of a given schedule must add up to the net total and name existing obligations. */
function checkGiven(write: Write, lines: readonly Row[], net: Decimal): void {
  const given = givenSchedule(write.world, write.after)
  if (given.length === 0) return
  const complain = (text: Message): void => write.problems.add('revenue_recognitions', text)
  for (const [index, entry] of given.entries()) {
    for (const text of namingProblems(entry.performance_obligation_id, lines)) complain(onLine(index, text))
    if (decimalOf(entry, 'amount').lt(0)) complain(onLine(index, messages.atLeast(0)))
    if (entry.record_status === 'archived') complain(onLine(index, messages.status('new', 'archived')))
  }
  const total = sum(given.map((entry) => decimalOf(entry, 'amount')))
  if (!total.eq(net)) complain(messages.addUpTo(amountText(net)))
}
