import { expect, test } from 'vitest'
import { given, table } from '../support/table'
import { ledgerOf, recordsOf, write, writeAll } from '../support/worlds/sentences'
import { balanceOf, trading } from '../support/worlds/trade'

/** docs/service.md §12.4: what is bought, credited and paid, one after the other in one world. */
test('worked examples of payables to the cent', () => {
  const simulator = trading()
  for (const { record, ledger } of table(`
    record                                                             | ledger
    bill 10 x 12.50, 80.00 to Expense                                  | Dr COGS 125.00, Dr Expense 80.00, Cr AP 205.00
    vendor credit 30.00 to Expense                                     | Dr AP 30.00, Cr Expense 30.00
    vendor payment 205.00 on bill 1, 30.00 on credit 1                 | Dr AP 205.00, Cr Bank 175.00, Cr AP 30.00
    direct expense 2 x 45.255 to Expense, 9.49 to Fees; account Card   | Dr Expense 90.51, Dr Fees 9.49, Cr Card 100.00
  `)) {
    const { type, number } = write(simulator, record)
    expect(ledgerOf(simulator, type, number), record).toBe(ledger)
  }
  const { bills, vendorCredits, vendorPayments, directExpenses } = simulator.records
  expect(bills.get(1)).toMatchObject({ amount: '205.00', paid_total: '205.00', amount_due: '0.00' })
  expect(vendorCredits.get(1)).toMatchObject({ used_amount: '30.00', remaining_amount: '0.00' })
  expect([vendorPayments.get(1).amount, directExpenses.get(1).amount]).toEqual(['175.00', '100.00'])
  expect(balanceOf(simulator, 2000)).toBe('0.00')
})

