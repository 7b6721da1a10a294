import { expect, test } from 'vitest'
import { table } from '../support/table'
import { ledgerOf, read, write, writeAll } from '../support/worlds/sentences'
import { balanceOf, trading } from '../support/worlds/trade'

/** docs/service.md §12.4: what is sold, credited, prepaid, paid back and banked, one after the other in one world. */
test('worked examples of receivables to the cent', () => {
  const simulator = trading()
  for (const { record, ledger } of table(`
    record                                                                       | ledger
    invoice 3 x 19.995 tax 4.95, 1 x 100.00 tax 8.25                             | Dr AR 173.19, Cr Tax 13.20, Cr Revenue 159.99
    invoice 1000.00; currency EUR rate 1.10                                      | Dr AR 1100.00, Cr Revenue 1100.00
    customer payment 600.00 on invoice 2; currency EUR rate 1.12                 | Dr Bank 672.00, Cr AR 660.00, Cr Realized 12.00
    customer payment 400.00 on invoice 2; currency EUR rate 1.0777               | Dr Bank 431.08, Dr Realized 8.92, Cr AR 440.00
    customer prepayment 500.00; account null                                     | Dr Undeposited 500.00, Cr Customer Deposits 500.00
    customer application of prepayment 1: 173.19 on invoice 1                    | Dr Customer Deposits 173.19, Cr AR 173.19
    customer credit 1 x 50.00 tax 4.13                                           | Dr Tax 4.13, Dr Revenue 50.00, Cr AR 54.13
    customer refund 54.13 on credit 1                                            | Dr AR 54.13, Cr Bank 54.13
    cash sale 1 x 100.00 tax 6.00; account null                                  | Dr Undeposited 106.00, Cr Tax 6.00, Cr Revenue 100.00
    deposit 106.00 of sale 1, 500.00 of prepayment 1, 1.25 to Interest           | Dr Bank 607.25, Cr Undeposited 606.00, Cr Interest 1.25
  `)) {
    const { type, number } = write(simulator, record)
    expect(ledgerOf(simulator, type, number), record).toBe(ledger)
  }
  const { invoices, customerPrepayments, customerCredits, customerDeposits } = simulator.records
  expect(invoices.get(1)).toMatchObject({ amount: '173.19', paid_total: '173.19', amount_due: '0.00' })
  expect(invoices.get(2)).toMatchObject({ paid_total: '1000.00', amount_due: '0.00' })
  expect(customerPrepayments.get(1)).toMatchObject({ used_amount: '173.19', remaining_amount: '326.81' })
  expect(customerCredits.get(1)).toMatchObject({ used_amount: '54.13', remaining_amount: '0.00' })
  expect(customerDeposits.get(1).amount).toBe('607.25')
  const balances = [1100, 1150, 2200, 2300].map((account) => balanceOf(simulator, account))
  expect(balances).toEqual(['0.00', '0.00', '-326.81', '-15.07'])
})

