import { expect, test } from 'vitest'
import { clientOf } from '../support/client'
import { table } from '../support/table'
import type { ObligationInput } from '../support/worlds/contract'
import { itemLines } from '../support/worlds/shorthand'
import { trading } from '../support/worlds/trade'
import { changeInvoice, credited, creditedInRecord, obligationsOf, quarter, setRates } from './quarter'

const EUROS = { currency_iso_4217_code: 'EUR' } as const

/**
 * docs/service.md §13.4: what is billed before it is earned is carried at the rate of its invoice, without any
 * result; what is earned first is a receivable in foreign money, and its exchange result is realised.
 */
test.each(
  table(`
    rates           billed                                                                            | revenue  gain     rounding
    1.10 1.50 2.00  {}                                                                                | 330.00   0.00     0.00
    1.10 1.50 2.00  {"billing_start_date":"2026-03-31"}                                               | 460.00   140.00   0.00
    1.10 1.50 2.00  {"billing_start_date":"2026-03-31","recognition_end_date":"2026-02-28"}           | 390.00   210.00   0.00
    2.00 1.50 1.10  {"billing_start_date":"2026-03-31"}                                               | 460.00   -130.00  0.00
    1.10 1.50 2.00  {"billing_frequency":"monthly"}                                                   | 460.00   0.00     0.00
    1.10 1.50 2.00  {"billing_frequency":"monthly","billing_interval":2}                              | 440.00   25.00    0.00
    1.10 1.10 1.10  {"billing_start_date":"2026-03-31"}                                               | 330.00   0.00     0.00
    1.1045 1.1045 1.1045  {"rate":"10.01"}                                                            | 11.06    0.00     0.00
    1.1045 1.1045 1.1045  {"rate":"10.01","billing_start_date":"2026-03-31"}                          | 11.06    0.00     0.00
    1.1045 1.1045 1.1045  {"rate":"0.05","recognition_frequency":"daily","recognition_end_date":"2026-01-03"}  | 0.06  0.00  0.00
  `),
)('EUR at $rates, $billed', async ({ rates, billed, revenue, gain, rounding }) => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  setRates(simulator, rates)
  const { contracts } = simulator.records
  const { id } = contracts.create(quarter({ ...EUROS, obligations: obligationsOf(billed) }))
  await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
  expect(contracts.get(id).status).toBe('completed')
  expect(credited(simulator, 'revenue')).toBe(revenue)
  expect(credited(simulator, 'realised')).toBe(gain)
  expect(credited(simulator, 'rounding')).toBe(rounding)
  expect(credited(simulator, 'deferred')).toBe('0.00')
  expect(creditedInRecord(simulator, 2400)).toBe(0)
})

const METERED: ObligationInput = { item_id: 5, rate: 1, recognition_strategy: 'usage' }

/** Usage of one batch is billed on its last day: what was used before takes from what is deferred, if it can. */
test.each(
  table(`
    billed      flat    | revenue  gain
    in advance  300.00  | 630.00   0.00
    never       0.00    | 260.00   40.00
  `),
)('usage of 01-10 and 02-10, the rest billed $billed', async ({ flat, revenue, gain }) => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  setRates(simulator, '1.10 1.50 1.10')
  const { contracts } = simulator.records
  const { id, obligations } = contracts.create(
    quarter({ ...EUROS, obligations: [...obligationsOf(`{"rate":"${flat}"}`), METERED] }),
  )
  await simulator.clock.advanceTo('2026-02-10T12:00:00Z')
  const items = ['2026-01-10', '2026-02-10'].map((usage_date) => ({
    obligation_id: obligations[1]?.id,
    usage_date,
    quantity: 100,
  }))
  const { status } = await clientOf(simulator)('POST', `/public/v1/contracts/${id}/usage/bulk-upsert/`, {
    items,
  })
  expect(status).toBe(200)
  await simulator.clock.advanceTo('2026-04-02T00:00:00Z')
  expect(contracts.get(id).status).toBe('completed')
  expect([credited(simulator, 'revenue'), credited(simulator, 'realised')]).toEqual([revenue, gain])
  expect([credited(simulator, 'rounding'), credited(simulator, 'deferred')]).toEqual(['0.00', '0.00'])
})

