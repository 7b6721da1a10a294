import { expect, test } from 'vitest'
import { clientOf } from '../support/client'
import { table } from '../support/table'
import { read, recordsOf, write, writeAll } from '../support/worlds/sentences'
import { trading } from '../support/worlds/trade'

/** docs/service.md §4.5: a problem with a document is told on its line; with the source of the record, on no line. */
test.each(
  table(`
    record                                                               | tells
    customer payment 10.00 on invoice 1, 101.00 on invoice 2                      | Line 2: Amount exceeds the open amount of Invoice 2
    vendor payment 101.00 on bill 1                                               | Line 1: Amount exceeds the open amount of Bill 1
    customer application of prepayment 1: 10.00 on invoice 1, 31.00 on invoice 2  | Amount exceeds the open amount of CustomerPrepayment 1
    customer payment 10.00 on invoice 3                                           | Line 1: Invoice 3 does not match the record's counterparty
    customer payment 10.00 on invoice 4                                           | Line 1: Invoice 4 does not match the record's currency
    customer payment 10.00 on invoice 5                                           | Line 1: Invoice 5 is not posted
    customer payment 10.00 on invoice 6                                           | Line 1: Invoice 6 does not match the record's company; items: Line 1: Invoice 6 does not match the record's currency
    customer payment 10.00 on invoice 1, 5.00 on invoice 1                        | Line 2: Invoice 1 is referenced more than once
  `),
)('$record: $tells', ({ record, tells }) => {
  const simulator = trading()
  writeAll(simulator, 'invoice 100.00 > invoice 100.00 > bill 100.00 > customer prepayment 40.00')
  writeAll(simulator, 'invoice 100.00; customer 2 > invoice 100.00; currency EUR rate 1.1')
  writeAll(simulator, 'invoice 100.00; status draft > invoice 100.00; company 2 currency EUR')
  expect(() => write(simulator, record)).toThrow(`refused: items: ${tells}`)
})

test('an edit that takes the same leaves the document alone', () => {
  const simulator = trading()
  writeAll(simulator, 'invoice 100.00 > customer payment 10.00 on invoice 1')
  const rowOf = (): unknown => simulator.export().tables['org-1']?.invoices
  const before = rowOf()
  const payments = recordsOf(simulator, 'customerPayments')
  payments.update(1, { ...(payments.get(1) as object), memo: 'Another' })
  expect(before).toBeDefined()
  expect(rowOf()).toEqual(before)
  expect(payments.get(1)).toMatchObject({ memo: 'Another' })
})

test('an answer to a settlement rests on what is assumed of settlements; the rest of the money counts', async () => {
  const simulator = trading()
  writeAll(simulator, 'invoice 100.00')
  const { body } = read('customer payment 10.00 on invoice 1; unassigned 5.50')
  const answer = await clientOf(simulator)('POST', '/public/v1/customer-payments/', body)
  expect(answer.body).toMatchObject({ amount: '15.50' })
  const entry = simulator.traffic.at(-1)
  const settles = ['application-match', 'over-application', 'credit-line-sign']
  const posts = ['ledger-rounding', 'application-rate']
  for (const id of [...settles, ...posts]) expect(entry?.assumptions).toContain(id)
})
