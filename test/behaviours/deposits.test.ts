import { expect, test } from 'vitest'
import { table } from '../support/table'
import { ledgerOf, read, recordsOf, write, writeAll } from '../support/worlds/sentences'
import { balanceOf, outcomeOf, trading } from '../support/worlds/trade'

/**
 * Money inside and outside of Undeposited Funds; 10.00 each, company 1, in dollars, unless stated otherwise.
 */
const GROUND = [
  ...['invoice 90.00', 'invoice 90.00; company 2 currency EUR', 'invoice 90.00; currency EUR rate 1.1'],
  ...[
    'vendor credit 90.00',
    'cash sale 10.00; account null',
    'cash sale 10.00',
    'cash sale 10.00; account null status draft',
  ],
  ...[
    'customer payment 10.00 on invoice 1; account null',
    'customer payment 10.00 on invoice 2; company 2 currency EUR account null',
  ],
  ...['customer payment 10.00 on invoice 3; currency EUR rate 1.1 account null'],
  ...['customer payment 10.00 on invoice 3; currency EUR rate 1.1 account null funds USD'],
  ...['customer prepayment 10.00; account 1150', 'customer prepayment 10.00'],
  ...['vendor refund 10.00 on credit 1; account Undeposited', 'vendor refund 10.00 on credit 1'],
].join(' > ')

