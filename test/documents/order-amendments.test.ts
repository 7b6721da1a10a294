import { describe, expect, test } from 'vitest'
import { table } from '../support/table'
import { read, recordsOf, write } from '../support/worlds/sentences'
import { outcomeOf, trading } from '../support/worlds/trade'

const SIDES = [
  ['sales order', 'invoice', 'order', 'invoiced'],
  ['purchase order', 'bill', 'purchase', 'billed'],
] as const

/** docs/service.md §11.5: an order that is taken in part can be amended down to what was taken. */
describe.each(SIDES)('a %s of 5, 2 of them taken by a %s', (noun, taker, by, word) => {
  test.each(
    table(`
      becomes                             | outcome      taken  due  status
      8 x 10.00                           | ok           2      6    partially_
      3 x 10.00                           | ok           2      1    partially_
      2 x 10.00                           | ok           2      0    +
      1.999999 x 10.00                    | 422 items    2      3    partially_
      5 x 12.00                           | ok           2      3    partially_
      5 x 10.00, 1 x 7.00 Chair           | ok           2      4    partially_
      1 x 10.00, 1 x 20.00                | ok           2      0    +
      5 x 10.00 Chair                     | 422 items    2      3    partially_
      8 x 10.00; customer 2               | 422 party    2      3    partially_
      8 x 10.00; currency EUR rate 1.1    | 422 currency  2      3    partially_
    `),
  )('$becomes', ({ becomes, outcome, taken, due, status }) => {
    const simulator = trading()
    const made = write(simulator, `${noun} 5 x 10.00`)
    write(simulator, `${taker} 2 x 10.00; ${by} ${by === 'order' ? made.internal_id : made.number}`)
    const party = noun === 'sales order' ? 'customer' : 'vendor'
    const { type, body } = read(`${noun} ${becomes.replace('customer', party)}`)
    if (party === 'vendor' && becomes.includes('customer')) Object.assign(body, { vendor_id: 2 })
    const told = outcomeOf(() => recordsOf(simulator, type).update(1, body))
    expect(told).toBe(
      outcome
        .replace('party', `${party}_id`)
        .replace('422 currency', '422 currency_iso_4217_code exchange_rate'),
    )
    const order = recordsOf(simulator, type).get(1)
    expect([
      order[`${word}_total`],
      order.due_total,
      String(order[`${word}_status`]).replace(word, '') || '+',
    ]).toEqual([taken, due, status])
    expect(simulator.books.check()).toEqual([])
  })
})

/** docs/service.md §11.5: what was taken fills the lines by position, in whichever order a body has them. */
test.each(SIDES)('a %s whose %s took 2 before a line was put first', (noun, taker, by) => {
  const simulator = trading()
  const made = write(simulator, `${noun} 5 x 10.00`)
  const orders = recordsOf(simulator, noun === 'sales order' ? 'salesOrders' : 'purchaseOrders')
  const [line] = made.items as { id: number }[]
  const moved = orders.update(1, { ...orders.get(1), items: [{ ...line, position: 2 }] })
  write(simulator, `${taker} 2 x 10.00; ${by} ${by === 'order' ? made.internal_id : made.number}`)
  const [kept] = orders.get(1).items as { id: number }[]
  const first = { item_id: 1, quantity: '1', rate: '10.00', position: 1, memo: '', classifications: [] }
  const shown = orders.update(1, { ...moved, items: [kept, first] })
  const taken = (record: typeof shown) =>
    (record.items as Record<string, unknown>[]).map(
      (one) => one[by === 'order' ? 'quantity_invoiced' : 'quantity_billed'],
    )
  expect(taken(shown)).toEqual(['1', '1'])
  write(simulator, `${taker} 1 x 10.00; ${by} ${by === 'order' ? made.internal_id : made.number}`)
  recordsOf(simulator, taker === 'invoice' ? 'invoices' : 'bills').update(2, { record_status: 'archived' })
  expect(taken(orders.get(1))).toEqual(['1', '1'])
})
