/** Findings about documents and assets, planted in a world behind the simulator's back. */
import type { ExportedWorld } from 'accounting-simulator'
import { createAsset } from '../support/worlds/fixed-asset'
import { writeAll } from '../support/worlds/sentences'
import { journalEntry, trading } from '../support/worlds/trade'

type Row = Record<string, unknown>

import type { Rows } from './both-audits'

export const STORY = [
  'invoice 1 x 100.00 tax 8.25',
  'customer credit 20.00; invoice 1',
  'customer payment 30.00 on invoice 1; date 2026-01-20',
  'invoice 50.00; currency EUR rate 1.1045',
  'customer payment 10.01 on invoice 2, 10.01 to Interest; currency EUR rate 1.1045 unassigned 5.55',
  'bill 40.00 to Expense, 10.00 to AP',
  'cash sale 30.00; account null',
  'deposit 30.00 of sale 1; date 2026-01-20',
  'cash sale 10.00; currency EUR rate 1.1 bank 11.00',
  'customer credit 15.00',
  'customer refund 15.00 on credit 2; date 2026-01-20',
].join(' > ')

/** A world with one of everything that these findings are about. */
export async function soundWorld(): Promise<ExportedWorld> {
  const simulator = trading()
  writeAll(simulator, STORY)
  const inEuros = { currency_iso_4217_code: 'EUR' as const, exchange_rate: '1.1' }
  const lines = [
    { account_number: 1010, debit: '5.00', credit: '0.00', memo: '', position: 1 },
    { account_number: 6000, debit: '0.00', credit: '5.00', memo: '', position: 2 },
  ]
  simulator.records.journalEntries.create(journalEntry({ ...inEuros, items: lines }))
  const euros = { ...inEuros, useful_life: 3 }
  createAsset(simulator, euros)
  createAsset(simulator, euros)
  createAsset(simulator)
  await simulator.clock.advance('4 months')
  simulator.admin.assets.dispose(2, { date: '2026-05-15', proceeds: '500.00' })
  return simulator.export()
}

export function row(rows: Rows, table: string, key: number): Row {
  const found = rows[table]?.find((one) => (one.number ?? one.id) === key)
  if (!found) throw new Error(`no ${table} ${key}`)
  return found
}

const line = (of: Row, member: string, index = 0): Row => (of[member] as Row[])[index] ?? {}

/** The ledger transaction of a record. */
const booked = (rows: Rows, table: string, key: number): Row => {
  const [id] = row(rows, table, key).transaction_ids as number[]
  return row(rows, 'ledgerTransactions', id ?? 0)
}

/** What was wrong, the invariants that see it, and how it is planted. */
export const CORRUPTIONS: readonly [
  what: string,
  broken: readonly string[],
  corrupt: (rows: Rows) => void,
][] = [
  [
    'an expense line posted to an account of another company',
    ['accounts serve their company'],
    (rows) => Object.assign(row(rows, 'accounts', 6000), { company_id: 2 }),
  ],
  [
    'a payment posted for nobody',
    ['parties are known'],
    (rows) => Object.assign(row(rows, 'customerPayments', 2), { customer_id: null }),
  ],
  [
    'a line on the payable account without a vendor',
    ['parties are known'],
    (rows) => Object.assign(line(row(rows, 'bills', 1), 'expenses', 1), { vendor_id: null }),
  ],
  [
    'a line on the payable account that the ledger does not have',
    ['control accounts equal open documents'],
    (rows) => Object.assign(line(booked(rows, 'bills', 1), 'lines', 2), { account_number: 6000 }),
  ],
  [
    'an invoice dated after its payment',
    ['dates are in order'],
    (rows) => Object.assign(row(rows, 'invoices', 1), { date: '2026-02-20' }),
  ],
  [
    'a deposit dated before what it deposits',
    ['dates are in order'],
    (rows) => Object.assign(row(rows, 'customerDeposits', 1), { date: '2026-01-01' }),
  ],
  [
    'a credit dated after its refund',
    ['dates are in order'],
    (rows) => Object.assign(row(rows, 'customerCredits', 2), { date: '2026-02-20' }),
  ],
  [
    'a journal line in a currency that the bank does not keep',
    ['bank lines are in their currency'],
    (rows) => Object.assign(row(rows, 'journalEntries', 1), { currency_iso_4217_code: 'GBP' }),
  ],
  [
    'a bank amount that its parts do not make',
    ['bank parts add up'],
    (rows) =>
      Object.assign(row(rows, 'customerPayments', 2), { bank_or_undeposited_account_amount: '27.67' }),
  ],
  [
    'a line with a cent too much',
    ['bank parts add up'],
    (rows) =>
      Object.assign(line(row(rows, 'customerPayments', 2), 'items', 1), {
        bank_or_undeposited_account_amount: '11.06',
      }),
  ],
  [
    'a sale for which no money moved',
    ['bank parts add up'],
    (rows) => {
      const sale = row(rows, 'cashSales', 2)
      Object.assign(sale, { bank_or_undeposited_account_amount: '0.00' })
      Object.assign(line(sale, 'items'), { bank_or_undeposited_account_amount: '0.00' })
    },
  ],
  [
    'an amount of thirty digits',
    ['amounts fit'],
    (rows) => Object.assign(row(rows, 'customerPayments', 1), { money_value: `${'9'.repeat(30)}.00` }),
  ],
  [
    'more exempt than there is',
    ['exemptions are within the net'],
    (rows) => Object.assign(line(row(rows, 'invoices', 1), 'items').tax as Row, { tax_exempt_amount: 200 }),
  ],
  [
    'a credit that names a draft',
    ['named documents are posted'],
    (rows) => {
      const draft = { ...row(rows, 'invoices', 2), record_status: 'draft', number: 99, internal_id: 9999 }
      Object.assign(draft, { transaction_ids: [], paid_total: '0.00', amount_due: '50.00' })
      Object.assign(draft, { open_company: '0.00' })
      rows.invoices?.push(draft)
      Object.assign(row(rows, 'customerCredits', 1), { invoice_number: 99 })
    },
  ],
  [
    'an asset at the end of its life that keeps three cents',
    ['assets are worth what is left'],
    (rows) => {
      const last = rows.depreciations?.filter((one) => one.fixed_asset_number === 1).at(-1)
      Object.assign(last ?? {}, { company_amount: '366.64' })
      const lines = booked(rows, 'depreciations', Number(last?.number)).lines as Row[]
      Object.assign(lines[0] ?? {}, { value: 36664 })
      Object.assign(lines[1] ?? {}, { value: -36664 })
    },
  ],
  [
    'a depreciation that the ledger carries at another value',
    ['assets are worth what is left'],
    (rows) => {
      const lines = booked(rows, 'depreciations', 1).lines as Row[]
      Object.assign(lines[0] ?? {}, { value: 36664 })
      Object.assign(lines[1] ?? {}, { value: -36664 })
    },
  ],
  [
    'an asset that left with less than it was worth',
    ['assets are worth what is left'],
    (rows) => Object.assign(row(rows, 'assetDisposals', 1), { accumulated: '0.00' }),
  ],
]
