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
