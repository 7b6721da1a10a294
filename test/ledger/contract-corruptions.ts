/** Findings about contracts, planted in a world behind the simulator's back. */
import type { ExportedWorld } from 'accounting-simulator'
import { contract, obligation } from '../support/worlds/contract'
import { METERED, metered } from '../support/worlds/metered-contract'
import { trading } from '../support/worlds/trade'
import type { Rows } from './both-audits'
import { row } from './document-corruptions'

type Row = Record<string, unknown>

/** The contracts of the world, by id. */
const [LATE, DEPOSIT, ENDED, MONTHLY, ALLOCATED, WORTHLESS, PREPARED] = [1, 2, 3, 4, 5, 6, 7]

/** Contracts from January to March that have lived until May. */
export async function soundWorld(): Promise<ExportedWorld> {
  const simulator = trading()
  const { accounts, contracts, items } = simulator.records
  for (const [month, rate] of ['1.10', '1.50', '2.00'].entries())
    simulator.admin.exchangeRates.set('EUR', 'USD', rate, `2026-0${month + 1}-01`)
  accounts.create({ number: 2410, name: 'Deferred 2410', account_type: 'deferred_revenue' })
  const { id: other } = items.create({
    ...{ name: 'Support', sku: 'SUP', item_type: 'service', is_active: true },
    ...{ income_account_id: accounts.get(4000).id, deferral_account_id: accounts.get(2410).id },
  })
  const sell = (more: Parameters<typeof contract>[0]) =>
    contracts.create(
      contract({ status: 'active', start_date: '2026-01-01', end_date: '2026-03-31', ...more }),
    )
  const plan = (more: Parameters<typeof obligation>[0] = {}) => obligation({ rate: '300.00', ...more })
  sell({
    currency_iso_4217_code: 'EUR',
    obligations: [plan({ billing_start_date: '2026-03-31' })],
  })
  sell({ obligations: [plan({ recognition_strategy: 'deposit_release' })] })
  sell({ obligations: [plan()] })
  sell({ billing_frequency: 'monthly', obligations: [plan()] })
  sell({
    obligations: [
      plan({ rate: '900.00', standalone_selling_price: 1000 }),
      plan({ item_id: other, standalone_selling_price: 500 }),
    ],
  })
  sell({ obligations: [plan({ rate: '0.00' })] })
  const lines = [{ item_id: 4, quantity: 1, rate: '300.00', position: 1 }]
  sell({ obligations: [plan()], prepared_invoices: [{ date: '2026-01-20', items: lines }] })
  const { use, upsert } = metered(simulator)
  await upsert(use(METERED, '2026-01-10', 1000))
  await simulator.clock.advanceTo('2026-02-10T09:00:00Z')
  simulator.admin.contracts.terminate(ENDED, '2026-02-10')
  await simulator.clock.advanceTo('2026-05-01T09:00:00Z')
  return simulator.export()
}

const ofContract = (rows: Rows, table: string, contract: number): Row[] =>
  (rows[table] ?? []).filter((one) => one.contract_id === contract && one.record_status === 'posted')

function only<One>(found: readonly One[], at = 0): One {
  const one = found.at(at)
  if (one === undefined) throw new Error('nothing to plant the bug in')
  return one
}

const bill = (rows: Rows, contract: number, at = 0): Row => only(ofContract(rows, 'invoices', contract), at)
const linesOf = (one: Row, member: string): Row[] => one[member] as Row[]

const transaction = (rows: Rows, one: Row): Row =>
  row(rows, 'ledgerTransactions', only(one.transaction_ids as number[]))

/** The line of a record's transaction on an account. */
const booked = (rows: Rows, one: Row, account: number): Row =>
  only(linesOf(transaction(rows, one), 'lines').filter((line) => line.account_number === account))

function drop(rows: Rows, table: string, one: Row): void {
  rows.ledgerTransactions = (rows.ledgerTransactions ?? []).filter((each) => each !== transaction(rows, one))
  rows[table] = (rows[table] ?? []).filter((each) => each !== one)
}

/** The invoice as it were if its first line had another price. */
function reprice(rows: Rows, one: Row, amount: string, account = 2400): void {
  const line = only(linesOf(one, 'items'))
  Object.assign(line, { rate: amount, net_amount: `${amount}.00`, amount: `${amount}.00` })
  if (line.planned_amount !== null) line.planned_amount = `${amount}.00`
  Object.assign(one, { amount: `${amount}.00`, amount_due: `${amount}.00`, open_company: `${amount}.00` })
  Object.assign(only(linesOf(one, 'deferrals')), { amount: `${amount}.00`, carrying_amount: `${amount}.00` })
  const cents = Number(amount) * 100
  Object.assign(booked(rows, one, 1100), { value: cents, record_value: cents })
  Object.assign(booked(rows, one, account), { value: -cents, record_value: -cents })
}

