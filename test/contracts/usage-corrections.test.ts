import { expect, test } from 'vitest'
import { refusal } from '../support/client'
import { table } from '../support/table'
import { METERED, metered } from '../support/worlds/metered-contract'
import { posted } from '../support/worlds/shorthand'
import { balanceOf, payment, trading } from '../support/worlds/trade'

const DEFERRED_REVENUE = 2400

/** docs/service.md §13.5: a correction reaches the recognition, the invoice line and the ledger. */
test.each(
  table(`
    change                                        | amount  invoice        recognised     ledger
    {"quantity":2000}                             | 30.00   01-12 33.00    01-10 30.00    Dr Deferred 30.00, Cr Revenue 30.00
    {"quantity":2000,"rate":"0.02"}               | 40.00   01-12 43.00    01-10 40.00    Dr Deferred 40.00, Cr Revenue 40.00
    {"usage_date":"2026-01-14"}                   | 15.00   01-14 18.00    01-14 15.00    Dr Deferred 15.00, Cr Revenue 15.00
    {"usage_date":"2026-01-02"}                   | 15.00   01-12 18.00    01-02 15.00    Dr Deferred 15.00, Cr Revenue 15.00
    {"quantity":0}                                | 0.00    01-12 3.00     01-10 0.00     none
    {"status":"archived"}                         | 15.00   01-12 3.00     01-10 15.00    Dr Deferred 15.00, Dr Revenue 15.00, Cr Deferred 15.00, Cr Revenue 15.00
    {"memo":"other"}                              | 15.00   01-12 18.00    01-10 15.00    Dr Deferred 15.00, Cr Revenue 15.00
  `),
)('an invoiced record corrected by $change', async ({ change, amount, invoice, recognised, ledger }) => {
  const simulator = trading()
  const { use, upsert, contract } = metered(simulator)
  await upsert(use(METERED, '2026-01-10', 1000), use(METERED, '2026-01-12', 200))
  const answer = await upsert({ ...use(METERED, '2026-01-10', 1000, { id: 1 }), ...JSON.parse(change) })
  expect([answer.status, answer.errors]).toEqual([200, {}])
  expect(answer.records[0]?.amount).toBe(amount)
  const [shown] = simulator.records.invoices.list().items
  expect(`${shown?.date.slice(5)} ${shown?.amount}`).toBe(invoice)
  const entry = contract().revenue_recognitions.find(
    ({ id }) => id === answer.records[0]?.revenue_recognition_id,
  )
  expect(`${entry?.date.slice(5)} ${entry?.amount}`).toBe(recognised)
  expect(posted(simulator, 'revenueRecognitions', entry?.number as number)).toBe(ledger)
  expect(simulator.records.invoices.count()).toBe(1)
  // The flat obligation is recognised and never billed.
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('100.00')
})

test('a corrected line shows its rate as any other line does', async () => {
  const simulator = trading()
  const { use, upsert } = metered(simulator)
  await upsert(use(METERED, '2026-01-10', 1000), use(METERED, '2026-01-12', 200))
  await upsert(use(METERED, '2026-01-10', 2050, { id: 1, memo: 'recounted' }))
  const lines = simulator.records.invoices.get(1).items ?? []
  expect(lines.map(({ quantity, rate, memo }) => [quantity, rate, memo])).toEqual([
    ['1', '30.75', 'recounted'],
    ['1', '3', ''],
  ])
})

