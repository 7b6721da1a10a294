import { describe, expect, test } from 'vitest'
import { table } from '../support/table'
import { type Body, read, recordsOf, writeAll } from '../support/worlds/sentences'
import { outcomeOf, trading } from '../support/worlds/trade'

const GROUND = 'invoice 100.00 > bill 100.00 > cash sale 10.00; account null'

/**
 * docs/service.md §4.5: a line on a receivable account is about a customer and one on a payable account about a vendor;
 * a record of that kind of counterparty is meant where the line names none. `with` tells what the line says.
 */
describe('lines on control accounts', () => {
  test.each(
    table(`
      record                                       with           | outcome    carries
      bill 10.00 to AP                             -              | ok         vendor_id 1
      bill 10.00 to AP                             vendor_id 1    | ok         vendor_id 1
      bill 10.00 to AP                             vendor_id 2    | 422 expenses  -
      bill 10.00 to AR                             -              | 422 expenses  -
      bill 10.00 to AR                             customer_id 2  | ok         customer_id 2
      direct expense 10.00 to AP                   -              | ok         vendor_id 1
      direct expense 10.00 to AR                   -              | 422 items  -
      direct expense 10.00 to AR                   customer_id 1  | ok         customer_id 1
      vendor credit 10.00 to AP                    -              | ok         vendor_id 1
      vendor credit 10.00 to AR                    -              | 422 expenses  -
      customer payment 10.00 to AR                 -              | ok         customer_id 1
      customer payment 10.00 to AR                 customer_id 2  | 422 items  -
      customer payment 10.00 to AP                 -              | 422 items  -
      customer payment 10.00 to AP                 vendor_id 3    | ok         vendor_id 3
      deposit 10.00 to AR                          -              | 422 items  -
      deposit 10.00 to AR                          customer_id 2  | ok         customer_id 2
      deposit 10.00 to AP                          customer_id 2  | 422 items  -
      deposit 10.00 to Undeposited                 -              | 422 items  -
      deposit 10.00 to Undeposited                 customer_id 2  | ok         customer_id 2
      deposit 10.00 to Interest                    -              | ok         -
      journal Dr 1100 10.00, Cr Revenue 10.00      none           | 422 items  -
      journal Dr 1100 10.00, Cr Revenue 10.00      customer_id 2  | ok         customer_id 2
      journal Dr Expense 10.00, Cr 2000 10.00      none           | 422 items  -
    `),
  )('$record with $with', ({ record, with: words, outcome, carries }) => {
    const simulator = trading()
    writeAll(simulator, GROUND)
    const { type, body } = read(record)
    const member = (body.expenses as Body[] | undefined)?.length ? 'expenses' : 'items'
    const lines = (body[member] as Body[]).map((line) => ({ ...line, ...partyIn(words) }))
    const before = JSON.stringify(simulator.export())
    let made: Body = {}
    const told = outcomeOf(() => {
      made = recordsOf(simulator, type).create({ ...body, [member]: lines })
    })
    expect(told).toBe(outcome)
    if (told !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
    const [party = '', id] = carries.split(' ')
    if (id !== undefined) expect((made[member] as Body[])[0]?.[party]).toBe(Number(id))
    expect(simulator.books.check()).toEqual([])
  })

  test('a draft may leave it open', () => {
    const simulator = trading()
    const { type, body } = read('bill 10.00 to AR; status draft')
    expect(outcomeOf(() => recordsOf(simulator, type).create(body))).toBe('ok')
  })
})

function partyIn(words: string): Body {
  if (words === 'none') return { customer_id: null, vendor_id: null }
  const [member = '', id] = words.split(' ')
  return id === undefined ? {} : { [member]: Number(id) }
}

/** docs/service.md §2.9: money from nobody in particular cannot stand on a customer's account. */
describe('a customer payment without a customer', () => {
  test.each(
    table(`
      payment                                                                        | outcome           customer
      customer payment none; customer null unassigned 10.00                          | 422 customer_id   -
      customer payment 10.00 on invoice 1; customer null                             | ok                1
      customer payment 10.00 on invoice 1; customer null unassigned 5.00             | 422 customer_id   -
      customer payment 10.00 on invoice 1, 10.00 on invoice 2; customer null         | 422 customer_id   -
      customer payment 10.00 on invoice 1, 1.00 to Interest; customer null           | ok                1
      customer payment 10.00 to Interest; customer null                              | 422 customer_id   -
      customer payment none; customer null unassigned 10.00 status draft             | ok                -
      customer payment 10.00 on invoice 1, 10.00 on invoice 2; customer null status draft  | ok          -
    `),
  )('$payment', ({ payment, outcome, customer }) => {
    const simulator = trading()
    writeAll(simulator, 'invoice 100.00 > invoice 100.00; customer 2')
    const { type, body } = read(payment)
    expect(outcomeOf(() => recordsOf(simulator, type).create(body))).toBe(outcome)
    if (outcome === 'ok')
      expect(recordsOf(simulator, type).get(1).customer_id).toBe(customer === '-' ? null : Number(customer))
    expect(simulator.books.check()).toEqual([])
  })
})
