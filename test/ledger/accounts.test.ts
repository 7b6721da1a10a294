import { expect, test } from 'vitest'
import { given, table } from '../support/table'
import { applications, journalLines, posted } from '../support/worlds/shorthand'
import { invoice, journalEntry, outcomeOf, payment, trading } from '../support/worlds/trade'

/** docs/service.md §3.3: the account of an item by type, side and contract. Account ids 15 Revenue, 21 Rounding, 22 Interest. */
test.each(
  table(`
    item_type  accounts                            contracted  | outcome    ledger
    good       income 15                           no          | ok         Dr AR 5.00, Cr Revenue 5.00
    good       income 22                           no          | ok         Dr AR 5.00, Cr Interest 5.00
    service    income 22 expense 17                no          | ok         Dr AR 5.00, Cr Interest 5.00
    good       expense 17                          no          | 422 items  none
    good       -                                   no          | 422 items  none
    good       -                                   yes         | ok         Dr AR 5.00, Cr Deferred 5.00
    good       income 15 deferral 22               yes         | ok         Dr AR 5.00, Cr Interest 5.00
    good       income 15                           yes         | ok         Dr AR 5.00, Cr Deferred 5.00
    discount   income 15                           no          | 422 items  none
    discount   income 15 discount 22               no          | ok         Dr AR 5.00, Cr Interest 5.00
    discount   discount 22                         yes         | ok         Dr AR 5.00, Cr Deferred 5.00
  `),
)(
  'a $item_type with $accounts, contracted: $contracted',
  ({ item_type, accounts, contracted, outcome, ledger }) => {
    const simulator = trading()
    const { items, invoices } = simulator.records
    const words = (given(accounts) ?? '').split(' ')
    const idOf = (role: string) => (words.includes(role) ? Number(words[words.indexOf(role) + 1]) : null)
    const body = {
      name: 'Made for this',
      sku: 'MADE',
      is_active: true,
      item_type: item_type as 'good',
      income_account_id: idOf('income'),
      expense_account_id: idOf('expense'),
      deferral_account_id: idOf('deferral'),
      discount_account_id: idOf('discount'),
    }
    const { id } = items.create(body)
    const lines = [{ item_id: id, quantity: '1', rate: '5.00', position: 1 }]
    const make = (record_status: 'draft' | 'posted') =>
      invoices.create(invoice({ items: lines, contracted: contracted === 'yes', record_status }))
    expect(outcomeOf(() => make('posted'))).toBe(outcome)
    expect(posted(simulator, 'invoices', 1)).toBe(ledger)
    expect(outcomeOf(() => make('draft'))).toBe('ok')
  },
)

/** docs/service.md §12.1, `purchase-item-account`: purchases of an item. */
test.each(
  table(`
    item_type  accounts                        | outcome    ledger
    good       expense 17                      | ok         Dr Expense 5.00, Cr AP 5.00
    good       expense 17 asset 22             | ok         Dr Expense 5.00, Cr AP 5.00
    good       asset 22 income 15              | ok         Dr Interest 5.00, Cr AP 5.00
    good       income 15                       | 422 items  none
    discount   discount 22 expense 17          | ok         Dr Interest 5.00, Cr AP 5.00
    discount   expense 17 asset 22             | 422 items  none
  `),
)('a bill for a $item_type with $accounts: $outcome', ({ item_type, accounts, outcome, ledger }) => {
  const simulator = trading()
  const words = accounts.split(' ')
  const idOf = (role: string) => (words.includes(role) ? Number(words[words.indexOf(role) + 1]) : null)
  const { id } = simulator.records.items.create({
    ...{ name: 'Made for this', sku: 'MADE', is_active: true, item_type: item_type as 'good' },
    income_account_id: idOf('income'),
    expense_account_id: idOf('expense'),
    asset_account_id: idOf('asset'),
    discount_account_id: idOf('discount'),
  })
  const items = [{ item_id: id, quantity: '1', rate: '5.00', position: 1 }]
  const bill = { date: '2026-01-15', company_id: 1, vendor_id: 1, items }
  expect(outcomeOf(() => simulator.records.bills.create(bill))).toBe(outcome)
  expect(posted(simulator, 'bills', 1)).toBe(ledger)
})