/** docs/service.md §13.4: deferred revenue ends at 0.00 in both currencies, corrected or not. */
test.each(
  table(`
    correction                                                        | invoice
    {"id":1,"usage_date":"2026-01-05","quantity":20}                  | 2026-01-11 30.01 at 1.2
    {"id":2,"usage_date":"2026-01-11","quantity":33.33}               | 2026-01-11 43.34 at 1.2
    {"id":2,"usage_date":"2026-01-14","quantity":10.01}               | 2026-01-14 20.02 at 1.3
    {"id":1,"usage_date":"2026-01-05","quantity":1,"status":"archived"}   | 2026-01-11 10.01 at 1.2
    {"id":2,"usage_date":"2026-01-11","quantity":1,"status":"archived"}   | 2026-01-05 10.01 at 1.1045
  `),
)('foreign usage corrected by $correction leaves nothing deferred', async ({ correction, invoice }) => {
  const simulator = trading()
  for (const [rate, date] of [
    ['1.1045', '2026-01-01'],
    ['1.2', '2026-01-10'],
    ['1.3', '2026-01-13'],
  ] as const)
    simulator.admin.exchangeRates.set('EUR', 'USD', rate, date)
  const { use, upsert } = metered(simulator, 'active', {
    currency_iso_4217_code: 'EUR',
    obligations: [{ item_id: 4, rate: 1, recognition_strategy: 'usage' }],
  })
  await upsert(use(METERED, '2026-01-05', '10.01'), use(METERED, '2026-01-11', '10.01'))
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('0.00')
  const { status } = await upsert({ obligation_id: 1, ...JSON.parse(correction) })
  expect(status).toBe(200)
  const { date, amount, exchange_rate } = simulator.records.invoices.get(1)
  expect(`${date} ${amount} at ${exchange_rate}`).toBe(invoice)
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('0.00')
})

test('the invoice is archived with the last of its records', async () => {
  const simulator = trading()
  const { use, upsert } = metered(simulator)
  await upsert(use(METERED, '2026-01-10', 1000))
  const { records } = await upsert(use(METERED, '2026-01-10', 1000, { id: 1, status: 'archived' }))
  expect(records[0]).toMatchObject({ status: 'archived', invoice_status: 'archived' })
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('100.00')
})

test('what is paid or locked cannot be corrected', async () => {
  const simulator = trading()
  const { use, upsert } = metered(simulator)
  await upsert(use(METERED, '2026-01-10', 1000))
  const number = simulator.records.customerPayments.create(
    payment({ items: [{ invoice_number: 1, amount: '5.00', position: 1 }] }),
  ).number
  const paid = await upsert(use(METERED, '2026-01-10', 2000, { id: 1 }))
  expect(paid.body).toEqual(refusal('items', 'Line 1: Record has applied transactions'))
  simulator.records.customerPayments.remove(number)
  simulator.admin.periods.lockThrough(1, '2026-01-10')
  for (const change of [{ quantity: 2000 }, { usage_date: '2026-01-11' }]) {
    const locked = await upsert({ ...use(METERED, '2026-01-10', 1000, { id: 1 }), ...change })
    expect(locked.body).toEqual(refusal('date', 'Posting period is locked'))
  }
  const into = await upsert(use(METERED, '2026-01-09', 1))
  expect(into.body).toEqual(refusal('date', 'Posting period is locked'))
  simulator.admin.periods.unlock(1)
  expect((await upsert(use(METERED, '2026-01-10', 2000, { id: 1 }))).status).toBe(200)
})

test('the switch refuses every correction', async () => {
  const simulator = trading({ assumptions: { 'usage-update': '422' } })
  const { use, upsert } = metered(simulator)
  await upsert(use(METERED, '2026-01-10', 1000))
  const answer = await upsert(use(METERED, '2026-01-10', 2000, { id: 1 }))
  expect(answer.body).toEqual(refusal('items', 'Line 1: Cannot be changed'))
})

test('an invoice that was rewritten by hand is corrected, one that was archived is not', async () => {
  const simulator = trading()
  const { use, upsert } = metered(simulator)
  await upsert(use(METERED, '2026-01-10', 1000))
  const { invoices } = simulator.records
  const items = [{ item_id: 4, quantity: 1, rate: 20, position: 1 }]
  invoices.update(1, { date: '2026-01-10', company_id: 1, customer_id: 1, contracted: true, items })
  const correct = (quantity: number) => upsert(use(METERED, '2026-01-10', quantity, { id: 1 }))
  expect((await correct(2000)).status).toBe(200)
  expect(invoices.get(1).amount).toBe('30.00')
  invoices.remove(1)
  expect((await correct(2000)).status).toBe(200)
  expect((await correct(2001)).body).toEqual(refusal('items', 'Line 1: Invoice 1 is not posted'))
})