/** What was wrong, the invariants that see it, and how it is planted. */
export const CORRUPTIONS: readonly [
  what: string,
  broken: readonly string[],
  corrupt: (rows: Rows) => void,
][] = [
  [
    'a contract asset that is settled at the rate of the invoice',
    ['deferred revenue ties out'],
    (rows) => {
      const invoice = bill(rows, LATE)
      Object.assign(only(linesOf(invoice, 'deferrals')), { carrying_amount: '600.00', gain: '0.00' })
      Object.assign(booked(rows, invoice, 2400), { value: -60_000 })
      Object.assign(booked(rows, invoice, 7000), { value: 0 })
    },
  ],
  [
    'an exchange gain on the rounding account',
    ['deferred revenue ties out'],
    (rows) => Object.assign(booked(rows, bill(rows, LATE), 7000), { account_number: 7010 }),
  ],
  [
    'a recognition with an exchange result',
    ['deferred revenue ties out'],
    (rows) => {
      const last = only(ofContract(rows, 'revenueRecognitions', LATE), -1)
      const income = booked(rows, last, 4000)
      linesOf(transaction(rows, last), 'lines').push({
        ...{ ...income, account_number: 7000, value: 13_000, record_value: 0 },
      })
      Object.assign(income, { value: Number(income.value) - 13_000 })
    },
  ],
  [
    'an invoice of a contract whose edit turned it into income',
    ['deferred revenue ties out'],
    (rows) => {
      const invoice = bill(rows, MONTHLY)
      Object.assign(invoice, { contracted: false, deferrals: [] })
      Object.assign(booked(rows, invoice, 2400), { account_number: 4000 })
    },
  ],
  [
    'a deposit whose edited invoice went to deferred revenue',
    ['deferred revenue ties out'],
    (rows) => {
      const invoice = bill(rows, DEPOSIT)
      Object.assign(only(linesOf(invoice, 'deferrals')), { account_number: 2400 })
      Object.assign(booked(rows, invoice, 2200), { account_number: 2400 })
    },
  ],
  [
    'a contract that bills another total',
    ['billing adds up'],
    (rows) => reprice(rows, bill(rows, MONTHLY), '200'),
  ],
  [
    'two accounts that bill what they sold and not what they recognise',
    ['deferred revenue ties out'],
    (rows) => {
      const invoice = bill(rows, ALLOCATED)
      for (const [account, amount] of [
        [2400, 900],
        [2410, 300],
      ] as const) {
        const share = only(linesOf(invoice, 'deferrals').filter((one) => one.account_number === account))
        Object.assign(share, { amount: `${amount}.00`, carrying_amount: `${amount}.00` })
        const value = -amount * 100
        Object.assign(booked(rows, invoice, account), { value, record_value: value })
      }
    },
  ],
  [
    'an instalment that was skipped in silence',
    ['billing adds up'],
    (rows) => drop(rows, 'invoices', bill(rows, MONTHLY, 1)),
  ],
  [
    'a prepared invoice over another total',
    ['billing adds up'],
    (rows) => reprice(rows, bill(rows, PREPARED), '400'),
  ],
  [
    'a prepared invoice in another currency',
    ['deferred revenue ties out'],
    (rows) => Object.assign(bill(rows, PREPARED), { currency_iso_4217_code: 'EUR' }),
  ],
  [
    'a discount beyond the amount, cut at 0.00',
    ['obligations add up'],
    (rows) =>
      Object.assign(only(linesOf(row(rows, 'contracts', WORTHLESS), 'obligations')), {
        ...{ discount_type: 'FIXED', discount_value: '500', amount: '300.00', discount_amount: '500.00' },
      }),
  ],
  [
    'a discount without a type, ignored',
    ['obligations add up'],
    (rows) =>
      Object.assign(only(linesOf(row(rows, 'contracts', MONTHLY), 'obligations')), { discount_value: '50' }),
  ],
  [
    'a worthless contract that is active for ever',
    ['contracts end'],
    (rows) => Object.assign(row(rows, 'contracts', WORTHLESS), { status: 'active' }),
  ],
  [
    'a contract over less than nothing',
    ['recognition adds up', 'billing adds up', 'obligations add up'],
    (rows) =>
      Object.assign(only(linesOf(row(rows, 'contracts', WORTHLESS), 'obligations')), {
        ...{ rate: '-100', amount: '-100.00', net_amount: '-100.00', allocated_amount: '-100.00' },
      }),
  ],
  [
    'a terminated contract that goes on recognising',
    ['terminations are settled'],
    (rows) => {
      const last = only(ofContract(rows, 'revenueRecognitions', ENDED), -1)
      const [id, date] = [9_999, '2026-02-28']
      rows.revenueRecognitions?.push({
        ...{ ...last, id, number: id, internal_id: id, date, transaction_date: date, transaction_ids: [id] },
      })
      rows.ledgerTransactions?.push({ ...transaction(rows, last), id, date, record_number: id })
    },
  ],
  [
    'a terminated contract that keeps what it billed in advance',
    ['terminations are settled'],
    (rows) => drop(rows, 'customerCredits', only(ofContract(rows, 'customerCredits', ENDED))),
  ],
  [
    'usage outside the term',
    ['usage adds up'],
    (rows) => Object.assign(only(rows.usageRecords ?? []), { usage_date: '2027-01-10' }),
  ],
]
