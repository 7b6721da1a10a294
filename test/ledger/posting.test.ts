import type { CurrencyCode } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { given, table } from '../support/table'
import { applications, itemLines, journalLines, ledgerText, posted } from '../support/worlds/shorthand'
import { balanceOf, invoice, journalEntry, outcomeOf, payment, trading } from '../support/worlds/trade'

/** docs/service.md §12.1: receivable against income; contracted lines wait on the item's deferral account. */
test.each(
  table(`
    lines                                        contracted | ledger
    3 x 19.995 tax 4.95, 1 x 100.00 tax 8.25     no         | Dr AR 173.19, Cr Tax 13.20, Cr Revenue 159.99
    1 x 100.00                                   no         | Dr AR 100.00, Cr Revenue 100.00
    1 x 100.00                                   yes        | Dr AR 100.00, Cr Deferred 100.00
    1 x 100.00 at 6%                             yes        | Dr AR 106.00, Cr Tax 6.00, Cr Deferred 100.00
    1 x 100.00, -1 x 10.00 Discount              no         | Dr AR 90.00, Dr Revenue 10.00, Cr Revenue 100.00
    1 x 100.00, 1 x -10.00 Discount              no         | Dr AR 90.00, Dr Revenue 10.00, Cr Revenue 100.00
    2 x 40.00 Chair, 3 x 10.00 Consulting        no         | Dr AR 110.00, Cr Revenue 110.00
    1 x 0.00                                     no         | none
    1 x 0.00, 0 x 12.00 at 5%                    no         | none
    none                                         draft      | none
    1 x 100.00                                   draft      | none
  `),
)('invoice of $lines, contracted: $contracted', ({ lines, contracted, ledger }) => {
  const simulator = trading()
  const record = simulator.records.invoices.create(
    invoice({
      items: itemLines(lines),
      contracted: contracted === 'yes',
      ...(contracted === 'draft' && { record_status: 'draft' as const }),
    }),
  )
  expect(posted(simulator, 'invoices', record.number)).toBe(ledger)
  expect(record.transaction_ids).toHaveLength(ledger === 'none' ? 0 : 1)
})

/**
 * docs/service.md §12.1: money against the receivable account and account lines. Invoice 1 is 100.00 and invoice 2 is
 * 50.00; what is unassigned stays on the receivable account.
 */
test.each(
  table(`
    lines                                          unassigned  account  | amount  bank    ledger
    100.00 on 1                                    -           1000     | 100.00  100.00  Dr Bank 100.00, Cr AR 100.00
    60.00 on 1                                     -           1000     | 60.00   60.00   Dr Bank 60.00, Cr AR 60.00
    100.00 on 1, 50.00 on 2                        -           1000     | 150.00  150.00  Dr Bank 150.00, Cr AR 150.00
    100.00 on 1                                    -           -        | 100.00  100.00  Dr Undeposited 100.00, Cr AR 100.00
    100.00 on 1                                    -           1150     | 100.00  100.00  Dr Undeposited 100.00, Cr AR 100.00
    100.00 on 1, -2.50 to Fees                     -           1000     | 97.50   97.50   Dr Bank 97.50, Dr Fees 2.50, Cr AR 100.00
    100.00 on 1, 1.25 to Interest                  -           1000     | 101.25  101.25  Dr Bank 101.25, Cr AR 100.00, Cr Interest 1.25
    100.00 on 1, -2.50 to Fees, 1.25 to Interest   -           1000     | 98.75   98.75   Dr Bank 98.75, Dr Fees 2.50, Cr AR 100.00, Cr Interest 1.25
    40.00 to Revenue                               -           1000     | 40.00   40.00   Dr Bank 40.00, Cr Revenue 40.00
    100.00 on 1, -100.00 to Fees                   -           1000     | 0.00    0.00    Dr Fees 100.00, Cr AR 100.00
    100.00 on 1                                    25.00       1000     | 125.00  125.00  Dr Bank 125.00, Cr AR 125.00
    none                                           25.00       1000     | 25.00   25.00   Dr Bank 25.00, Cr AR 25.00
    none                                           25.00       -        | 25.00   25.00   Dr Undeposited 25.00, Cr AR 25.00
    100.00 on 1, -2.50 to Fees                     10.00       -        | 107.50  107.50  Dr Undeposited 107.50, Dr Fees 2.50, Cr AR 110.00
  `),
)('payment of $lines with $unassigned unassigned into $account', (row) => {
  const simulator = trading()
  simulator.records.invoices.create(invoice())
  simulator.records.invoices.create(invoice({ items: itemLines('1 x 50.00') }))
  const account = given(row.account)
  const record = simulator.records.customerPayments.create(
    payment({
      items: applications(row.lines),
      unassigned_amount: given(row.unassigned) ?? '0.00',
      account_number: account === undefined ? null : Number(account),
    }),
  )
  expect([record.amount, record.bank_or_undeposited_account_amount]).toEqual([row.amount, row.bank])
  expect(record.undeposited_funds_currency).toBe(account === undefined ? 'USD' : null)
  expect(record.unassigned_amount).toBe(given(row.unassigned) ?? '0.00')
  expect(posted(simulator, 'customerPayments', record.number)).toBe(row.ledger)
  expect(record.transaction_ids).toHaveLength(1)
})

