import { expect, test } from 'vitest'
import { table } from '../support/table'
import { recordsOf, write, writeAll } from '../support/worlds/sentences'
import { trading } from '../support/worlds/trade'

/** docs/service.md §4.5: a problem with a document is told on its line; with the source of the record, on no line. */
test.each(
  table(`
    record                                                               | tells
    customer payment 10.00 on invoice 1, 101.00 on invoice 2                      | Line 2: Amount exceeds the open amount of Invoice 2
    vendor payment 101.00 on bill 1                                               | Line 1: Amount exceeds the open amount of Bill 1
    customer application of prepayment 1: 10.00 on invoice 1, 31.00 on invoice 2  | Amount exceeds the open amount of CustomerPrepayment 1
  `),
)('$record: $tells', ({ record, tells }) => {
  const simulator = trading()
  writeAll(simulator, 'invoice 100.00 > invoice 100.00 > bill 100.00 > customer prepayment 40.00')
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
