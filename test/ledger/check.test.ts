import type { ExportedWorld } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { INVARIANTS } from '../../src/engine/audit/check'
import { simulatorOver } from '../support/simulator-over'
import { contract } from '../support/worlds/contract'
import { fixedAsset } from '../support/worlds/fixed-asset'
import { METERED, metered } from '../support/worlds/metered-contract'
import { applications, itemLines, journalLines } from '../support/worlds/shorthand'
import { invoice, journalEntry, payment, trading } from '../support/worlds/trade'
import { booksIn, findingsAfter, namesIn, type Rows, rewrite } from './both-audits'
import { CORRUPTIONS as CONTRACT_CORRUPTIONS } from './contract-corruptions'
import { CORRUPTIONS as DOCUMENT_CORRUPTIONS } from './document-corruptions'

/** Two companies with invoices, one of them paid in part, foreign money, unassigned money and a reversed entry. */
async function soundWorld(): Promise<ExportedWorld> {
  const simulator = trading()
  const { invoices, customerPayments, journalEntries } = simulator.records
  invoices.create(invoice({ items: itemLines('3 x 19.995 tax 4.95, 1 x 100.00 tax 8.25') }))
  invoices.create(
    invoice({
      currency_iso_4217_code: 'EUR' as const,
      exchange_rate: '1.1045',
      items: itemLines('1 x 10.01, 1 x 10.01'),
    }),
  )
  invoices.create(invoice({ company_id: 2, currency_iso_4217_code: 'EUR' as const }))
  customerPayments.create(
    payment({ items: applications('73.19 on 1, -2.50 to Fees'), unassigned_amount: '10.00' }),
  )
  invoices.create(invoice())
  invoices.update(4, { record_status: 'archived' })
  invoices.create(invoice({ record_status: 'draft' }))
  journalEntries.create(
    journalEntry({ reversal_date: '2026-02-01', items: journalLines('Dr Expense 40.00, Cr Bank 40.00') }),
  )
  simulator.records.fixedAssets.create(fixedAsset({ depreciation_start_date: '2025-11-05' }))
  simulator.records.contracts.create(contract({ status: 'active' }))
  await reportUsage(simulator)
  simulator.records.contracts.create(
    contract({ ...{ status: 'active', start_date: '2026-01-01', end_date: '2026-01-02' } }),
  )
  return simulator.export()
}

async function reportUsage(simulator: ReturnType<typeof trading>): Promise<void> {
  const { use, upsert } = metered(simulator)
  await upsert(use(METERED, '2026-01-10', 1000))
}

const sound = await soundWorld()

/** The invariants broken in a world whose rows were changed behind the simulator's back. */
function brokenBy(corrupt: (rows: Rows) => void): string[] {
  const scope = booksIn(sound)
  const findings = findingsAfter(scope, () => rewrite(scope, corrupt))
  for (const { where, text } of findings) expect([where, text]).not.toContain('')
  return namesIn(findings)
}

/** A row of a table by its number or id. */
function row(rows: Rows, table: string, key: number): Record<string, unknown> {
  const found = rows[table]?.find((one) => (one.number ?? one.id) === key)
  if (!found) throw new Error(`no ${table} ${key}`)
  return found
}

const inContract = (table: string) => (rows: Rows) => {
  const found = rows[table]?.find((one) => one.contract_id === 3 && one.record_status === 'posted')
  if (!found) throw new Error(`no ${table} of a contract`)
  return found
}
const contractInvoice = inContract('invoices')
const postedRecognition = inContract('revenueRecognitions')

const firstLine = (of: Record<string, unknown>, member = 'items'): Record<string, unknown> => {
  const [line] = of[member] as Record<string, unknown>[]
  if (!line) throw new Error('no line')
  return line
}

test('sound books break nothing', () => {
  expect(brokenBy(() => undefined)).toEqual([])
  expect(trading().books.check()).toEqual([])
  expect(trading({ world: 'empty' }).books.check()).toEqual([])
})

