import { expect, test } from 'vitest'
import { table } from '../support/table'
import { write, writeAll } from '../support/worlds/sentences'
import { outcomeOf, trading } from '../support/worlds/trade'

/** Documents to settle; vendor 1, in dollars, unless stated otherwise. */
const GROUND = [
  ...['bill 100.00', 'bill 100.00; vendor 2', 'bill 100.00; company 2 currency EUR'],
  ...['bill 100.00; currency EUR rate 1.1', 'bill 100.00; status draft', 'bill 100.00; date 2026-01-20'],
  ...['vendor credit 50.00', 'vendor credit 50.00; vendor 2', 'vendor credit 50.00; currency EUR rate 1.1'],
  ...['vendor credit 50.00; status draft', 'vendor credit 50.00; company 2 currency EUR'],
  ...[
    'vendor prepayment 40.00',
    'vendor prepayment 40.00; vendor 2',
    'vendor prepayment 40.00; status draft',
  ],
  ...['vendor prepayment 40.00; currency EUR rate 1.1 account 1010'],
  ...['vendor prepayment 40.00; company 2 currency EUR account 1010', 'direct expense 20.00 to Expense'],
].join(' > ')

/** docs/service.md §4.5: source, document and record share company, currency and counterparty; all are posted. */
test.each(
  table(`
    record                                                                              | outcome
    vendor application of credit 1: 10.00 on bill 1                                     | ok
    vendor application of credit 1: 10.00 on bill 2                                     | 422 items
    vendor application of credit 2: 10.00 on bill 2                                     | ok
    vendor application of credit 1: 10.00 on bill 3                                     | 422 items
    vendor application of credit 5: 10.00 on bill 3; company 2 currency EUR             | ok
    vendor application of credit 5: 10.00 on bill 3                                     | 422 items
    vendor application of credit 3: 10.00 on bill 4                                     | 422 items
    vendor application of credit 3: 10.00 on bill 4; currency EUR rate 1.2              | ok
    vendor application of credit 1: 10.00 on bill 5                                     | 422 items
    vendor application of credit 4: 10.00 on bill 1                                     | 422 items
    vendor application of credit 4: 10.00 on bill 1; status draft                       | ok
    vendor application of credit 1: 10.00 on bill 6                                     | 422 items
    vendor application of credit 1: 10.00 on bill 6; date 2026-01-20                    | ok
    vendor application of credit 1: 10.00 on bill 99                                    | 422 items
    vendor application of credit 99: 10.00 on bill 1                                    | 422 vendor_credit_number
    vendor application of prepayment 99: 10.00 on bill 1                                | 422 vendor_prepayment_number
    vendor application of prepayment 1: 10.00 on bill 1                                 | ok
    vendor application of prepayment 1: 10.00 on bill 2                                 | 422 items
    vendor application of prepayment 3: 10.00 on bill 1                                 | 422 items
    vendor application of prepayment 4: 10.00 on bill 4; currency EUR rate 1            | ok
    vendor application of prepayment 5: 10.00 on bill 3; company 2 currency EUR         | ok
    vendor application of prepayment 1 and credit 1: 10.00 on bill 1                    | 422 __all__
    vendor application of nothing: 10.00 on bill 1                                      | 422 __all__
    vendor application of credit 1: 10.00 on nothing                                    | 422 items
    vendor application of credit 1: 0.00 on bill 1                                      | 422 items
    vendor application of credit 1: none                                                | 422 lines
    vendor refund 10.00 on credit 1                                                     | ok
    vendor refund 10.00 on credit 2                                                     | 422 items
    vendor refund 10.00 on credit 2; vendor 2                                           | ok
    vendor refund 10.00 on credit 3; currency EUR rate 1.1                              | ok
    vendor refund 10.00 on credit 3                                                     | 422 items
    vendor refund 10.00 on credit 4                                                     | 422 items
    vendor refund 10.00 on credit 5                                                     | 422 items
    vendor refund 10.00 on prepayment 1                                                 | ok
    vendor refund 10.00 on prepayment 2                                                 | 422 items
    vendor refund 10.00 on prepayment 3                                                 | 422 items
    vendor refund 10.00 on credit 1, 10.00 on credit 1                                  | 422 items
    vendor refund 10.00 on credit 1 and prepayment 1                                    | 422 items
    vendor refund 10.00 on credit 1; date 2026-01-14                                    | 422 items
    vendor refund none                                                                  | 422 lines
    vendor payment 10.00 on bill 1                                                      | ok
    vendor payment 10.00 on bill 1, 10.00 on bill 2                                     | ok
    vendor payment 10.00 on bill 3                                                      | 422 items
    vendor payment 10.00 on bill 3; company 2 currency EUR account 1010                 | ok
    vendor payment 10.00 on bill 4                                                      | 422 items
    vendor payment 10.00 on bill 5                                                      | 422 items
    vendor payment 10.00 on bill 5; status draft                                        | ok
    vendor payment 10.00 on bill 6                                                      | 422 items
    vendor payment 10.00 on bill 6; validation off                                      | ok
    vendor payment 10.00 on bill 6; date 2026-01-20                                     | ok
    vendor payment 10.00 on bill 1, 5.00 on credit 1                                    | ok
    vendor payment 10.00 on bill 1, 5.00 on credit 2                                    | ok
    vendor payment 10.00 on bill 1, 5.00 on credit 3                                    | 422 items
    vendor payment 10.00 on bill 1, 5.00 on credit 4                                    | 422 items
    vendor payment 10.00 on bill 1, 5.00 on credit 5                                    | 422 items
    vendor payment 10.00 on bill 1 and credit 1                                         | 422 items
    vendor payment 10.00 on nothing                                                     | 422 items
    vendor payment 10.00 on bill 99                                                     | 422 items
    vendor payment none                                                                 | 422 lines
    vendor payment none; status draft                                                   | ok
    vendor credit 10.00; bill 1                                                         | ok
    vendor credit 10.00; bill 1 vendor 2                                                | 422 bill_number
    vendor credit 10.00; bill 3                                                         | 422 bill_number
    vendor credit 10.00; bill 4                                                         | 422 bill_number
    vendor credit 10.00; bill 99                                                        | 422 bill_number
    vendor credit 10.00; expense 1                                                      | ok
    vendor credit 10.00; expense 1 vendor 2                                             | 422 direct_expense_number
    vendor credit 10.00; bill 1 expense 1                                               | 422 direct_expense_number
    vendor credit none                                                                  | 422 lines
    vendor prepayment 0.00                                                              | 422 amount
    vendor prepayment 40.00; account null                                               | 422 account_number
    vendor prepayment 40.00; account null status draft                                  | ok
    bill 10.00; vendor null                                                             | 422 vendor_id
    bill 10.00; vendor null status draft                                                | ok
    bill 5.00 to 9999                                                                   | 422 expenses
    bill 1 x 5.00, -6.00 to Fees                                                        | 422 amount
    bill 1 x 5.00, -5.00 to Fees                                                        | ok
    direct expense none; bank 0.00                                                      | 422 lines
    direct expense 10.00 to Expense; vendor 99                                          | 422 vendor_id
  `),
)('$record: $outcome', ({ record, outcome }) => {
  const simulator = trading()
  writeAll(simulator, GROUND)
  const before = JSON.stringify(simulator.export())
  expect(outcomeOf(() => write(simulator, record))).toBe(outcome)
  if (outcome !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
})

test('an application is of the vendor of its source, and its lines tell what is due', () => {
  const simulator = trading()
  writeAll(simulator, 'vendor credit 50.00; vendor 3 > bill 100.00; vendor 3')
  const shown = write(simulator, 'vendor application of credit 1: 20.00 on bill 1')
  expect(shown).toMatchObject({ vendor_id: 3, vendor_name: 'Hazel Hosting', amount: '20.00' })
  expect(shown.items).toMatchObject([{ bill_number: 1, amount: '20.00', amount_due: '80.00', position: 1 }])
})

/** docs/service.md §4.1: a line of a bill is for the bill's company. */
test.each(
  table(`
    company  line company | outcome
    1        1            | ok
    1        -            | ok
    1        2            | 422 items
    2        2            | ok
  `),
)('a bill of company $company with a line for $line company', ({ company, outcome, ...row }) => {
  const { bills } = trading().records
  const line = row['line company']
  const body = {
    date: '2026-01-15',
    company_id: Number(company),
    vendor_id: 1,
    items: [{ item_id: 1, quantity: '1', rate: '5.00', company_id: line === '-' ? null : Number(line) }],
  }
  expect(outcomeOf(() => bills.create(body))).toBe(outcome)
})