test('lines of a payment tell their account by id and their part of what reached the bank', () => {
  const simulator = trading()
  simulator.records.invoices.create(invoice())
  const { items } = simulator.records.customerPayments.create(
    payment({ items: applications('100.00 on 1, -2.50 to Fees') }),
  )
  expect(items).toMatchObject([
    { invoice_number: 1, account_id: null, amount: '100.00', bank_or_undeposited_account_amount: '100.00' },
    { invoice_number: null, account_id: 18, amount: '-2.50', bank_or_undeposited_account_amount: '-2.50' },
  ])
  expect(items[1]).not.toHaveProperty('account_number')
})

/** docs/service.md §4.4. */
test.each(
  table(`
    lines                                                reversal    | outcome            ledger
    Dr Expense 40.00, Cr Bank 40.00                      -           | ok                 Dr Expense 40.00, Cr Bank 40.00
    Dr Expense 40.00, Dr Fees 2.00, Cr Bank 42.00        -           | ok                 Dr Expense 40.00, Dr Fees 2.00, Cr Bank 42.00
    Dr Expense 40.00, Cr Bank 40.00                      2026-02-01  | ok                 Dr Bank 40.00, Dr Expense 40.00, Cr Bank 40.00, Cr Expense 40.00
    Dr Expense 40.00, Cr Bank 39.99                      -           | 422 items          none
    Dr Expense 40.00                                     -           | 422 items          none
    Dr Expense 0.00, Cr Bank 0.00                        -           | 422 items          none
    Dr Expense -40.00, Cr Bank -40.00                    -           | 422 items          none
    Dr Expense 40.00, Cr Bank 40.00                      2026-01-15  | 422 reversal_date  none
    Dr Expense 40.00, Cr Bank 40.00                      2026-01-14  | 422 reversal_date  none
    Dr AR 40.00, Cr Revenue 40.00                        -           | 422 items          none
    Dr Expense 40.00, Cr AP 40.00                        -           | 422 items          none
    Dr 9999 40.00, Cr Bank 40.00                         -           | 422 items          none
  `),
)('journal entry of $lines, reversed $reversal: $outcome', ({ lines, reversal, outcome, ledger }) => {
  const simulator = trading()
  const entry = journalEntry({ items: journalLines(lines), reversal_date: given(reversal) ?? null })
  expect(outcomeOf(() => simulator.records.journalEntries.create(entry))).toBe(outcome)
  expect(posted(simulator, 'journalEntries', 1)).toBe(ledger)
})

test.each(
  table(`
    line 1                       line 2                       | outcome
    debit 5.00                   credit 5.00                  | ok
    debit 5.00 credit 5.00       credit 5.00 debit 5.00       | 422 items
    debit 5.00 currency USD      credit 5.00 currency null    | ok
    debit 5.00 currency EUR      credit 5.00                  | 422 items
  `),
)('journal lines $line 1 / $line 2: $outcome', (row) => {
  const simulator = trading()
  const items = [row['line 1'], row['line 2']].map((text, index) => {
    const words = text.split(' ')
    const after = (word: string) =>
      words.includes(word) ? (words[words.indexOf(word) + 1] ?? '0') : undefined
    const currency = after('currency')
    return {
      account_number: 6000,
      memo: '',
      position: index + 1,
      debit: after('debit') ?? '0',
      credit: after('credit') ?? '0',
      ...(currency !== undefined && { currency: currency === 'null' ? null : (currency as CurrencyCode) }),
    }
  })
  expect(outcomeOf(() => simulator.records.journalEntries.create(journalEntry({ items })))).toBe(row.outcome)
})

