import { isRefusal, type Simulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { table } from '../support/table'
import { createAsset } from '../support/worlds/fixed-asset'
import { recordsOf, write, writeAll } from '../support/worlds/sentences'
import { accountNumber, itemLines, journalLines, posted } from '../support/worlds/shorthand'
import { invoice, journalEntry, outcomeOf, trading } from '../support/worlds/trade'

/** `ok`, or what the members of the refusal are told. */
function toldOf(work: () => unknown): unknown {
  try {
    work()
    return 'ok'
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error.errors
  }
}

function deactivate(simulator: Simulator, account: number): void {
  const { accounts } = simulator.records
  const { name, number, account_type, currency_iso_4217_code, system_ref } = accounts.get(account)
  const kept = { name, number, account_type, currency_iso_4217_code, system_ref }
  accounts.update(account, { ...kept, is_active: false } as Parameters<typeof accounts.update>[1])
}

test('an entry tells its record, both currencies and every line', () => {
  const simulator = trading()
  writeAll(simulator, 'bill 1.00; status draft > invoice 10.00 > invoice 5.00; currency EUR rate 1.2')
  expect(simulator.books.entries()[1]).toEqual({
    transaction_id: 2,
    date: '2026-01-15',
    company_id: 1,
    currency: 'USD',
    record_currency: 'EUR',
    record: { type: 'invoices', number: 2, internal_id: 3 },
    reverses: null,
    lines: [
      { account_number: 1100, debit: '6.00', credit: '0.00', amount_in_record_currency: '5.00' },
      { account_number: 4000, debit: '0.00', credit: '6.00', amount_in_record_currency: '5.00' },
    ],
  })
})

test('a draft has no transactions and gets them when it is posted', () => {
  const { invoices } = trading().records
  expect(invoices.create(invoice({ record_status: 'draft' })).transaction_ids).toEqual([])
  expect(invoices.update(1, invoice({ record_status: 'posted' })).transaction_ids).toEqual([1])
  expect(invoices.update(1, { record_status: 'archived' }).transaction_ids).toEqual([1, 2])
})

/** docs/service.md §12.1: a client cannot post to an inactive system account that the record has not posted to. */
test.each(
  table(`
    inactive  before                 after                          | outcome
    AR        -                      1 x 100.00                     | Account 1100 is inactive
    Tax       -                      1 x 100.00                     | ok
    Tax       -                      1 x 100.00 tax 5.00            | Account 2300 is inactive
    Tax       1 x 100.00             1 x 100.00 tax 5.00            | Account 2300 is inactive
    Tax       1 x 100.00             1 x 90.00                      | ok
    Tax       1 x 100.00 tax 5.00    1 x 90.00 tax 4.50             | ok
    AR        1 x 100.00             1 x 90.00                      | ok
  `),
)('an invoice of $before becomes $after while $inactive is inactive: $outcome', (row) => {
  const simulator = trading()
  const { invoices } = simulator.records
  if (row.before !== '-') invoices.create(invoice({ items: itemLines(row.before) }))
  deactivate(simulator, accountNumber(row.inactive))
  const body = invoice({ items: itemLines(row.after) })
  const told = toldOf(() => (row.before === '-' ? invoices.create(body) : invoices.update(1, body)))
  expect(told).toEqual(row.outcome === 'ok' ? 'ok' : { __all__: [row.outcome] })
})

test('what the service writes by itself is posted to an inactive account, too', async () => {
  const simulator = trading()
  createAsset(simulator)
  deactivate(simulator, 1590)
  await simulator.clock.advanceTo('2026-03-01T00:00:00Z')
  expect(posted(simulator, 'depreciations', 1)).toBe('Dr 6200 83.33, Cr 1590 83.33')
})

/** docs/service.md §1.1: an amount has 15 digits before the point at most, also in the company's currency. */
test.each(
  table(`
    record                                                                    rate          | outcome
    invoice 100000000000000.00                                                9.99          | ok
    invoice 100000000000000.00                                                10            | too large
    invoice 100000000000000.00                                                9.9999999999999999  | ok
    invoice 0.01                                                              1.1           | ok
    customer credit 100000000000000.00                                        10            | too large
    bill 50000000000000.00 to Expense, 50000000000000.00 to Fees              9.99          | ok
    bill 50000000000000.00 to Expense, 50000000000000.00 to Fees              10            | too large
    journal Dr Expense 50000000000000.00, Dr Fees 50000000000000.00, Cr Euro Bank 100000000000000.00  10  | too large
    journal Dr Euro Bank 100000000000000.00, Cr Expense 50000000000000.00, Cr Fees 50000000000000.00  10  | too large
  `),
)('$record at $rate: $outcome', ({ record, rate, outcome }) => {
  const told = toldOf(() => write(trading(), `${record}; currency EUR rate ${rate}`))
  expect(told).toEqual(outcome === 'ok' ? 'ok' : { exchange_rate: ['Input should be a valid decimal'] })
})

/**
 * docs/service.md §12.1: an unchanged line stays in the account that it was posted to. The desk has Interest as its
 * account by now, consulting has Fees.
 */
test.each(
  table(`
    edited                                      | ledger
    1 x 100 tax 5.00, 1 x 40 Consulting         | Dr AR 145.00, Cr Tax 5.00, Cr Revenue 140.00
    1 x 100 tax 5.00, 1 x 50 Consulting         | Dr AR 155.00, Cr Tax 5.00, Cr Revenue 100.00, Cr Fees 50.00
    1 x 90 tax 5.00, 1 x 40 Consulting          | Dr AR 135.00, Cr Tax 5.00, Cr Revenue 40.00, Cr Interest 90.00
    1 x 90 tax 5.00, 1 x 50 Consulting          | Dr AR 145.00, Cr Tax 5.00, Cr Fees 50.00, Cr Interest 90.00
    1 x 100 tax 5.00                            | Dr AR 105.00, Cr Tax 5.00, Cr Revenue 100.00
  `),
)('an invoice whose items have other accounts by now becomes $edited', (row) => {
  const simulator = trading()
  const { invoices, items } = simulator.records
  invoices.create(invoice({ items: itemLines('1 x 100 tax 5.00, 1 x 40 Consulting') }))
  for (const [id, account] of [
    [1, 22],
    [4, 18],
  ] as const)
    items.update(id, {
      ...{ name: `Item ${id}`, sku: `S${id}`, is_active: true, item_type: 'good' },
      income_account_id: account,
    })
  const lines = itemLines(row.edited).map((line, index) => ({ ...line, id: index + 1 }))
  invoices.update(1, invoice({ items: lines, memo: 'edited' }))
  expect(posted(simulator, 'invoices', 1)).toBe(row.ledger)
})

/** docs/service.md §12.1: an amount of 0 posts nothing, unless an account changes. */
test.each(
  table(`
    payment                                                                      | lines
    100.00 on invoice 1, -100.00 to Fees                                         | 1100 Cr 100.00, 6100 Dr 100.00
    100.00 on invoice 1, -100.00 to Fees, 5.00 to Interest, -5.00 to Interest    | 1100 Cr 100.00, 6100 Dr 100.00, 7100 Cr 5.00, 7100 Dr 5.00
    5.00 to Interest, -5.00 to Interest                                          | none
    5.00 to Interest                                                             | 1000 Dr 5.00, 7100 Cr 5.00
  `),
)('a payment of $payment', ({ payment, lines }) => {
  const simulator = trading()
  write(simulator, 'invoice 100.00')
  write(simulator, `customer payment ${payment}`)
  const entries = simulator.books.entries({ record: { type: 'customerPayments' } })
  const told = entries
    .flatMap((entry) => entry.lines)
    .map((line) => {
      const side = line.debit === '0.00' ? `Cr ${line.credit}` : `Dr ${line.debit}`
      return `${line.account_number} ${side}`
    })
  expect(told.join(', ') || 'none').toBe(lines)
})

/** An export tells which lines of the ledger the service chose an account for by its role. */
test.each(
  table(`
    record                                    | roles
    invoice 1 x 100.00 tax 5.00               | 1100 Accounts Receivable, 4000 null, 2300 Tax Payable
    bill 10.00 to Expense                     | 2000 Accounts Payable, 6000 null
    bill 10.00 to AP                          | 2000 Accounts Payable, 2000 null
    journal Dr Expense 9.00, Cr AP 9.00       | 6000 null, 2000 Accounts Payable
    journal Dr AR 9.00, Cr AP 9.00            | 1100 null, 2000 Accounts Payable
    customer prepayment 5.00                  | 1000 null, 2200 Customer Deposits
    customer prepayment 5.00; account null    | 1150 null, 2200 Customer Deposits
  `),
)('the ledger lines of $record', ({ record, roles }) => {
  const simulator = trading()
  write(simulator, record)
  const lines = [
    ...JSON.stringify(simulator.export()).matchAll(
      /"account_number":(\d+),"value":-?\d+,"record_value":-?\d+,"role":(null|"[^"]*")/g,
    ),
  ]
  expect(lines.map(([, account, role = '']) => `${account} ${role.replaceAll('"', '')}`).join(', ')).toBe(
    roles,
  )
})

test('a line of a journal entry that names a vendor is a payable only on the payable account', () => {
  const simulator = trading()
  const items = [
    ...journalLines('Dr Expense 9.00', { vendor_id: 1, position: 1 }),
    ...journalLines('Cr AP 9.00', { vendor_id: 1, position: 2 }),
  ]
  const { number, items: stored } = simulator.records.journalEntries.create(journalEntry({ items }))
  expect(posted(simulator, 'journalEntries', number)).toBe('Dr Expense 9.00, Cr AP 9.00')
  const exported = JSON.stringify(simulator.export())
  expect(exported).toContain('{"name":"ledger_transaction","last":1}')
  expect(exported).toContain('"account_number":6000,"value":900,"record_value":900,"role":null')
  expect(exported).toContain(
    '"account_number":2000,"value":-900,"record_value":-900,"role":"Accounts Payable"',
  )
  const [expense, payable] = stored ?? []
  expect(outcomeOf(() => write(simulator, `vendor payment 1.00 on journal ${expense?.id}`))).toBe('422 items')
  expect(outcomeOf(() => write(simulator, `vendor payment 1.00 on journal ${payable?.id}`))).toBe('ok')
  expect(recordsOf(simulator, 'vendorPayments').list().count).toBe(1)
})