/** A posted record cannot use inactive records; a draft can. */
test.each(
  table(`
    inactive            | posted                draft
    item                | 422 items             ok
    archived item       | 422 items             ok
    company             | 422 company_id        ok
    line account        | 422 items             ok
    money account       | 422 account_number    ok
    journal account     | 422 items             ok
  `),
)('inactive $inactive', ({ inactive, ...expected }) => {
  const { records } = trading()
  const { items, companies, accounts, invoices, customerPayments, journalEntries } = records
  const old = { name: 'Old', sku: 'OLD', item_type: 'good' as const, income_account_id: 15 }
  items.create({
    ...old,
    is_active: inactive !== 'item',
    record_status: inactive === 'archived item' ? 'archived' : 'posted',
  })
  companies.create({ name: 'Old', currency_iso_4217_code: 'USD', is_active: false })
  accounts.create({
    name: 'Old bank',
    number: 1020,
    account_type: 'bank',
    currency_iso_4217_code: 'USD',
    is_active: false,
  })
  for (const record_status of ['posted', 'draft'] as const) {
    const make = () => {
      if (inactive.endsWith('item'))
        return invoices.create(
          invoice({ record_status, items: [{ item_id: 7, quantity: 1, rate: 1, position: 1 }] }),
        )
      if (inactive === 'company') return invoices.create(invoice({ record_status, company_id: 3 }))
      if (inactive === 'line account')
        return customerPayments.create(payment({ record_status, items: applications('1.00 to 1020') }))
      if (inactive === 'money account')
        return customerPayments.create(
          payment({ record_status, account_number: 1020, unassigned_amount: '1' }),
        )
      return journalEntries.create(
        journalEntry({ record_status, items: journalLines('Dr 1020 1.00, Cr Bank 1.00') }),
      )
    }
    expect(outcomeOf(make), record_status).toBe(expected[record_status])
  }
})

/** docs/service.md §4.5: the accounts that money can go through, and those of the company itself. */
test.each(
  table(`
    account  type                 company  ref                | outcome
    1020     bank                 -        -                  | ok
    1020     bank                 1        -                  | ok
    1020     bank                 2        -                  | 422 account_number
    1020     credit_card          -        -                  | 422 account_number
    1020     other_current_asset  -        -                  | 422 account_number
    1020     accounts_receivable  -        -                  | 422 account_number
    1020     income               -        -                  | 422 account_number
    1150     -                    -        -                  | ok
  `),
)('money to $account, $type of company $company: $outcome', ({ account, type, company, outcome }) => {
  const { accounts, customerPayments } = trading().records
  if (type !== '-')
    accounts.create({
      name: 'Other',
      number: Number(account),
      account_type: type as 'bank',
      currency_iso_4217_code: 'USD',
      company_id: given(company) === undefined ? null : Number(company),
    })
  const body = payment({ account_number: Number(account), unassigned_amount: '1.00' })
  expect(outcomeOf(() => customerPayments.create(body))).toBe(outcome)
})

/** docs/service.md §12.1: a role is played by the company's own account, else by one that all companies share. */
test('the account of a role', () => {
  const simulator = trading()
  const { accounts, invoices } = simulator.records
  const receivable = {
    ...{
      name: 'Receivable',
      account_type: 'accounts_receivable' as const,
      currency_iso_4217_code: '' as const,
    },
    system_ref: 'Accounts Receivable' as const,
  }
  accounts.create({ ...receivable, number: 1101, company_id: null })
  const bodies = [invoice(), invoice({ company_id: 2, currency_iso_4217_code: 'EUR' as const })]
  const postedBy = (body: ReturnType<typeof invoice>) =>
    posted(simulator, 'invoices', invoices.create(body).number)
  expect(bodies.map(postedBy)).toEqual(['Dr AR 100.00, Cr Revenue 100.00', 'Dr AR 100.00, Cr Revenue 100.00'])
  accounts.create({ ...receivable, number: 1102, company_id: 2 })
  expect(bodies.map(postedBy)).toEqual([
    'Dr AR 100.00, Cr Revenue 100.00',
    'Dr 1102 100.00, Cr Revenue 100.00',
  ])
})

test('a role that nobody plays for the company', () => {
  const { accounts, invoices } = trading().records
  accounts.update(1100, {
    ...{ name: 'Receivable', number: 1100, account_type: 'accounts_receivable', company_id: 2 },
    system_ref: 'Accounts Receivable',
  })
  expect(() => invoices.create(invoice())).toThrow('No account serves as Accounts Receivable')
  expect(invoices.list().items).toEqual([])
})

/** docs/service.md §12.1: an account of another company does not serve. */
test.each(
  table(`
    company of account  contracted  | outcome    ledger
    1                   no          | ok         Dr AR 100.00, Cr 1999 100.00
    2                   no          | 422 items  none
    1                   yes         | ok         Dr AR 100.00, Cr 1999 100.00
    2                   yes         | ok         Dr AR 100.00, Cr Deferred 100.00
  `),
)('an item with an account of company $company, contracted: $contracted', (row) => {
  const simulator = trading()
  const { accounts, items, invoices } = simulator.records
  const { id } = accounts.create({
    ...{ name: 'Own', number: 1999, account_type: 'income', company_id: Number(row['company of account']) },
  })
  items.update(1, {
    ...{ name: 'Desk', sku: 'DESK', is_active: true, item_type: 'good' },
    ...{ income_account_id: id, deferral_account_id: id },
  })
  const make = () => invoices.create(invoice({ contracted: row.contracted === 'yes' }))
  expect(outcomeOf(make)).toBe(row.outcome)
  expect(posted(simulator, 'invoices', 1)).toBe(row.ledger)
})