test('the control accounts take lines that name their counterparty', () => {
  const simulator = trading()
  const items = [
    ...journalLines('Dr AR 40.00', { customer_id: 1, position: 1 }),
    ...journalLines('Cr AP 40.00', { vendor_id: 1, position: 2 }),
  ]
  const record = simulator.records.journalEntries.create(journalEntry({ items }))
  expect(posted(simulator, 'journalEntries', record.number)).toBe('Dr AR 40.00, Cr AP 40.00')
  expect(record.items?.map(({ customer_name, vendor_name }) => customer_name ?? vendor_name)).toEqual([
    'Acorn Stores',
    'Fir Timber',
  ])
  expect(simulator.books.check()).toEqual([])
})

test('the reversal of a journal entry is posted at once, under its later date, and shown line by line', () => {
  const simulator = trading()
  const record = simulator.records.journalEntries.create(
    journalEntry({
      date: '2026-01-31',
      reversal_date: '2026-02-01',
      items: journalLines('Dr Expense 40.00, Cr Bank 40.00'),
    }),
  )
  expect(record.amount).toBe('40.00')
  expect(record.transaction_ids).toHaveLength(2)
  const entries = simulator.books.entries()
  expect(entries.map((entry) => `${entry.date}: ${ledgerText([entry])}`)).toEqual([
    '2026-01-31: Dr Expense 40.00, Cr Bank 40.00',
    '2026-02-01: Dr Bank 40.00, Cr Expense 40.00',
  ])
  expect(record.reversal_items).toMatchObject([
    {
      debit: '0.00',
      credit: '40.00',
      line_type: 'REVERSAL',
      original_line_id: record.items?.[0]?.id,
      account_id: 17,
    },
    {
      debit: '40.00',
      credit: '0.00',
      line_type: 'REVERSAL',
      original_line_id: record.items?.[1]?.id,
      account_id: 1,
    },
  ])
  expect(balanceOf(simulator, 1000)).toBe('0.00')
})

/** docs/service.md §12.4, the examples of invoices and customer payments, one after the other in one world. */
test('worked examples to the cent', () => {
  const simulator = trading()
  const { invoices, customerPayments } = simulator.records
  invoices.create(invoice({ items: itemLines('3 x 19.995 tax 4.95, 1 x 100.00 tax 8.25') }))
  const euros = { currency_iso_4217_code: 'EUR' as const, exchange_rate: '1.10' }
  invoices.create(invoice({ ...euros, items: itemLines('1 x 1000.00') }))
  customerPayments.create(payment({ ...euros, exchange_rate: '1.12', items: applications('600.00 on 2') }))
  const due = [invoices.get(2).amount_due]
  customerPayments.create(payment({ ...euros, exchange_rate: '1.0777', items: applications('400.00 on 2') }))
  due.push(invoices.get(2).amount_due)
  expect([
    posted(simulator, 'invoices', 1),
    posted(simulator, 'invoices', 2),
    posted(simulator, 'customerPayments', 1),
    posted(simulator, 'customerPayments', 2),
  ]).toEqual([
    'Dr AR 173.19, Cr Tax 13.20, Cr Revenue 159.99',
    'Dr AR 1100.00, Cr Revenue 1100.00',
    'Dr Bank 672.00, Cr AR 660.00, Cr Realized 12.00',
    'Dr Bank 431.08, Dr Realized 8.92, Cr AR 440.00',
  ])
  expect(due).toEqual(['400.00', '0.00'])
  expect(balanceOf(simulator, 1100)).toBe('173.19')
})

test('trial balance: every account with entries, by company, and equal sums', () => {
  const simulator = trading()
  simulator.records.invoices.create(invoice())
  simulator.records.invoices.create(invoice({ company_id: 2, currency_iso_4217_code: 'EUR' as const }))
  simulator.records.customerPayments.create(payment({ items: applications('40.00 on 1') }))
  const shown = simulator.books
    .trialBalance()
    .map((line) => `${line.company_id} ${line.account_name} ${line.debits} ${line.credits} ${line.balance}`)
  expect(shown).toEqual([
    '1 Operating Bank 40.00 0.00 40.00',
    '1 Accounts Receivable 100.00 40.00 60.00',
    '1 Revenue 0.00 100.00 -100.00',
    '2 Accounts Receivable 100.00 0.00 100.00',
    '2 Revenue 0.00 100.00 -100.00',
  ])
  expect(simulator.books.trialBalance(2)).toHaveLength(2)
})
