import type { CurrencyCode } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { given, table } from '../support/table'
import { itemLines } from '../support/worlds/shorthand'
import { invoice, journalEntry, outcomeOf, payment, trading } from '../support/worlds/trade'

/** docs/service.md §2.9: date plus the days of the term, unless the request says it; never before the date. */
test.each(
  table(`
    date        term  due_date    | outcome       due
    2026-01-15  -     -           | ok            -
    2026-01-15  -     2026-01-15  | ok            2026-01-15
    2026-01-15  -     2026-01-14  | 422 due_date  -
    2026-01-15  1     -           | ok            2026-01-15
    2026-01-15  2     -           | ok            2026-01-30
    2026-01-15  3     -           | ok            2026-02-14
    2026-01-15  4     -           | ok            2026-03-01
    2026-01-15  5     -           | ok            2026-03-16
    2026-01-31  3     -           | ok            2026-03-02
    2028-01-31  3     -           | ok            2028-03-01
    2025-12-15  3     -           | ok            2026-01-14
    2026-01-15  3     2026-06-01  | ok            2026-06-01
    2026-01-15  3     2026-01-15  | ok            2026-01-15
    2026-01-15  3     2026-01-14  | 422 due_date  -
    2026-01-15  6     -           | 422 term_id   -
    2026-02-29  3     -           | 422 date      -
    2026-1-5    3     -           | 422 date      -
  `),
)('an invoice of $date on term $term due $due_date: $outcome', ({ date, term, due_date, outcome, due }) => {
  const simulator = trading()
  const body = invoice({
    date,
    term_id: given(term) === undefined ? null : Number(term),
    due_date: given(due_date) ?? null,
  })
  expect(outcomeOf(() => simulator.records.invoices.create(body))).toBe(outcome)
  if (outcome === 'ok') expect(simulator.records.invoices.get(1).due_date).toBe(given(due) ?? null)
})

test('the name of the term, and none without one', () => {
  const { invoices } = trading().records
  expect(invoices.create(invoice({ term_id: 3 })).term_name).toBe('Net 30')
  expect(invoices.create(invoice()).term_name).toBe('')
})

test('a new date moves the due date that follows from it, and leaves one that was given', () => {
  const { invoices } = trading().records
  invoices.create(invoice({ term_id: 3 }))
  expect(invoices.update(1, invoice({ term_id: 3, date: '2026-02-01' })).due_date).toBe('2026-03-03')
  const given_ = invoice({ term_id: 3, date: '2026-02-01', due_date: '2026-12-01' })
  expect(invoices.update(1, given_).due_date).toBe('2026-12-01')
  expect(invoices.update(1, invoice({ term_id: null })).due_date).toBe(null)
})

test('the switch leaves due dates empty', () => {
  const { invoices } = trading({ assumptions: { 'due-date-default': 'none' } }).records
  expect(invoices.create(invoice({ term_id: 3 })).due_date).toBe(null)
})

test('transaction_date falls back to date, and keeps what it was given', () => {
  const { invoices, customerPayments, journalEntries } = trading().records
  expect(invoices.create(invoice({ date: '2026-01-20' })).transaction_date).toBe('2026-01-20')
  expect(invoices.create(invoice({ transaction_date: '2025-12-31' })).transaction_date).toBe('2025-12-31')
  expect(customerPayments.create(payment({ unassigned_amount: '1' })).transaction_date).toBe('2026-01-15')
  expect(journalEntries.create(journalEntry({ record_status: 'draft' })).transaction_date).toBe('2026-01-15')
})

/** docs/service.md §2.9: what a header leaves out. `world` says how many companies there are. */
test.each(
  table(`
    world          company  customer  currency  rate  status  | outcome                    shown
    small-company  -        1         -         -     posted  | 422 company_id             -
    small-company  1        1         -         -     posted  | ok                         1 USD 1
    small-company  2        1         -         -     posted  | ok                         2 EUR 1
    small-company  1        1         EUR       -     posted  | 422 exchange_rate          -
    small-company  1        1         EUR       1.1   posted  | ok                         1 EUR 1.1
    small-company  2        1         EUR       -     posted  | ok                         2 EUR 1
    small-company  1        -         -         -     posted  | 422 customer_id            -
    small-company  1        -         -         -     draft   | ok                         1 USD 1
    small-company  1        99        -         -     posted  | 422 customer_id            -
    small-company  1        99        -         -     draft   | 422 customer_id            -
    small-company  3        1         -         -     posted  | 422 company_id             -
    one company    -        1         -         -     posted  | ok                         1 USD 1
    one active     -        1         -         -     posted  | ok                         2 EUR 1
    one active     1        1         -         -     posted  | 422 company_id             -
  `),
)('in $world, company $company, customer $customer, $currency at $rate, $status: $outcome', (row) => {
  const simulator = trading({ world: row.world === 'one company' ? 'empty' : 'small-company' })
  const { companies, customers, items, invoices } = simulator.records
  if (row.world === 'one active')
    companies.update(1, { name: 'Closed', currency_iso_4217_code: 'USD' as const, is_active: false })
  if (row.world === 'one company') {
    customers.create({ name: 'Oak', email: '', address: '', country: '', phone: '', website: '' })
    items.create({ name: 'Desk', sku: 'D', is_active: true, item_type: 'good', income_account_id: 15 })
  }
  const numberOr = (cell: string) => (given(cell) === undefined ? null : Number(cell))
  const body = {
    date: '2026-01-15',
    company_id: numberOr(row.company),
    customer_id: numberOr(row.customer),
    currency_iso_4217_code: (given(row.currency) ?? null) as CurrencyCode | null,
    exchange_rate: given(row.rate) ?? null,
    items: itemLines('1 x 5.00'),
    record_status: row.status as 'draft',
  }
  expect(outcomeOf(() => invoices.create(body))).toBe(row.outcome)
  const {
    company_id = null,
    currency_iso_4217_code = null,
    exchange_rate = null,
  } = invoices.find(() => true) ?? {}
  expect([company_id, currency_iso_4217_code, exchange_rate].join(' ').trim() || '-').toBe(row.shown)
})