/** docs/service.md §12.1 to §12.3. Sentences before the last one only prepare it. */
test.each(
  table(`
    records                                                                                                                       | ledger of the last one
    bill 2 x 40.00 Chair, 1 x 20.00 Support                                                                                       | Dr COGS 80.00, Dr Expense 20.00, Cr AP 100.00
    bill 80.00 to Expense, 2 x 1.115 to Fees                                                                                      | Dr Expense 80.00, Dr Fees 2.23, Cr AP 82.23
    bill 1 x 10.01, 1 x 10.01; currency EUR rate 1.1045                                                                           | Dr COGS 22.12, Cr AP 22.11, Cr Rounding 0.01
    bill 1 x 100.00, 1 x -10.00 Discount                                                                                          | Dr COGS 100.00, Cr AP 90.00, Cr Revenue 10.00
    bill 1 x 0.00                                                                                                                 | none
    bill none; status draft                                                                                                       | none
    bill 100.00; status draft                                                                                                     | none
    vendor credit 1 x 50.00 tax 4.13                                                                                              | Dr AP 54.13, Cr Tax 4.13, Cr COGS 50.00
    vendor credit 1 x 50.00, 20.00 to Fees tax 1.20                                                                               | Dr AP 71.20, Cr Tax 1.20, Cr COGS 50.00, Cr Fees 20.00
    vendor credit 1 x 10.01, 10.01 to Fees; currency EUR rate 1.1045                                                              | Dr AP 22.11, Dr Rounding 0.01, Cr COGS 11.06, Cr Fees 11.06
    bill 100.00 > vendor credit 40.00; bill 1                                                                                     | Dr AP 40.00, Cr COGS 40.00
    direct expense 40.00 to Expense > vendor credit 15.00 to Expense; expense 1                                                   | Dr AP 15.00, Cr Expense 15.00
    vendor prepayment 80.00                                                                                                       | Dr Vendor Deposits 80.00, Cr Bank 80.00
    vendor prepayment 80.00; account Card                                                                                         | Dr Vendor Deposits 80.00, Cr Card 80.00
    vendor prepayment 100.00; currency EUR rate 1.1045 account 1010                                                               | Dr Vendor Deposits 110.45, Cr Euro Bank 110.45
    vendor prepayment 100.00; currency EUR rate 1.10 bank 111.00                                                                  | Dr Vendor Deposits 110.00, Dr Realized 1.00, Cr Bank 111.00
    vendor prepayment 100.00; currency GBP rate 1.30 account 1010 bank 118.00                                                     | Dr Vendor Deposits 130.00, Cr Euro Bank 130.00
    vendor prepayment 80.00; account null status draft                                                                            | none
    bill 100.00 > vendor prepayment 80.00 > vendor application of prepayment 1: 80.00 on bill 1                                   | Dr AP 80.00, Cr Vendor Deposits 80.00
    bill 100.00 > vendor credit 30.00 > vendor application of credit 1: 30.00 on bill 1                                           | Dr AP 30.00, Cr AP 30.00
    bill 60.00 > bill 50.00 > vendor prepayment 80.00 > vendor application of prepayment 1: 60.00 on bill 1, 20.00 on bill 2      | Dr AP 80.00, Cr Vendor Deposits 80.00
    bill 60.00 > bill 50.00; vendor 2 > vendor payment 60.00 on bill 1, 50.00 on bill 2; account Card                             | Dr AP 110.00, Cr Card 110.00
    bill 100.00 > vendor credit 100.00 > vendor payment 100.00 on bill 1, 100.00 on credit 1                                      | none
    vendor credit 30.00 > vendor refund 12.00 on credit 1                                                                         | Dr Bank 12.00, Cr AP 12.00
    vendor credit 30.00 > vendor refund 12.00 on credit 1; account Undeposited                                                    | Dr Undeposited 12.00, Cr AP 12.00
    vendor prepayment 30.00 > vendor refund 12.00 on prepayment 1; account Card                                                   | Dr Card 12.00, Cr Vendor Deposits 12.00
    vendor credit 30.00 > vendor prepayment 20.00 > vendor refund 30.00 on credit 1, 5.00 on prepayment 1                         | Dr Bank 35.00, Cr Vendor Deposits 5.00, Cr AP 30.00
    direct expense 40.00 to Expense tax 2.40                                                                                      | Dr Tax 2.40, Dr Expense 40.00, Cr Bank 42.40
    direct expense 100.00 to Expense; currency EUR rate 1.10 bank 111.00                                                          | Dr Expense 110.00, Dr Realized 1.00, Cr Bank 111.00
    direct expense 10.01 to Expense, 10.01 to Fees; currency EUR rate 1.1045 account 1010                                         | Dr Expense 11.06, Dr Fees 11.06, Cr Euro Bank 22.11, Cr Rounding 0.01
    direct expense none; status draft bank 0.00                                                                                   | none
  `),
)('$records', (row) => {
  const simulator = trading()
  const last = writeAll(simulator, row.records)
  expect(ledgerOf(simulator, last.type, last.number)).toBe(row['ledger of the last one'])
  expect(last.transaction_ids).toHaveLength(row['ledger of the last one'] === 'none' ? 0 : 1)
})

/** docs/service.md §12.3, mirrored: paying more than the bill was worth loses, paying less gains. */
test.each(
  table(`
    bill at  payments                                  account | ledger of the last one
    1.10     1000.00@1.12                              1000    | Dr AP 1100.00, Dr Realized 20.00, Cr Bank 1120.00
    1.10     1000.00@1.05                              1000    | Dr AP 1100.00, Cr Bank 1050.00, Cr Realized 50.00
    1.10     1000.00@1.10                              1000    | Dr AP 1100.00, Cr Bank 1100.00
    1.10     600.00@1.12, 400.00@1.0777                1000    | Dr AP 440.00, Cr Bank 431.08, Cr Realized 8.92
    1.10     1000.00@1.12                              1010    | Dr AP 1100.00, Dr Realized 20.00, Cr Euro Bank 1120.00
    1.10     1000.00@1.12                              Card    | Dr AP 1100.00, Dr Realized 20.00, Cr Card 1120.00
    1.1045   333.33@1.1045, 333.33@1.1045              1000    | Dr AP 368.16, Cr Bank 368.16
    1.1045   333.33@1.2, 333.33@1.2, 333.34@1.2        1000    | Dr AP 368.18, Dr Realized 31.83, Cr Bank 400.01
  `),
)('a bill of 1000.00 at $bill at, paid $payments from $account', (row) => {
  const simulator = trading()
  write(simulator, `bill 1000.00; currency EUR rate ${row['bill at']}`)
  let last = 0
  for (const part of row.payments.split(', ')) {
    const [amount, rate] = part.split('@')
    const words = `currency EUR rate ${rate} account ${row.account}`
    last = write(simulator, `vendor payment ${amount} on bill 1; ${words}`).number
  }
  expect(ledgerOf(simulator, 'vendorPayments', last)).toBe(row['ledger of the last one'])
})