/** docs/service.md §4.6: a source is posted, in Undeposited Funds, whole, and in one live deposit only. */
test.each(
  table(`
    deposit                                                          | outcome             ledger
    10.00 of sale 1                                                  | ok                  Dr Bank 10.00, Cr Undeposited 10.00
    10.00 of payment 1                                               | ok                  Dr Bank 10.00, Cr Undeposited 10.00
    10.00 of prepayment 1                                            | ok                  Dr Bank 10.00, Cr Undeposited 10.00
    10.00 of refund 1                                                | ok                  Dr Bank 10.00, Cr Undeposited 10.00
    10.00 of sale 1, 10.00 of payment 1, -0.50 to Fees               | ok                  Dr Bank 19.50, Dr Fees 0.50, Cr Undeposited 20.00
    10.00 of prepayment 1, 10.00 of refund 1, 1.25 to Interest       | ok                  Dr Bank 21.25, Cr Undeposited 20.00, Cr Interest 1.25
    5.00 to Interest                                                 | ok                  Dr Bank 5.00, Cr Interest 5.00
    10.00 of sale 1, -10.00 to Fees                                  | ok                  Dr Fees 10.00, Cr Undeposited 10.00
    10.00 of sale 1, -10.01 to Fees                                  | 422 amount          none
    9.99 of sale 1                                                   | 422 items           none
    10.01 of sale 1                                                  | 422 items           none
    -10.00 of sale 1                                                 | 422 items           none
    10.00 of sale 1, 10.00 of sale 1                                 | 422 items           none
    10.00 of sale 2                                                  | 422 items           none
    10.00 of sale 3                                                  | 422 items           none
    10.00 of sale 3; status draft                                    | ok                  none
    10.00 of sale 99                                                 | 422 items           none
    10.00 of prepayment 2                                            | 422 items           none
    10.00 of refund 2                                                | 422 items           none
    10.00 of payment 2                                               | 422 items           none
    10.00 of payment 2; company 2 currency EUR account 1010          | ok                  Dr Euro Bank 10.00, Cr Undeposited 10.00
    10.00 of payment 3                                               | 422 items           none
    10.00 of payment 3; currency EUR rate 1.1 account 1010           | ok                  Dr Euro Bank 11.00, Cr Undeposited 11.00
    10.00 of payment 3; currency EUR rate 1.2 account 1010           | ok                  Dr Euro Bank 12.00, Cr Undeposited 11.00, Cr Realized 1.00
    10.00 of payment 3; currency EUR rate 1.05 account 1000          | ok                  Dr Bank 10.50, Dr Realized 0.50, Cr Undeposited 11.00
    11.00 of payment 4                                               | ok                  Dr Bank 11.00, Cr Undeposited 11.00
    10.00 of payment 4; currency EUR rate 1.1 account 1010           | 422 items           none
    10.00 of sale 1 and payment 1                                    | 422 items           none
    10.00 of sale 1 and account Interest                             | 422 items           none
    10.00 of nothing                                                 | 422 items           none
    5.00 to 9999                                                     | 422 items           none
    none                                                             | 422 lines           none
    none; status draft                                               | ok                  none
  `),
)('deposit $deposit: $outcome', ({ deposit, outcome, ledger }) => {
  const simulator = trading()
  writeAll(simulator, GROUND)
  const before = JSON.stringify(simulator.export())
  expect(outcomeOf(() => write(simulator, `deposit ${deposit}`))).toBe(outcome)
  if (outcome !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
  expect(ledgerOf(simulator, 'customerDeposits', 1)).toBe(ledger)
})

const SOURCES = {
  'sale 1': 'cashSales',
  'payment 1': 'customerPayments',
  'prepayment 1': 'customerPrepayments',
  'refund 1': 'vendorRefunds',
} as const

/** docs/service.md §11.2: while it is deposited a source stays; an archived deposit lets it go. */
test.each(Object.entries(SOURCES))('%s and its deposits', (source, type) => {
  const simulator = trading()
  writeAll(simulator, GROUND)
  const sources = recordsOf(simulator, type)
  const deposits = recordsOf(simulator, 'customerDeposits')
  const deposit = () => outcomeOf(() => write(simulator, `deposit 10.00 of ${source}`))
  const archive = () => outcomeOf(() => sources.update(1, { record_status: 'archived' }))
  const mark = simulator.snapshot()
  expect(archive()).toBe('ok')
  expect(deposit()).toBe('422 items')
  simulator.restore(mark)
  expect(outcomeOf(() => write(simulator, `deposit 10.00 of ${source}; status draft`))).toBe('ok')
  expect(archive(), 'a draft deposit holds nothing').toBe('ok')
  simulator.restore(mark)
  expect([deposit(), deposit()]).toEqual(['ok', '422 items'])
  expect(archive()).toBe('422 record_status')
  deposits.update(1, read('deposit 1.00 to Interest').body)
  expect(deposit(), 'an edit lets it go, too').toBe('ok')
  expect(outcomeOf(() => deposits.update(1, read(`deposit 10.00 of ${source}`).body))).toBe('422 items')
  deposits.update(2, { record_status: 'archived' })
  expect(outcomeOf(() => deposits.update(1, read(`deposit 10.00 of ${source}`).body))).toBe('ok')
  deposits.update(1, { record_status: 'archived' })
  expect(archive()).toBe('ok')
  expect(simulator.books.check()).toEqual([])
})

test.each(
  table(`
    change                                                           | outcome
    cash sale 10.00; account null                                    | ok
    cash sale 2 x 5.00; account null date 2026-01-20                 | 422 date
    cash sale 2 x 5.00; account null date 2026-01-10                 | ok
    cash sale 11.00; account null                                    | 422 amount
    cash sale 10.00; account null customer 2                         | 422 customer_id
    cash sale 10.00; account null company 2 currency USD rate 1.1    | 422 exchange_rate company_id
    cash sale 10.00                                                  | 422 account_number
    cash sale 10.00; account null currency EUR rate 1.1              | 422 currency_iso_4217_code exchange_rate
    cash sale 10.00; account null status draft                       | 422 record_status
  `),
)('a deposited cash sale becomes $change: $outcome', ({ change, outcome }) => {
  const simulator = trading()
  writeAll(simulator, 'cash sale 10.00; account null > deposit 10.00 of sale 1')
  const before = JSON.stringify(simulator.export())
  expect(outcomeOf(() => recordsOf(simulator, 'cashSales').update(1, read(change).body))).toBe(outcome)
  if (outcome !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
  expect(simulator.books.check()).toEqual([])
})

/** docs/service.md §2, §4.6: sources show their deposits; lines of a deposit show their source and no amount. */
test('sources and deposits name each other', () => {
  const simulator = trading()
  writeAll(
    simulator,
    'customer payment none; account null unassigned 40.00 > customer prepayment 10.00; account null',
  )
  const deposit = write(simulator, 'deposit 40.00 of payment 1, 10.00 of prepayment 1, 1.00 to Interest')
  expect(deposit.amount).toBe('51.00')
  expect(deposit.items).toMatchObject([
    { customer_payment_number: 1, customer_prepayment_number: null, account_id: null },
    { customer_payment_number: null, customer_prepayment_number: 1, account_id: null },
    { customer_payment_number: null, vendor_refund_number: null, account_id: 22 },
  ])
  const [line] = deposit.items as object[]
  for (const member of ['amount', 'position', 'account_number']) expect(line).not.toHaveProperty(member)
  expect(deposit).not.toHaveProperty('account_number')
  const entry = { number: 1, date: '2026-01-15', amount: '51.00', memo: '', record_status: 'posted' }
  const { customerPayments, customerPrepayments, customerDeposits } = simulator.records
  expect(customerPayments.get(1).customer_deposits).toEqual([entry])
  expect(customerPrepayments.get(1).customer_deposits).toEqual([entry])
  expect(balanceOf(simulator, 1150)).toBe('0.00')
  customerDeposits.update(1, { record_status: 'archived' })
  expect(balanceOf(simulator, 1150)).toBe('50.00')
})