/** Every named invariant, a change that breaks it, and nothing else. */
const CORRUPTIONS: readonly [what: string, broken: string, corrupt: (rows: Rows) => void][] = [
  [
    'a revenue line of a transaction changes',
    'debits equal credits',
    (rows) => {
      const lines = row(rows, 'ledgerTransactions', 1).lines as Record<string, unknown>[]
      Object.assign(lines.find((line) => line.account_number === 4000) ?? {}, { value: -6000 })
    },
  ],
  [
    'a transaction loses its income',
    'debits equal credits',
    (rows) => {
      const transaction = row(rows, 'ledgerTransactions', 1)
      const lines = transaction.lines as Record<string, unknown>[]
      transaction.lines = lines.filter((line) => line.account_number === 1100)
    },
  ],
  [
    'a recognition that is still to come changes',
    'recognition adds up',
    (rows) => Object.assign(row(rows, 'revenueRecognitions', 1), { amount: '274.18' }),
  ],
  [
    'what a recognition takes from its account drifts',
    'deferred revenue ties out',
    (rows) => Object.assign(postedRecognition(rows), { carrying_amount: '274.18' }),
  ],
  [
    'an invoice of a contract forgets where it defers',
    'deferred revenue ties out',
    (rows) => Object.assign(contractInvoice(rows), { deferrals: null }),
  ],
  [
    'an instalment is forgotten',
    'billing adds up',
    (rows) => Object.assign(firstLine(contractInvoice(rows)), { planned_amount: '900.00' }),
  ],
  [
    'a discount exceeds what it is taken off',
    'obligations add up',
    (rows) =>
      Object.assign(firstLine(row(rows, 'contracts', 1), 'obligations'), {
        ...{ amount: '100.00', discount_amount: '-900.00' },
      }),
  ],
  [
    'usage is dated outside the term',
    'usage adds up',
    (rows) => Object.assign(row(rows, 'usageRecords', 1), { usage_date: '2025-01-01' }),
  ],
  [
    'a contract with nothing left to do stays active',
    'contracts end',
    (rows) => Object.assign(row(rows, 'contracts', 3), { status: 'active' }),
  ],
  [
    'amount_due drifts',
    'open is amount less taken',
    (rows) => Object.assign(row(rows, 'invoices', 1), { amount_due: '100.01' }),
  ],
  [
    'an archived invoice is due',
    'open is amount less taken',
    (rows) => Object.assign(row(rows, 'invoices', 4), { amount_due: '100.00' }),
  ],
  [
    'paid_total and amount_due drift together',
    'taken is what lines took',
    (rows) => Object.assign(row(rows, 'invoices', 1), { paid_total: '73.20', amount_due: '99.99' }),
  ],
  [
    'the line of a payment changes its amount',
    'taken is what lines took',
    (rows) => Object.assign(firstLine(row(rows, 'customerPayments', 1)), { amount: '73.18' }),
  ],
  [
    'an invoice forgets what it carries in the company currency',
    'control accounts equal open documents',
    (rows) => Object.assign(row(rows, 'invoices', 2), { open_company: '22.10' }),
  ],
  [
    'unassigned money is forgotten',
    'control accounts equal open documents',
    (rows) => Object.assign(row(rows, 'customerPayments', 1), { unassigned_company: '9.99' }),
  ],
  [
    'a transaction moves from the receivable account to another',
    'control accounts equal open documents',
    (rows) => {
      const lines = row(rows, 'ledgerTransactions', 1).lines as Record<string, unknown>[]
      Object.assign(lines.find((line) => line.account_number === 1100) ?? {}, { account_number: 1150 })
    },
  ],
  [
    'a record forgets its transaction',
    'records and ledger agree',
    (rows) => Object.assign(row(rows, 'journalEntries', 1), { transaction_ids: [] }),
  ],
  [
    'a record lists a transaction that is none',
    'records and ledger agree',
    (rows) => (row(rows, 'invoices', 5).transaction_ids as number[]).push(999),
  ],
  [
    'a transaction names another record',
    'records and ledger agree',
    (rows) => Object.assign(row(rows, 'ledgerTransactions', 1), { record_number: 5 }),
  ],
  [
    'the line of an invoice changes its amount',
    'amounts are sums',
    (rows) => Object.assign(firstLine(row(rows, 'invoices', 1)), { amount: '60.00' }),
  ],
  [
    'a line of a draft vanishes',
    'amounts are sums',
    (rows) => Object.assign(row(rows, 'invoices', 5), { items: [] }),
  ],
  [
    'a customer is gone',
    'references exist',
    (rows) => Object.assign(row(rows, 'invoices', 5), { customer_id: 99 }),
  ],
  [
    'an item names no account',
    'references exist',
    (rows) => Object.assign(row(rows, 'items', 1), { income_account_id: 99 }),
  ],
  [
    'the line of a draft names no item',
    'references exist',
    (rows) => Object.assign(firstLine(row(rows, 'invoices', 5)), { item_id: 99 }),
  ],
  [
    'an asset forgets what it cost',
    'depreciation adds up',
    (rows) => Object.assign(row(rows, 'fixedAssets', 1), { cost: '150.00' }),
  ],
  [
    'the plan of an asset drifts',
    'depreciation adds up',
    (rows) => Object.assign(row(rows, 'depreciationPlans', 1), { next: 1 }),
  ],
  [
    'an archived asset keeps its depreciation',
    'depreciation adds up',
    (rows) => Object.assign(row(rows, 'fixedAssets', 1), { record_status: 'archived' }),
  ],
]