/** docs/service.md §12.1 to §12.3. Sentences before the last one only prepare it. */
test.each(
  table(`
    records                                                                                                                                            | ledger of the last one
    cash sale 2 x 40.00 Chair, 1 x 20.00 Support                                                                                                       | Dr Bank 100.00, Cr Revenue 100.00
    cash sale 1 x 100.00, 1 x -10.00 Discount                                                                                                          | Dr Bank 90.00, Dr Revenue 10.00, Cr Revenue 100.00
    cash sale 1 x 100.00 tax 19.00; currency EUR rate 1.0777 account 1010                                                                              | Dr Euro Bank 128.25, Cr Tax 20.48, Cr Revenue 107.77
    cash sale 1 x 10.01, 1 x 10.01; currency EUR rate 1.1045 account null                                                                              | Dr Undeposited 22.11, Dr Rounding 0.01, Cr Revenue 22.12
    cash sale 1 x 100.00; currency EUR rate 1.10 account Bank bank 112.00                                                                              | Dr Bank 112.00, Cr Revenue 110.00, Cr Realized 2.00
    cash sale 1 x 100.00; currency EUR rate 1.10 account Bank bank 109.99                                                                              | Dr Bank 109.99, Dr Realized 0.01, Cr Revenue 110.00
    cash sale 1 x 0.00                                                                                                                                 | none
    cash sale none; status draft bank 0.00                                                                                                             | none
    customer credit 1 x 50.00, 1 x 25.00 Consulting                                                                                                    | Dr Revenue 75.00, Cr AR 75.00
    customer credit 1 x 10.01, 1 x 10.01; currency EUR rate 1.1045                                                                                     | Dr Revenue 22.12, Cr AR 22.11, Cr Rounding 0.01
    customer credit 1 x 50.00, 1 x -5.00 Discount                                                                                                      | Dr Revenue 50.00, Cr AR 45.00, Cr Revenue 5.00
    invoice 100.00; contracted yes > customer credit 1 x 40.00 tax 2.00; invoice 1                                                                     | Dr Tax 2.00, Dr Deferred 40.00, Cr AR 42.00
    invoice 100.00 > customer credit 1 x 40.00; invoice 1                                                                                              | Dr Revenue 40.00, Cr AR 40.00
    cash sale 100.00 > customer credit 1 x 40.00; sale 1                                                                                               | Dr Revenue 40.00, Cr AR 40.00
    customer credit 50.00; status draft                                                                                                                | none
    customer prepayment 80.00                                                                                                                          | Dr Bank 80.00, Cr Customer Deposits 80.00
    customer prepayment 100.00; currency EUR rate 1.1045 account 1010                                                                                  | Dr Euro Bank 110.45, Cr Customer Deposits 110.45
    customer prepayment 100.00; currency EUR rate 1.1045 account null                                                                                  | Dr Undeposited 110.45, Cr Customer Deposits 110.45
    customer prepayment 100.00; currency EUR rate 1.10 bank 111.00                                                                                     | Dr Bank 111.00, Cr Customer Deposits 110.00, Cr Realized 1.00
    customer prepayment 100.00; currency GBP rate 1.30 account 1010 bank 118.00                                                                        | Dr Euro Bank 130.00, Cr Customer Deposits 130.00
    customer prepayment 100.00; status draft                                                                                                           | none
    invoice 100.00 > customer prepayment 80.00 > customer application of prepayment 1: 80.00 on invoice 1                                              | Dr Customer Deposits 80.00, Cr AR 80.00
    invoice 100.00 > customer credit 30.00 > customer application of credit 1: 30.00 on invoice 1                                                      | Dr AR 30.00, Cr AR 30.00
    invoice 60.00 > invoice 50.00 > customer prepayment 80.00 > customer application of prepayment 1: 60.00 on invoice 1, 20.00 on invoice 2           | Dr Customer Deposits 80.00, Cr AR 80.00
    invoice 100.00 > customer credit 30.00 > customer payment 100.00 on invoice 1, 30.00 on credit 1                                                   | Dr Bank 70.00, Dr AR 30.00, Cr AR 100.00
    invoice 100.00 > customer credit 100.00 > customer payment 100.00 on invoice 1, 100.00 on credit 1                                                 | none
    customer credit 30.00 > customer payment 30.00 on credit 1; unassigned 45.00                                                                       | Dr Bank 15.00, Dr AR 30.00, Cr AR 45.00
    customer credit 30.00 > customer refund 12.00 on credit 1                                                                                          | Dr AR 12.00, Cr Bank 12.00
    customer prepayment 30.00 > customer refund 12.00 on prepayment 1; account Card                                                                    | Dr Customer Deposits 12.00, Cr Card 12.00
    customer credit 30.00 > customer prepayment 20.00 > customer refund 30.00 on credit 1, 5.00 on prepayment 1                                        | Dr AR 30.00, Dr Customer Deposits 5.00, Cr Bank 35.00
  `),
)('$records', (row) => {
  const simulator = trading()
  const last = writeAll(simulator, row.records)
  expect(ledgerOf(simulator, last.type, last.number)).toBe(row['ledger of the last one'])
  expect(last.transaction_ids).toHaveLength(row['ledger of the last one'] === 'none' ? 0 : 1)
})

/** docs/service.md §12.3: both sides of an application at the rates of their documents, whatever its own rate says. */
test.each(
  table(`
    invoice rate  source      source rate  applied  own rate | ledger
    1.10          prepayment  1.05         60.00    1.5      | Dr Customer Deposits 63.00, Dr Realized 3.00, Cr AR 66.00
    1.10          prepayment  1.20         60.00    1.1      | Dr Customer Deposits 72.00, Cr AR 66.00, Cr Realized 6.00
    1.10          prepayment  1.10         60.00    9.9      | Dr Customer Deposits 66.00, Cr AR 66.00
    1.10          credit      1.05         100.00   1.5      | Dr AR 105.00, Dr Realized 5.00, Cr AR 110.00
    1.10          credit      1.20         25.00    1.5      | Dr AR 30.00, Cr AR 27.50, Cr Realized 2.50
  `),
)('$applied of a $source is applied', (row) => {
  const simulator = trading()
  const { source, applied } = row
  write(simulator, `invoice 100.00; currency EUR rate ${row['invoice rate']}`)
  const account = source === 'credit' ? '' : 'account null'
  write(simulator, `customer ${source} 100.00; currency EUR rate ${row['source rate']} ${account}`)
  const { type, number, exchange_rate } = write(
    simulator,
    `customer application of ${source} 1: ${applied} on invoice 1; currency EUR rate ${row['own rate']}`,
  )
  expect(ledgerOf(simulator, type, number)).toBe(row.ledger)
  expect(exchange_rate).toBe(row['own rate'])
})

