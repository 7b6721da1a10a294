import { describe, expect, it, test } from 'vitest'
import type { Definition } from '../../src/engine/schema/define'
import type { Json } from '../support/client'
import { groundOf } from '../support/ground'
import { everything } from '../support/subject'
import { table } from '../support/table'
import { write } from '../support/worlds/sentences'
import { outcomeOf, trading } from '../support/worlds/trade'

const MOST = '999999999999999'

/** Members of a line whose product or sum the service works out, and the largest that a request may send. */
const LARGEST: Readonly<Record<string, Json>> = {
  quantity: { quantity: MOST, rate: MOST },
  amount: { amount: `${MOST}.99` },
  debit: { debit: `${MOST}.99`, credit: '0' },
}

interface Case {
  readonly title: string
  readonly definition: Definition
  readonly member: string
  readonly change: Json
}

/**
 * docs/service.md §1.1: what is worked out has to fit what a request may send. The cases follow from the definitions:
 * every line whose amount is worked out, and every sum over lines.
 */
const lines: Case[] = everything.definitions.flatMap((definition) =>
  Object.entries(definition.fields).flatMap(([member, { special, element, presence }]) => {
    if (special !== 'lines' || presence === 'none') return []
    const [key] = Object.keys(LARGEST).filter((one) => element?.members?.[one]?.presence !== undefined)
    if (key === undefined) return []
    return [{ title: `${definition.name} ${member}`, definition, member, change: LARGEST[key] ?? {} }]
  }),
)

it('the cases reach every record type with lines', () => {
  expect(lines.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      ...['invoices items', 'bills expenses', 'contracts obligations', 'salesOrders items'],
      ...['customerPayments items', 'journalEntries items', 'directExpenses items', 'cashSales items'],
    ]),
  )
})

describe.each(lines)('$title', ({ definition, member, change }) => {
  it('as drafts, which nothing else can refuse', () => {
    const ground = groundOf(everything)
    const body = ground.body(definition)
    const [first, ...others] = body[member] as Json[]
    // Sums go beyond the limit with the second line; products with the first.
    const large = [{ ...first, ...change }, ...others.map((line) => ({ ...line, ...change }))]
    const sent = { ...body, ...(definition.contract ? {} : { record_status: 'draft' }), [member]: large }
    const before = JSON.stringify(ground.simulator.export())
    expect(outcomeOf(() => ground.records(definition).create(sent))).toBe(`422 ${member}`)
    expect(JSON.stringify(ground.simulator.export())).toBe(before)
  })
})

/** What a rate makes of an amount has the rate to blame. */
const inForeignMoney = everything.definitions.filter(
  ({ posts, settles, deposits, fields }) =>
    posts && !settles && !deposits && fields.exchange_rate && fields.exchange_rate.presence !== 'none',
)

it.each(inForeignMoney)('$name at a rate that no ledger holds', (definition) => {
  const ground = groundOf(everything)
  const setting = { company: 1, currency: 'EUR', rate: MOST }
  const body = ground.body(definition, { setting })
  if (definition.transfer) Object.assign(body, { exchange_rate: MOST })
  expect(outcomeOf(() => ground.records(definition).create(body))).toBe('422 exchange_rate')
})

test('what settles is refused at such a rate, too', () => {
  const simulator = trading()
  write(simulator, 'invoice 100.00; currency EUR rate 1.1')
  const paid = `customer payment 100.00 on invoice 1; currency EUR account 1010 rate ${MOST}`
  expect(outcomeOf(() => write(simulator, paid))).toBe('422 exchange_rate')
})

test.each(
  table(`
    quantity          rate             | outcome
    999999999999999   1                | ok
    999999999999999   1.000001         | 422 items
    1000000           999999999.999999 | ok
    1000000           1000000000       | 422 items
    -999999999999999  999999999999999  | 422 items
  `),
)('an invoice of $quantity x $rate', ({ quantity, rate, outcome }) => {
  const { invoices } = trading().records
  const items = [{ item_id: 1, quantity, rate, position: 1 }]
  const body = { date: '2026-01-15', company_id: 1, customer_id: 1, items }
  expect(outcomeOf(() => invoices.create(body))).toBe(outcome)
})

test('the refusal says where and why', () => {
  const { invoices } = trading().records
  const items = [1, 2].map((position) => ({ item_id: 1, quantity: MOST, rate: MOST, position }))
  expect(() =>
    invoices.create({ date: '2026-01-15', company_id: 1, customer_id: 1, items: items.slice(0, 1) }),
  ).toThrow('items: Line 1: Input should be a valid decimal')
})
