import { amountText, type Decimal, decimal, readDecimal, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { type Draft, decimalOf, draftLinesOf } from '../model/row'
import { allocateByPrice, type DiscountType, discountOf } from '../recognition/pricing'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'
import { conditionProblems, isUsage } from './conditions'
import { givenSchedule } from './context'

/** What the obligations of a contract come to, and how it is distributed among them (docs/service.md §13.1, §13.3). */
export const obligations: Capability = {
  name: 'obligations',
  rests: ['contract-discount'],
  appliesTo: (definition) => definition.contract !== undefined,

  amounts(work) {
    const { obligations: member = '' } = work.definition.contract ?? {}
    const lines = draftLinesOf(work.draft, member)
    for (const [index, line] of lines.entries()) {
      const problems = [...boundProblems(line)]
      if (problems.length === 0) price(work, line)
      // What is generated of it could not be longer than what can be sent.
      if ('problem' in readDecimal(line.amount, 2)) problems.push(texts.type('decimal'))
      if (line.obligation_conditions !== null) work.world.assumptions.read('obligation-conditions')
      for (const text of [...problems, ...conditionProblems(work.world, line)])
        work.problems.add(member, texts.line(index, text))
    }
    allocate(work, lines)
    checkGiven(work, lines)
  },
}

function* boundProblems(line: Draft): Iterable<string> {
  for (const member of ['quantity', 'standalone_selling_price', 'discount_value'])
    if (amountIn(line, member).isNegative()) yield texts.atLeast(0)
  if (line.discount_type === 'PERCENTAGE' && amountIn(line, 'discount_value').greaterThan(100))
    yield texts.atMost(100)
}

const amountIn = (line: Row, member: string): Decimal =>
  line[member] === null ? zero : decimalOf(line, member)

function price(work: Work, line: Draft): void {
  const { gross, discount, net } = discountOf(
    {
      quantity: decimalOf(line, 'quantity'),
      rate: decimalOf(line, 'rate'),
      type: line.discount_type as DiscountType | null,
      value: amountIn(line, 'discount_value'),
    },
    (value) => work.round(value),
  )
  line.amount = amountText(gross)
  line.discount_amount = amountText(discount)
  line.net_amount = amountText(net)
}

function allocate(work: Work, lines: readonly Draft[]): void {
  const isShared =
    lines.some((line) => line.standalone_selling_price !== null) &&
    work.world.assumptions.read('ssp-allocation') === 'on'
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
    (value) => work.round(value),
  )
  for (const [index, line] of lines.entries()) line.allocated_amount = amountText(allocated[index] ?? zero)
}

/** An entry may name an obligation by its position, but not one that recognises what is reported of it. */
function* namingProblems(position: unknown, lines: readonly Row[]): Iterable<string> {
  if (position === null) return
  const named = lines.find((line) => line.position === position)
  if (!named) yield texts.unknown('Obligation', position)
  else if (isUsage(named)) yield texts.mismatch('Obligation', position, 'recognition strategy')
}

/** A schedule that is given has to come to what is sold, and to name obligations that there are. */
function checkGiven(work: Work, lines: readonly Row[]): void {
  const given = givenSchedule(work.world, work.draft)
  if (given.length === 0) return
  const complain = (text: string): void => work.problems.add('revenue_recognitions', text)
  for (const [index, entry] of given.entries()) {
    for (const text of namingProblems(entry.performance_obligation_id, lines))
      complain(texts.line(index, text))
    if (decimalOf(entry, 'amount').isNegative()) complain(texts.line(index, texts.atLeast(0)))
    if (entry.record_status === 'archived') complain(texts.line(index, texts.status('new', 'archived')))
  }
  const net = sum(lines.filter((line) => !isUsage(line)).map((line) => decimalOf(line, 'net_amount')))
  const total = sum(given.map((entry) => decimal(entry.amount as string)))
  if (!total.equals(net)) complain(texts.addUpTo(amountText(net)))
}