/** docs/service.md §11.1: an edit restates the books as if it had always been so, here for all that rests on it. */
test.each(
  table(`
    edit                                                        when        | revenue  gain
    {"exchange_rate":"1.20"}                                    2026-02-10  | 360.00   0.00
    {"exchange_rate":"1.20"}                                    2026-06-10  | 360.00   0.00
    {"date":"2026-03-31","exchange_rate":"2"}                   2026-06-10  | 460.00   140.00
    {"date":"2026-02-15","exchange_rate":"1.5"}                 2026-06-10  | 410.00   40.00
    {"memo":"other"}                                            2026-06-10  | 330.00   0.00
  `),
)('the invoice is edited to $edit on $when', async ({ edit, when, revenue, gain }) => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  setRates(simulator, '1.10 1.50 2.00')
  const { contracts } = simulator.records
  const { id } = contracts.create(quarter(EUROS))
  await simulator.clock.advanceTo(`${when}T00:00:00Z`)
  const [bill] = contracts.get(id).invoices
  const number = bill?.number as number
  changeInvoice(simulator, number, JSON.parse(edit))
  await simulator.clock.advanceTo('2026-06-10T00:00:00Z')
  expect([credited(simulator, 'revenue'), credited(simulator, 'realised')]).toEqual([revenue, gain])
  expect([credited(simulator, 'deferred'), creditedInRecord(simulator, 2400)]).toEqual(['0.00', 0])
  expect(simulator.books.check()).toEqual([])
})

test('an invoice that is archived takes what it deferred along, and what was earned stays at the rate of its day', async () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  setRates(simulator, '1.10 1.50 2.00')
  const { contracts, invoices } = simulator.records
  const { id } = contracts.create(quarter(EUROS))
  await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
  invoices.remove(contracts.get(id).invoices[0]?.number as number)
  expect(credited(simulator, 'revenue')).toBe('460.00')
  expect([credited(simulator, 'deferred'), creditedInRecord(simulator, 2400)]).toEqual(['-460.00', -300])
  expect(credited(simulator, 'realised')).toBe('0.00')
})

/** A locked period is never restated: what an edit can reach lies behind the lock. */
test('what was recognised in a locked period keeps its value', async () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  setRates(simulator, '1.10 1.50 2.00')
  const { contracts } = simulator.records
  const { id } = contracts.create(quarter({ ...EUROS, billing_frequency: 'monthly' }))
  await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
  simulator.admin.periods.lockThrough(1, '2026-02-28')
  const locked = JSON.stringify(simulator.books.entries({ end_date: '2026-02-28' }))
  const [, , march] = contracts.get(id).invoices
  const number = march?.number as number
  changeInvoice(simulator, number, { exchange_rate: '3' })
  expect(JSON.stringify(simulator.books.entries({ end_date: '2026-02-28' }))).toBe(locked)
  expect(credited(simulator, 'revenue')).toBe('560.00')
  expect(credited(simulator, 'deferred')).toBe('0.00')
})

test('in the currency of the company nothing is carried at any rate', async () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  simulator.records.contracts.create(quarter({ billing_start_date: '2026-03-31' }))
  await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
  expect(credited(simulator, 'revenue')).toBe('300.00')
  expect([credited(simulator, 'realised'), credited(simulator, 'rounding')]).toEqual(['0.00', '0.00'])
})

/** A credit of a generated invoice takes back what it deferred, at the value that it is carried at. */
test('a customer credit for a part of the invoice', async () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  setRates(simulator, '1.10 1.50 2.00')
  const { contracts, customerCredits } = simulator.records
  const { id } = contracts.create(quarter(EUROS))
  await simulator.clock.advanceTo('2026-02-15T00:00:00Z')
  customerCredits.create({
    date: '2026-02-15',
    invoice_number: contracts.get(id).invoices[0]?.number as number,
    exchange_rate: '1.50',
    items: itemLines('1 x 100.00').map((line) => ({ ...line, item_id: 4 })),
  } as Parameters<typeof customerCredits.create>[0])
  expect(creditedInRecord(simulator, 2400)).toBe(100)
  expect(credited(simulator, 'deferred')).toBe('110.00')
  expect(credited(simulator, 'realised')).toBe('-40.00')
  expect(simulator.books.check()).toEqual([])
})
