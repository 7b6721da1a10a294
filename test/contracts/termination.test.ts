import type { Simulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { checked } from '../support/checked'
import { table } from '../support/table'
import { ledgerText } from '../support/worlds/shorthand'
import { payment, trading } from '../support/worlds/trade'
import {
  billsOf,
  credited,
  creditedInRecord,
  deferElsewhere,
  earnedOf,
  obligationsOf,
  quarter,
  setRates,
} from './quarter'

/** 1200.00 over the year, ended as of 02-15 on 04-10, unless told otherwise. */
async function ended(
  obligations: string,
  more: Parameters<typeof quarter>[0] = {},
  before: (simulator: Simulator) => void = () => undefined,
  options: Parameters<typeof trading>[0] = {},
) {
  const simulator = trading({ now: '2026-01-01T09:00:00Z', ...options })
  if (more.currency_iso_4217_code === 'EUR') setRates(simulator, '1.10 1.50 2.00')
  const { contracts, customerCredits } = simulator.records
  const { id } = contracts.create(
    quarter({ end_date: '2026-12-31', obligations: obligationsOf(obligations), ...more }),
  )
  await simulator.clock.advanceTo('2026-04-10T12:00:00Z')
  before(simulator)
  const contract = simulator.admin.contracts.terminate(id, '2026-02-15')
  const credits = customerCredits
    .list()
    .items.map((one) => `${one.date.slice(5)} ${one.remaining_amount}`)
    .join(', ')
  return { simulator, contract, credits: credits || 'none', id }
}

const YEAR = '"rate":"1200.00"'

/** docs/service.md §13.2: recognition stops at the day, and what was billed beyond what is earned is owed back. */
test.each(
  table(`
    obligations                                                                   | earned   credit           invoices
    {YEAR}                                                                        | 153.57   04-10 1046.43    01-01 1200.00
    {YEAR,"billing_frequency":"monthly"}                                          | 153.57   04-10 46.43      01-01 100.00, 02-01 100.00, 03-01 100.00 archived, 04-01 100.00 archived
    {YEAR,"billing_frequency":"monthly","billing_interval":3}                     | 153.57   04-10 146.43     01-01 300.00, 04-01 300.00 archived
    {YEAR,"recognition_strategy":"straight_line_start_end_even"}                  | 200.00   04-10 1000.00    01-01 1200.00
    {YEAR,"recognition_strategy":"daily_prorata"}                                 | 151.24   04-10 1048.76    01-01 1200.00
    {YEAR,"recognition_frequency":"annually"}                                     | 151.23   04-10 1048.77    01-01 1200.00
    {YEAR,"recognition_strategy":"immediate"}, {"rate":"120.00"}                  | 1215.36  04-10 104.64     01-01 1320.00
    {YEAR,"recognition_strategy":"deposit_release"}                               | 0.00     04-10 1200.00    01-01 1200.00
    {YEAR,"sync_billing_with_recognition":true}                                   | 153.57   none             01-31 100.00, 02-28 100.00 archived, 03-31 100.00 archived, 04-10 53.57
    {YEAR,"skip_invoice_generation":true}                                         | 153.57   none             nothing
    {YEAR}, {"rate":"600.00","recognition_strategy":"deposit_release"}            | 153.57   04-10 1646.43    01-01 1800.00
  `),
)('$obligations earns $earned', async ({ obligations, earned, credit, invoices }) => {
  const { simulator, contract, credits } = await ended(obligations.replaceAll('YEAR', YEAR))
  expect(contract.status).toBe('terminated')
  expect([credited(simulator, 'revenue'), credits, billsOf(contract)]).toEqual([earned, credit, invoices])
  const isSkipped = obligations.includes('skip')
  expect(credited(simulator, 'deferred')).toBe(isSkipped ? `-${earned}` : '0.00')
  expect(credited(simulator, 'deposits')).toBe('0.00')
  expect(simulator.books.check()).toEqual([])
  await simulator.clock.advanceTo('2027-02-01T00:00:00Z')
  expect(credited(simulator, 'revenue')).toBe(earned)
  expect(simulator.clock.pending()).toEqual([])
})

test('the stub ends on the day, and what came after it is undone by entries of the day on which it is said', async () => {
  const { simulator, contract } = await ended(`{${YEAR},"billing_frequency":"monthly"}`)
  expect(earnedOf(contract)).toBe('01-31 100.00, 02-28 100.00 archived, 03-31 100.00 archived, 02-15 53.57')
  const on = (date: string) => ledgerText(simulator.books.entries({ start_date: date, end_date: date }))
  expect(on('2026-02-28')).toBe('Dr Deferred 100.00, Cr Revenue 100.00')
  expect(on('2026-03-01')).toBe('Dr AR 100.00, Cr Deferred 100.00')
  expect(on('2026-04-10')).toBe('Dr Deferred 246.43, Dr Revenue 200.00, Cr AR 246.43, Cr Deferred 200.00')
})

test('a later invoice that is paid stays, and is owed back', async () => {
  const { credits, contract } = await ended(`{${YEAR},"billing_frequency":"monthly"}`, {}, (simulator) => {
    simulator.records.customerPayments.create(
      payment({ date: '2026-04-01', items: [{ invoice_number: 3, amount: '100.00', position: 1 }] }),
    )
  })
  expect(billsOf(contract)).toBe('01-01 100.00, 02-01 100.00, 03-01 100.00, 04-01 100.00 archived')
  expect(credits).toBe('04-10 146.43')
})

test('the credit is open: it can be spent on another invoice', async () => {
  const { simulator } = await ended(`{${YEAR},"billing_frequency":"monthly"}`)
  simulator.records.customerPayments.create(
    payment({
      date: '2026-04-10',
      items: [
        { invoice_number: 1, amount: '46.43', position: 1 },
        { customer_credit_number: 1, amount: '46.43', position: 2 },
      ],
    }),
  )
  expect(simulator.records.customerCredits.get(1).remaining_amount).toBe('0.00')
  expect(simulator.records.invoices.get(1).amount_due).toBe('53.57')
})

test('a day still to come: all goes on until then', async () => {
  const simulator = trading({ now: '2026-01-10T09:00:00Z' })
  const { contracts, customerCredits } = simulator.records
  const { id } = contracts.create(
    quarter({ end_date: '2026-12-31', obligations: obligationsOf(`{${YEAR}}`) }),
  )
  const contract = simulator.admin.contracts.terminate(id, '2026-02-15')
  expect([contract.status, earnedOf(contract)]).toEqual([
    'terminated',
    '01-31 100.00 draft, 02-15 53.57 draft',
  ])
  expect(customerCredits.count()).toBe(0)
  await simulator.clock.advanceTo('2026-02-15T00:00:00Z')
  expect(earnedOf(contracts.get(id))).toBe('01-31 100.00, 02-15 53.57')
  expect(customerCredits.get(1)).toMatchObject({
    date: '2026-02-15',
    remaining_amount: '1046.43',
    customer_id: 1,
  })
  expect(credited(simulator, 'deferred')).toBe('0.00')
  expect(simulator.clock.pending()).toEqual([])
})

test.each(
  table(`
    locked      | stub           undone on
    2026-02-20  | 02-21 53.57    2026-04-10
    2026-04-20  | 04-21 53.57    2026-04-21
  `),
)('locked through $locked: the stub is $stub', async ({ locked, stub, ...row }) => {
  const { simulator, contract } = await ended(`{${YEAR},"billing_frequency":"monthly"}`, {}, (one) =>
    one.admin.periods.lockThrough(1, locked),
  )
  const before = simulator.books.entries({ end_date: locked })
  await simulator.clock.advanceTo('2026-05-01T00:00:00Z')
  expect(earnedOf(simulator.records.contracts.get(contract.id)).split(', ').at(-1)).toBe(stub)
  const undone = simulator.books.entries().filter(({ reverses }) => reverses !== null)
  expect([...new Set(undone.map(({ date }) => date))]).toEqual([row['undone on']])
  expect(credited(simulator, 'deferred')).toBe('0.00')
  expect(credited(simulator, 'revenue')).toBe('153.57')
  expect(simulator.books.entries({ end_date: locked })).toEqual(before)
})

/** docs/service.md §13.4: deferred revenue leaves at what it is carried at; the credit is foreign money of its day. */
test('in foreign currency', async () => {
  const { simulator, credits } = await ended(`{${YEAR}}`, { currency_iso_4217_code: 'EUR' })
  expect(credits).toBe('04-10 1046.43')
  expect([credited(simulator, 'deferred'), creditedInRecord(simulator, 2400)]).toEqual(['0.00', 0])
  expect(credited(simulator, 'revenue')).toBe('168.93')
  expect(credited(simulator, 'receivable')).toBe('772.86')
  expect(credited(simulator, 'realised')).toBe('-941.79')
})

test('the switch leaves deferred what was billed', async () => {
  const { simulator, credits } = await ended(`{${YEAR}}`, {}, undefined, {
    assumptions: { 'contract-terminate': 'none' },
  })
  expect([credits, credited(simulator, 'deferred'), credited(simulator, 'revenue')]).toEqual([
    'none',
    '1046.43',
    '153.57',
  ])
})

/** docs/service.md §13.4: a write that changes an invoice restates what comes after it, the settlement, too. */
test('an invoice that is edited after the end restates the document that settled it', async () => {
  const { simulator, credits } = await ended(
    `{${YEAR}}, {"rate":"600.00","recognition_strategy":"deposit_release"}`,
  )
  const balance = (number: number) =>
    simulator.books.trialBalance(1).find((line) => line.account_number === number)?.balance
  expect([credits, balance(2200), balance(2400)]).toEqual(['04-10 1646.43', '0.00', '0.00'])
  const { items, ...invoice } = simulator.records.invoices.get(1)
  const lines = (items ?? []).map(({ id, item_id, quantity, rate, position }) => ({
    ...{ id, item_id, quantity, position },
    rate: Number(rate) === 1200 ? '1000.00' : rate,
  }))
  const { date, company_id, customer_id } = invoice
  simulator.records.invoices.update(1, { date, company_id, customer_id, items: lines } as never)
  // The credit is still over 1646.43; its first account takes what was not billed.
  expect([balance(2200), balance(2400)]).toEqual(['200.00', '0.00'])
  expect(simulator.books.check()).toEqual([])
})

/** docs/service.md §13.2: what stays although it is dated after the posting day is settled as well. */
test.each(
  table(`
    obligation                                                                           credit  switch | settlement
    {"rate":"1200.00","item_id":1,"recognition_strategy":"deposit_release"}              -       credit | credit 1220.00
    {"rate":"1200.00","item_id":1,"recognition_strategy":"deposit_release"}              5.00    credit | credit 1215.00
    {"rate":"1200.00","item_id":1,"sync_billing_with_recognition":true}                  -       credit | invoice 12.26
    {"rate":"1200.00","item_id":1,"sync_billing_with_recognition":true}                  5.00    credit | invoice 17.26
    {"rate":"1200.00","item_id":1,"recognition_strategy":"deposit_release"}              5.00    none   | nothing
  `),
)('$obligation and paid usage of April, less $credit: $settlement', async (row) => {
  const simulator = trading({ strict: true, assumptions: { 'contract-terminate': row.switch as 'none' } })
  deferElsewhere(simulator, 1)
  const { contracts, customerCredits, customerPayments, invoices } = simulator.records
  const { id, obligations } = contracts.create(
    quarter({
      end_date: '2026-12-31',
      billing_frequency: 'annually',
      obligations: [
        ...obligationsOf(row.obligation),
        ...obligationsOf('{"rate":"10.00","recognition_strategy":"usage"}'),
      ],
    }),
  )
  const [first] = invoices.list().items
  const used = { obligation_id: obligations[1]?.id as number, usage_date: '2026-04-14', quantity: 2 }
  simulator.admin.contracts.recordUsage([used])
  if (row.credit !== '-')
    customerCredits.create({
      ...{ date: '2026-04-14', invoice_number: (first?.number ?? 0) + 1 },
      items: [{ item_id: 4, quantity: 1, rate: row.credit, position: 1 }],
    } as never)
  for (const { date, number, amount } of invoices.list().items)
    customerPayments.create(payment({ date, items: [{ invoice_number: number, amount, position: 1 }] }))
  simulator.admin.contracts.terminate(id, '2026-01-10')
  const isLast = ({ memo }: { memo: string | null }) => memo === 'Termination of Plan'
  const written = [
    ...invoices
      .list()
      .items.filter(isLast)
      .map(({ amount }) => `invoice ${amount}`),
    ...customerCredits
      .list()
      .items.filter(isLast)
      .map(({ amount }) => `credit ${amount}`),
  ]
  expect(written.join(', ') || 'nothing').toBe(row.settlement)
  if (row.switch === 'credit')
    for (const account of [2200, 2400, 2410]) expect(credited(simulator, account), `${account}`).toBe('0.00')
  expect(simulator.books.check()).toEqual([])
  const twin = trading({ world: checked(simulator.export()), strict: true })
  await twin.clock.advanceTo('2027-01-02T00:00:00Z')
  expect(twin.books.check()).toEqual([])
})

/** docs/service.md §13.2: with the switch, too, everything goes on until the last day. */
test.each(['2026-01-10', '2026-02-15', '2026-06-30'])('without settlement, as of %s', async (day) => {
  const simulator = trading({ strict: true, assumptions: { 'contract-terminate': 'none' } })
  const { contracts } = simulator.records
  const { id } = contracts.create(
    quarter({ end_date: '2026-12-31', obligations: obligationsOf(`{${YEAR}}`) }),
  )
  simulator.admin.contracts.terminate(id, day)
  expect(simulator.books.check()).toEqual([])
  const twin = trading({ world: checked(simulator.export()), strict: true })
  for (const one of [simulator, twin]) {
    await one.clock.advanceTo('2026-12-31T00:00:00Z')
    expect(one.books.check()).toEqual([])
    expect(one.clock.pending()).toEqual([])
    expect(one.records.customerCredits.count()).toBe(0)
  }
  expect(credited(twin, 'revenue')).toBe(credited(simulator, 'revenue'))
})