/** docs/service.md §12.3: the refund's money at its own rate, what it pays back at the rate of the document. */
test.each(
  table(`
    source                                        refund                                                     | ledger
    customer credit 100.00; rate 1.10             100.00 on credit 1; rate 1.15                              | Dr AR 110.00, Dr Realized 5.00, Cr Bank 115.00
    customer credit 100.00; rate 1.10             100.00 on credit 1; rate 1.05                              | Dr AR 110.00, Cr Bank 105.00, Cr Realized 5.00
    customer credit 100.00; rate 1.10             40.00 on credit 1; rate 1.10 bank 45.00                    | Dr AR 44.00, Dr Realized 1.00, Cr Bank 45.00
    customer credit 100.00; rate 1.10             40.00 on credit 1; rate 1.20 account 1010                  | Dr AR 44.00, Dr Realized 4.00, Cr Euro Bank 48.00
    customer prepayment 100.00; rate 1.10 account null  100.00 on prepayment 1; rate 1.00                    | Dr Customer Deposits 110.00, Cr Bank 100.00, Cr Realized 10.00
  `),
)('$source, refunded: $refund', ({ source, refund, ledger }) => {
  const simulator = trading()
  write(simulator, `${source} currency EUR`)
  const { type, number } = write(simulator, `customer refund ${refund} currency EUR`)
  expect(ledgerOf(simulator, type, number)).toBe(ledger)
})

/** docs/service.md §4.5: a credit takes what it leaves out from the document it refers to; nothing is applied. */
test('the document that a credit refers to supplies what the request leaves out', () => {
  const simulator = trading()
  write(simulator, 'invoice 100.00; company 2 customer 4 currency USD rate 0.9')
  write(simulator, 'cash sale 100.00; company 1 customer 3')
  const { customerCredits, invoices } = simulator.records
  const { items } = read('customer credit 20.00').body as { items: never[] }
  const shown = (reference: object) => {
    const one = customerCredits.create({ date: '2026-01-20', items, ...reference })
    return `${one.company_id} ${one.customer_id} ${one.currency_iso_4217_code} ${one.exchange_rate}`
  }
  expect(shown({ invoice_number: 1 })).toBe('2 4 USD 0.9')
  expect(shown({ cash_sale_number: 1 })).toBe('1 3 USD 1')
  expect(invoices.get(1).amount_due).toBe('100.00')
  expect(customerCredits.get(1)).toMatchObject({
    used_amount: '0.00',
    invoice_number: 1,
  })
})

/**
 * docs/service.md §12: entries keep both values. What a settlement relieves in the company's currency may round to
 * nothing, or to the other side, while the document is settled in its own.
 */
test.each(
  table(`
    invoice                                       parts of   times | in the journal at last
    invoice 100.00; currency EUR rate 1.1045      50.00      2     | 0.00 EUR = 0.00 EUR
    invoice 1.00; currency EUR rate 1.1045        0.05       20    | 0.00 EUR = 0.00 EUR
    invoice 1.00; currency JPY rate 0.0067        0.50       2     | 0.00 JPY = 0.00 JPY
  `),
)('$invoice, paid in $times parts, leaves nothing on the receivable account', (row) => {
  const simulator = trading()
  write(simulator, row.invoice)
  const words = row.invoice.split('; ')[1]
  for (let times = 0; times < Number(row.times); times++)
    write(simulator, `customer payment ${row['parts of']} on invoice 1; ${words}`)
  expect(simulator.records.invoices.get(1).amount_due).toBe('0.00')
  expect(balanceOf(simulator, 1100)).toBe('0.00')
  const lines = simulator.books.toJournal().split('\n')
  const last = lines.filter((line) => line.includes('Accounts Receivable') && line.includes(' = '))
  const told = last.map((line) => line.trim().replace(/^.*Accounts Receivable {2}/, ''))
  expect(told).toContain(row['in the journal at last'])
})
