import { isRefusal, type Simulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { given, table } from '../support/table'
import { accountNumber } from '../support/worlds/shorthand'
import { invoice, journalEntry, outcomeOf, payment, trading } from '../support/worlds/trade'

/** The parties that a line names: `customer 2, vendor 1`. */
const partiesIn = (text: string): object =>
  Object.fromEntries(
    (given(text) ?? '').split(', ').flatMap((one) => {
      const [party, id] = one.split(' ')
      return id === undefined ? [] : [[`${party}_id`, Number(id)]]
    }),
  )

/** Records of the first customer or vendor with one line to an account, by type. */
const MAKERS: Readonly<
  Record<string, (simulator: Simulator, account: number, more: object, status: object) => { items?: unknown }>
> = {
  payment: ({ records }, account_number, more, status) =>
    records.customerPayments.create(
      payment({ items: [{ account_number, amount: '5.00', position: 1, ...more }], ...status }),
    ),
  deposit: ({ records }, account_number, more, status) =>
    records.customerDeposits.create({
      ...{ date: '2026-01-15', company_id: 1, currency_iso_4217_code: 'USD' as const, exchange_rate: '1' },
      ...{ memo: '', account_number: 1000, ...status },
      items: [{ account_number, amount: '5.00', position: 1, ...more }],
    }),
  'journal entry': ({ records }, account_number, more, status) =>
    records.journalEntries.create(
      journalEntry({
        items: [
          { account_number, debit: '5.00', credit: '0', memo: '', position: 1, ...more },
          { account_number: 1000, debit: '0', credit: '5.00', memo: '', position: 2 },
        ],
        ...status,
      }),
    ),
  bill: ({ records }, account_number, more, status) => {
    const bill = records.bills.create({
      ...{ date: '2026-01-15', company_id: 1, vendor_id: 1, ...status },
      expenses: [{ account_number, quantity: '1', rate: '5.00', position: 1, ...more }],
    })
    return { items: bill.expenses }
  },
}

/** docs/service.md §4.5, `control-lines`. */
test.each(
  table(`
    record          status  account      names                 | outcome                                                    line
    journal entry   posted  AR           -                     | Line 1: Account needs a customer_id                        -
    journal entry   posted  AR           vendor 1              | Line 1: Account needs a customer_id                        -
    journal entry   posted  AR           customer 2            | ok                                                         customer 2
    journal entry   posted  AP           -                     | Line 1: Account needs a vendor_id                          -
    journal entry   posted  AP           customer 1            | Line 1: Account needs a vendor_id                          -
    journal entry   posted  AP           vendor 1              | ok                                                         vendor 1
    journal entry   posted  Undeposited  -                     | ok                                                         -
    journal entry   posted  Expense      -                     | ok                                                         -
    journal entry   draft   AR           -                     | ok                                                         -
    payment         posted  AR           -                     | ok                                                         customer 1
    payment         posted  AR           customer 1            | ok                                                         customer 1
    payment         posted  AR           customer 2            | Line 1: Customer 2 does not match the record's counterparty  -
    payment         posted  AP           -                     | Line 1: Account needs a vendor_id                          -
    payment         posted  AP           vendor 2              | ok                                                         vendor 2
    payment         posted  Undeposited  -                     | ok                                                         -
    bill            posted  AP           -                     | ok                                                         vendor 1
    bill            posted  AP           vendor 2              | Line 1: Vendor 2 does not match the record's counterparty  -
    bill            posted  AR           -                     | Line 1: Account needs a customer_id                        -
    bill            posted  AR           customer 2, vendor 2  | ok                                                         customer 2, vendor 2
    bill            draft   AR           -                     | ok                                                         -
    deposit         posted  AR           -                     | Line 1: Account needs a customer_id                        -
    deposit         posted  AR           customer 2            | ok                                                         customer 2
    deposit         posted  Undeposited  -                     | Line 1: Account needs a customer_id or vendor_id           -
    deposit         posted  Undeposited  customer 1            | ok                                                         customer 1
    deposit         posted  Undeposited  vendor 1              | ok                                                         vendor 1
    deposit         posted  Undeposited  customer 1, vendor 1  | ok                                                         customer 1, vendor 1
    deposit         posted  Interest     -                     | ok                                                         -
    deposit         draft   Undeposited  -                     | ok                                                         -
  `),
)('a $status $record with a line to $account that names $names: $outcome', (row) => {
  const simulator = trading()
  const make = MAKERS[row.record]
  const [account, parties] = [accountNumber(row.account), partiesIn(row.names)]
  const status = { record_status: row.status as 'draft' }
  expect(toldOf(() => make?.(simulator, account, parties, status))).toBe(`${row.outcome}: ${row.line}`)
})

/** `ok` with the parties of the first line, or what its lines are told. */
function toldOf(work: () => { items?: unknown } | undefined): string {
  try {
    const [line] = (work()?.items ?? []) as Record<string, unknown>[]
    const parties = ['customer', 'vendor'].flatMap((party) => {
      const id = line?.[`${party}_id`] ?? null
      return id === null ? [] : [`${party} ${id}`]
    })
    return `ok: ${parties.join(', ') || '-'}`
  } catch (error) {
    if (!isRefusal(error)) throw error
    return `${Object.values(error.errors)}: -`
  }
}

/** An item may post to a control account; its line cannot name a party. */
test.each(
  table(`
    record   status  account | outcome
    invoice  posted  AR      | ok
    invoice  posted  AP      | Line 1: Account needs a vendor_id
    invoice  draft   AP      | ok
    bill     posted  AP      | ok
    bill     posted  AR      | Line 1: Account needs a customer_id
  `),
)('a $status $record with an item of $account: $outcome', ({ record, status, account, outcome }) => {
  const simulator = trading()
  const { items, invoices, bills } = simulator.records
  const item = itemOf(simulator, account)
  items.update(1, { ...item, expense_account_id: item.income_account_id })
  const more = { record_status: status as 'draft' }
  const bought = { date: '2026-01-15', company_id: 1, vendor_id: 1, items: invoice().items as never }
  const make = () =>
    record === 'invoice' ? invoices.create(invoice(more)) : bills.create({ ...bought, ...more })
  expect(toldOf(make)).toBe(`${outcome}: -`)
})

test('a posted line of an item stays when the account of the item becomes a control account; a changed one does not', () => {
  const simulator = trading()
  const { invoices, items } = simulator.records
  invoices.create(invoice())
  items.update(1, itemOf(simulator, 'AP'))
  const [line] = invoices.get(1).items ?? []
  const withRate = (rate: string) => invoice({ memo: 'edited', items: [{ ...line, rate } as never] })
  expect(outcomeOf(() => invoices.update(1, withRate('100.00')))).toBe('ok')
  expect(outcomeOf(() => invoices.update(1, withRate('101.00')))).toBe('422 items')
})

test('a line that is kept has to be about the new customer of its payment', () => {
  const { customerPayments } = trading().records
  const items = [{ account_number: 1100, amount: '5.00', position: 1, customer_id: 1 }]
  customerPayments.create(payment({ items }))
  const moved = payment({ items: customerPayments.get(1).items as never, customer_id: 2 })
  expect(toldOf(() => customerPayments.update(1, moved))).toBe(
    "Line 1: Customer 1 does not match the record's counterparty: -",
  )
})

/** An item whose sales go to an account. */
const itemOf = ({ records }: Simulator, account: string) => ({
  ...{ name: 'Desk', sku: 'DESK', is_active: true, item_type: 'good' as const },
  income_account_id: records.accounts.get(accountNumber(account)).id ?? 0,
})