/** docs/service.md §12.3: what the bank says moved, or what a credit and a bill were worth, at different rates. */
test.each(
  table(`
    records                                                                                                  | ledger of the last one
    bill 100.00; rate 1.10 > vendor payment 100.00 on bill 1; rate 1.12 bank 112.50                          | Dr AP 110.00, Dr Realized 2.50, Cr Bank 112.50
    bill 100.00; rate 1.10 > vendor payment 40.00 on bill 1; rate 1.10 bank 44.01                            | Dr AP 44.00, Dr Realized 0.01, Cr Bank 44.01
    bill 100.00; rate 1.10 > vendor credit 30.00; rate 1.20 > vendor payment 100.00 on bill 1, 30.00 on credit 1; rate 1.10     | Dr AP 110.00, Dr Realized 3.00, Cr Bank 77.00, Cr AP 36.00
    bill 100.00; rate 1.10 > vendor credit 30.00; rate 1.20 > vendor application of credit 1: 30.00 on bill 1; rate 5           | Dr AP 33.00, Dr Realized 3.00, Cr AP 36.00
    bill 100.00; rate 1.10 > vendor prepayment 100.00; rate 1.05 account 1010 > vendor application of prepayment 1: 60.00 on bill 1; rate 5  | Dr AP 66.00, Cr Vendor Deposits 63.00, Cr Realized 3.00
    vendor credit 100.00; rate 1.10 > vendor refund 100.00 on credit 1; rate 1.15                            | Dr Bank 115.00, Cr AP 110.00, Cr Realized 5.00
    vendor credit 100.00; rate 1.10 > vendor refund 100.00 on credit 1; rate 1.05                            | Dr Bank 105.00, Dr Realized 5.00, Cr AP 110.00
    vendor prepayment 100.00; rate 1.10 account 1010 > vendor refund 40.00 on prepayment 1; rate 1.10 bank 45.00             | Dr Bank 45.00, Cr Vendor Deposits 44.00, Cr Realized 1.00
  `),
)('in euros: $records', (row) => {
  const simulator = trading()
  const last = writeAll(simulator, row.records.replaceAll('; rate', '; currency EUR rate'))
  expect(ledgerOf(simulator, last.type, last.number)).toBe(row['ledger of the last one'])
})

/** docs/service.md §4.5: a payment has no vendor of its own; several vendors make none. */
test.each(
  table(`
    lines                                                        | vendor
    1.00 on bill 1                                               | 1
    1.00 on bill 1, 1.00 on bill 2                               | 1
    1.00 on bill 1, 1.00 on bill 3                               | -
    2.00 on bill 3, 1.00 on credit 1                             | -
    2.00 on bill 1, 1.00 on credit 1                             | 1
  `),
)('a vendor payment of $lines is of vendor $vendor', ({ lines, vendor }) => {
  const simulator = trading()
  writeAll(simulator, 'bill 10.00 > bill 10.00 > bill 10.00; vendor 2 > vendor credit 5.00')
  const shown = write(simulator, `vendor payment ${lines}`)
  expect(shown.vendor_id).toBe(given(vendor) === undefined ? null : Number(vendor))
  expect(shown.vendor_name).toBe(given(vendor) === undefined ? null : 'Fir Timber')
  expect(recordsOf(simulator, 'vendorPayments').list({ vendor_id: 1 }).count).toBe(vendor === '1' ? 1 : 0)
})