test.each(CORRUPTIONS)('%s: %s', (_, broken, corrupt) => {
  expect(brokenBy(corrupt)).toEqual([broken])
})

test('more is paid than there was: the amounts still agree with each other, and it is found all the same', () => {
  const over = (rows: Rows) => {
    Object.assign(row(rows, 'invoices', 1), { paid_total: '200.00', amount_due: '-26.81' })
    Object.assign(firstLine(row(rows, 'customerPayments', 1)), { amount: '200.00' })
  }
  expect(brokenBy(over)).toEqual(['open is never negative'])
})

test('every invariant is broken above', () => {
  const planted = [...DOCUMENT_CORRUPTIONS, ...CONTRACT_CORRUPTIONS].flatMap(([, names]) => names)
  const broken = [...CORRUPTIONS.map(([, name]) => name), ...planted, 'open is never negative']
  expect(new Set(broken)).toEqual(new Set(Object.keys(INVARIANTS)))
})

test('findings say where and what', () => {
  const file = JSON.parse(JSON.stringify(sound)) as ExportedWorld
  Object.assign(row(file.tables['org-1'] as Rows, 'invoices', 1), { amount_due: '100.01' })
  expect(simulatorOver(file).books.check()).toEqual([
    { invariant: 'open is amount less taken', where: 'Invoice 1', text: 'amount_due is 100.01, not 100.00' },
  ])
})

test('in strict mode a write to broken books is undone and reported as a bug', () => {
  const file = JSON.parse(JSON.stringify(sound)) as ExportedWorld
  Object.assign(row(file.tables['org-1'] as Rows, 'invoices', 1), { amount_due: '100.01' })
  const simulator = simulatorOver(file, { strict: true })
  const before = JSON.stringify(simulator.export())
  expect(() => simulator.records.invoices.create(invoice())).toThrow('open is amount less taken: Invoice 1')
  expect(JSON.stringify(simulator.export())).toBe(before)
})

/** docs/service.md §3.3: item accounts are of any type; journal lines on control accounts are, too. */
test.each([
  ['an item that sells to the receivable account', 3],
  ['an item that sells to the payable account', 8],
])('%s leaves the books sound', (_, income_account_id) => {
  const simulator = trading()
  simulator.records.items.create({
    name: 'Odd',
    sku: 'ODD',
    is_active: true,
    item_type: 'good',
    income_account_id,
  })
  const items = [{ item_id: 7, quantity: '1', rate: '5.00', position: 1 }]
  expect(() => simulator.records.invoices.create(invoice({ items }))).not.toThrow(/books are broken/)
})

test('an account line of a payment on the receivable account is refused or kept sound', () => {
  const simulator = trading()
  simulator.records.invoices.create(invoice())
  expect(() =>
    simulator.records.customerPayments.create(payment({ items: applications('100.00 on 1, 5.00 to AR') })),
  ).not.toThrow(/books are broken/)
})

/** Books that were found sound are checked again only after a write, in forks, too. */
test('what changed since the last check is checked, in whichever fork', () => {
  const simulator = trading({ strict: false })
  simulator.records.invoices.create(invoice())
  const fork = simulator.fork()
  expect([simulator.books.check(), fork.books.check(), fork.books.check()]).toEqual([[], [], []])
  fork.records.invoices.create(invoice())
  expect([fork.books.check(), simulator.books.check()]).toEqual([[], []])
})
