import { expect, test } from 'vitest'
import { table } from '../support/table'
import { write, writeAll } from '../support/worlds/sentences'
import { outcomeOf, trading } from '../support/worlds/trade'

/** Documents to settle; customer 1, in dollars, unless stated otherwise. */
const GROUND = [
  ...['invoice 100.00', 'invoice 100.00; customer 2', 'invoice 100.00; company 2 currency EUR'],
  ...[
    'invoice 100.00; currency EUR rate 1.1',
    'invoice 100.00; status draft',
    'invoice 100.00; date 2026-01-20',
  ],
  ...[
    'customer credit 50.00',
    'customer credit 50.00; customer 2',
    'customer credit 50.00; currency EUR rate 1.1',
  ],
  ...['customer credit 50.00; status draft', 'customer credit 50.00; company 2 currency EUR'],
  ...[
    'customer prepayment 40.00',
    'customer prepayment 40.00; customer 2',
    'customer prepayment 40.00; status draft',
  ],
  ...['customer prepayment 40.00; currency EUR rate 1.1 account 1010'],
  ...['customer prepayment 40.00; company 2 currency EUR account 1010'],
].join(' > ')

/** docs/service.md §4.5: source, document and record share company, currency and counterparty; all are posted. */
test.each(
  table(`
    record                                                                                    | outcome
    customer application of credit 1: 10.00 on invoice 1                                      | ok
    customer application of credit 1: 10.00 on invoice 2                                      | 422 items
    customer application of credit 2: 10.00 on invoice 2                                      | ok
    customer application of credit 1: 10.00 on invoice 3                                      | 422 items
    customer application of credit 5: 10.00 on invoice 3; company 2 currency EUR              | ok
    customer application of credit 5: 10.00 on invoice 3                                      | 422 items
    customer application of credit 1: 10.00 on invoice 4                                      | 422 items
    customer application of credit 3: 10.00 on invoice 4                                      | 422 items
    customer application of credit 3: 10.00 on invoice 4; currency EUR rate 1.2               | ok
    customer application of credit 1: 10.00 on invoice 4; currency EUR rate 1.1               | 422 items
    customer application of credit 1: 10.00 on invoice 5                                      | 422 items
    customer application of credit 1: 10.00 on invoice 5; status draft                        | ok
    customer application of credit 4: 10.00 on invoice 1                                      | 422 items
    customer application of credit 4: 10.00 on invoice 1; status draft                        | ok
    customer application of credit 1: 10.00 on invoice 6                                      | 422 items
    customer application of credit 1: 10.00 on invoice 6; date 2026-01-20                     | ok
    customer application of credit 1: 10.00 on invoice 99                                     | 422 items
    customer application of credit 99: 10.00 on invoice 1                                     | 422 customer_credit_number
    customer application of prepayment 99: 10.00 on invoice 1                                 | 422 customer_prepayment_number
    customer application of prepayment 1: 10.00 on invoice 1                                  | ok
    customer application of prepayment 1: 10.00 on invoice 2                                  | 422 items
    customer application of prepayment 2: 10.00 on invoice 2                                  | ok
    customer application of prepayment 3: 10.00 on invoice 1                                  | 422 items
    customer application of prepayment 4: 10.00 on invoice 4; currency EUR rate 1             | ok
    customer application of prepayment 5: 10.00 on invoice 3; company 2 currency EUR          | ok
    customer application of prepayment 5: 10.00 on invoice 3; company 2 currency USD rate 0.9 | 422 items
    customer application of prepayment 1 and credit 1: 10.00 on invoice 1                     | 422 __all__
    customer application of nothing: 10.00 on invoice 1                                       | 422 __all__
    customer application of nothing: 10.00 on invoice 1; status draft                         | 422 __all__
    customer application of credit 1: 10.00 on nothing                                        | 422 items
    customer application of credit 1: 10.00 on nothing; status draft                          | 422 items
    customer application of credit 1: 0.00 on invoice 1                                       | 422 items
    customer application of credit 1: -1.00 on invoice 1                                      | 422 items
    customer application of credit 1: none                                                    | 422 lines
    customer application of credit 1: none; status draft                                      | ok
    customer application of credit 1: 10.00 on invoice 1; status archived                     | 422 record_status
    customer refund 10.00 on credit 1                                                         | ok
    customer refund 10.00 on credit 2                                                         | 422 items
    customer refund 10.00 on credit 2; customer 2                                             | ok
    customer refund 10.00 on credit 3                                                         | 422 items
    customer refund 10.00 on credit 3; currency EUR rate 1.1                                  | ok
    customer refund 10.00 on credit 4                                                         | 422 items
    customer refund 10.00 on credit 4; status draft                                           | ok
    customer refund 10.00 on credit 5                                                         | 422 items
    customer refund 10.00 on prepayment 1                                                     | ok
    customer refund 10.00 on prepayment 2                                                     | 422 items
    customer refund 10.00 on prepayment 3                                                     | 422 items
    customer refund 10.00 on credit 1, 10.00 on credit 1                                      | 422 items
    customer refund 10.00 on credit 1 and prepayment 1                                        | 422 items
    customer refund 10.00 on credit 99                                                        | 422 items
    customer refund 10.00 on credit 1; date 2026-01-14                                        | 422 items
    customer refund none                                                                      | 422 lines
    customer refund 10.00 on credit 1; customer 99                                            | 422 customer_id
    customer payment 10.00 on invoice 1, 5.00 on credit 1                                     | ok
    customer payment 10.00 on invoice 1, 5.00 on credit 2                                     | 422 items
    customer payment 10.00 on invoice 1, 5.00 on credit 2; customer null                      | 422 customer_id
    customer payment 10.00 on invoice 1, 5.00 on credit 3                                     | 422 items
    customer payment 10.00 on invoice 1, 5.00 on credit 4                                     | 422 items
    customer payment 10.00 on invoice 1 and credit 1                                          | 422 items
    customer payment 10.00 on invoice 1, 10.00 on credit 1, 5.00 on credit 1                  | 422 items
  `),
)('$record: $outcome', ({ record, outcome }) => {
  const simulator = trading()
  writeAll(simulator, GROUND)
  const before = JSON.stringify(simulator.export())
  expect(outcomeOf(() => write(simulator, record))).toBe(outcome)
  if (outcome !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
})

/** docs/service.md §4.5: the customer of an application is that of its source; a credit agrees with what it refers to. */
test.each(
  table(`
    record                                                                 | outcome
    customer credit 10.00; invoice 1                                       | ok
    customer credit 10.00; invoice 5                                       | 422 invoice_number
    customer credit 10.00; invoice 5 status draft                          | ok
    customer credit 10.00; invoice 1 customer 2                            | 422 invoice_number
    customer credit 10.00; invoice 3                                       | 422 invoice_number
    customer credit 10.00; invoice 4                                       | 422 invoice_number
    customer credit 10.00; invoice 4 currency EUR rate 1.3                 | ok
    customer credit 10.00; invoice 99                                      | 422 invoice_number
    customer credit 10.00; sale 1                                          | ok
    customer credit 10.00; sale 1 customer 2                               | 422 cash_sale_number
    customer credit 10.00; invoice 1 sale 1                                | 422 cash_sale_number
    customer credit 200.00; invoice 1                                      | ok
    customer credit -1 x 10.00                                             | 422 amount
    customer credit none                                                   | 422 lines
    customer credit 10.00; customer null                                   | 422 customer_id
    customer prepayment 0.00                                               | 422 amount
    customer prepayment -5.00                                              | 422 amount bank_or_undeposited_funds_amount
    cash sale none; bank 0.00                                              | 422 lines
    cash sale -1 x 10.00; bank 0.00                                        | 422 bank_or_undeposited_account_amount
  `),
)('$record: $outcome', ({ record, outcome }) => {
  const simulator = trading()
  writeAll(simulator, `${GROUND} > cash sale 100.00`)
  const before = JSON.stringify(simulator.export())
  expect(outcomeOf(() => write(simulator, record))).toBe(outcome)
  if (outcome !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
})

test('an application is of the customer of its source, and its lines tell what is due', () => {
  const simulator = trading()
  writeAll(simulator, 'customer credit 50.00; customer 3 > invoice 100.00; customer 3')
  const shown = write(simulator, 'customer application of credit 1: 20.00 on invoice 1')
  expect(shown).toMatchObject({ customer_id: 3, customer_name: 'Cedar Clinics', amount: '20.00' })
  expect(shown.items).toMatchObject([{ invoice_number: 1, amount: '20.00', amount_due: '80.00' }])
  write(simulator, 'customer payment 80.00 on invoice 1; customer 3')
  const later = simulator.records.customerPrepaymentApplications.get(1)
  expect(later.items).toMatchObject([{ amount_due: '0.00' }])
})
