import { createSimulator, type Simulator, type TrafficEntry } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Batch, readBatch } from '../../examples/invoice-sync/batch'
import { Client, type ClientOptions } from '../../examples/invoice-sync/client'
import { amount, cents, total } from '../../examples/invoice-sync/money'
import { reconcile } from '../../examples/invoice-sync/reconcile'
import { sync } from '../../examples/invoice-sync/sync'

const COMPANY = 1
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const batch: Batch = await readBatch(new URL('../../examples/invoice-sync/data/', import.meta.url))

describe('the integration against the simulator', () => {
  test('creates everything once and nothing on the second run', async () => {
    const { simulator, client } = simulated()
    const before = counts(simulator)

    expect(await sync(client, batch, COMPANY)).toEqual({
      customers: { found: 0, created: 12, failed: [] },
      invoices: { found: 0, created: 30, failed: [] },
      payments: { found: 0, created: 20, failed: [] },
    })
    expect(counts(simulator)).toEqual({
      customers: before.customers + 12,
      invoices: before.invoices + 30,
      customerPayments: before.customerPayments + 20,
    })

    const after = counts(simulator)
    const requestsOfFirstRun = simulator.traffic.length
    expect(await sync(client, batch, COMPANY)).toEqual({
      customers: { found: 12, created: 0, failed: [] },
      invoices: { found: 30, created: 0, failed: [] },
      payments: { found: 20, created: 0, failed: [] },
    })
    expect(counts(simulator)).toEqual(after)
    const secondRun = simulator.traffic.slice(requestsOfFirstRun)
    expect(secondRun.map(({ request }) => request.method)).toEqual(['GET', 'GET', 'GET', 'GET'])
  })

  test('sends nothing to a route inside the Retry-After window of its 429', async () => {
    const { simulator, client } = simulated()
    await sync(client, batch, COMPANY)

    // Requests that were under way already when the refusal came are no repeats: they bear keys not seen before.
    const traffic = simulator.traffic.map((entry) => ({ ...entry, key: keyOf(entry) }))
    const isRepeat = (at: number) => traffic.slice(0, at).some(({ key }) => key === traffic[at]?.key)
    const tooEarly: string[] = []
    let refusals = 0
    for (const [index, refusal] of traffic.entries()) {
      if (refusal.response?.status !== 429) continue
      refusals += 1
      const from = Date.parse(refusal.at)
      const until = from + 1000 * Number(refusal.response.headers['retry-after'])
      expect(until).toBeGreaterThan(from)
      for (const [later, { at, request, key }] of traffic.entries()) {
        if (later <= index || Date.parse(at) >= until) continue
        if (Date.parse(at) > from || isRepeat(later)) tooEarly.push(`${at} ${request.url} ${key}`)
      }
    }
    expect(refusals).toBe(32)
    expect(tooEarly).toEqual([])
  })

  test('names every write with a key of its own, which its retries keep', async () => {
    const { simulator, client } = simulated()
    await sync(client, batch, COMPANY)

    const writes = simulator.traffic.filter(({ request }) => request.method === 'POST')
    const accepted = writes.filter(({ response }) => response !== null && response.status < 300)
    expect(new Set(accepted.map(keyOf)).size).toBe(62)
    expect(accepted).toHaveLength(62)
    const refused = writes.filter(({ response }) => response?.status === 429).map(keyOf)
    expect(accepted.map(keyOf)).toEqual(expect.arrayContaining(refused))
    expect(refused).toContain('invoice-INV-2030')
  })

  test('reconciles to the cent and leaves sound books', async () => {
    const { simulator, client } = simulated()
    await sync(client, batch, COMPANY)

    const { open, balances, differences } = await reconcile(client, batch, COMPANY)
    expect(differences).toEqual([])
    expect(balances).toEqual([
      { currency: 'EUR', invoices: 2, due: '1454.00', expected: '1454.00' },
      { currency: 'USD', invoices: 14, due: '5372.59', expected: '5372.59' },
    ])
    expect(open).toHaveLength(16)
    expect(open[0]).toEqual({
      reference: 'INV-2010',
      customer: 'Juniper Clinics',
      dueDate: '2026-01-20',
      currency: 'USD',
      amount: '2550.00',
      due: '550.00',
    })

    const { debits, credits } = sums(simulator)
    expect(debits).toBe(credits)
    expect(simulator.books.check()).toEqual([])
  })

  test('sends every row as the export has it', async () => {
    const { simulator, client } = simulated()
    await sync(client, batch, COMPANY)

    const { customers, items, invoices } = simulator.records
    const day = ({
      date,
      currency,
      exchange_rate,
      memo,
    }: Batch['payments'][number] | Batch['invoices'][number]) => ({
      ...{ company_id: COMPANY, date, currency_iso_4217_code: currency, exchange_rate, memo },
    })
    const customer_id = ({ customer }: { customer: string }) =>
      customers.findFirst({ unique_id: customer })?.id
    const rows: [name: string, body: object][] = [
      ...batch.customers.map(({ code, ...members }): [string, object] => [
        'customers',
        { ...members, unique_id: code },
      ]),
      ...batch.invoices.map((row): [string, object] => {
        const { reference: reference_number, due_date } = row
        const lines = row.lines.map(({ sku, quantity, rate, memo }) => {
          return { item_id: items.findFirst({ sku })?.id, quantity, rate, memo }
        })
        return [
          'invoices',
          { ...day(row), reference_number, due_date, customer_id: customer_id(row), items: lines },
        ]
      }),
      ...batch.payments.map((row): [string, object] => {
        const lines = row.lines.map(({ invoice, amount }) => {
          return { invoice_number: invoices.findFirst({ reference_number: invoice })?.number, amount }
        })
        const account_number = row.account === '' ? null : Number(row.account)
        const { reference: check_number } = row
        return [
          'customer-payments',
          { ...day(row), check_number, account_number, customer_id: customer_id(row), items: lines },
        ]
      }),
    ]
    const unsent = rows.filter(
      ([name, body]) => simulator.received(`POST /public/v1/${name}/`, body).length === 0,
    )
    expect(unsent).toEqual([])
  })

  test('makes a payment once although the answer to it was lost', async () => {
    const { simulator, client } = simulated()
    const fault = simulator.faults.inject({
      on: 'POST /public/v1/customer-payments/',
      skip: 24,
      then: { loseResponse: true },
    })
    const report = await sync(client, batch, COMPANY)
    expect(fault.hits).toBe(1)
    expect(report.payments).toEqual({ found: 0, created: 20, failed: [] })
    expect(simulator.records.customerPayments.count()).toBe(20)
    expect((await reconcile(client, batch, COMPANY)).differences).toEqual([])
  })

  test('works through pages that are smaller than the lists', async () => {
    const { simulator, client } = simulated({ pageSize: 7 })
    await sync(client, batch, COMPANY)
    const writes = (): number => simulator.traffic.filter(({ request }) => request.method === 'POST').length
    const writesOfFirstRun = writes()
    const again = await sync(client, batch, COMPANY)
    expect(again.invoices).toEqual({ found: 30, created: 0, failed: [] })
    expect(writes()).toBe(writesOfFirstRun)
    expect((await reconcile(client, batch, COMPANY)).differences).toEqual([])
  })

  test('looks at invoices and payments of its own company, from the time of the export on', async () => {
    const { simulator, client } = simulated()
    for (const other of [{ company_id: 2 }, { date: '2020-01-01' }]) {
      simulator.make.invoice({ ...other, reference_number: 'INV-2001' })
      simulator.make.customerPayment({ ...other, check_number: 'PAY-3001' })
    }
    const { invoices, payments } = await sync(client, batch, COMPANY)
    expect(invoices).toEqual({ found: 0, created: 30, failed: [] })
    expect(payments).toEqual({ found: 0, created: 20, failed: [] })
  })

  test('reports a row that the service refuses and brings in the others', async () => {
    const { client } = simulated()
    const [first, ...others] = batch.invoices
    if (first === undefined) throw new Error('the batch has invoices')
    const wrong = { ...first, currency: 'XXX' }
    const report = await sync(client, { ...batch, invoices: [wrong, ...others] }, COMPANY)
    expect(report.invoices).toMatchObject({ created: 29, failed: [expect.stringContaining('answered 422')] })
    expect(report.payments.failed).toEqual(['PAY-3003: the service has no invoice INV-2001'])
    expect((await reconcile(client, batch, COMPANY)).differences).toContain(
      'INV-2001: the service does not have it',
    )
  })
})

function simulated(options: Partial<ClientOptions> = {}): { simulator: Simulator; client: Client } {
  const simulator = createSimulator()
  server.use(...handlers(simulator))
  const sleep = (milliseconds: number) => simulator.clock.advance({ milliseconds })
  const client = new Client({
    baseUrl: 'https://accounting.test',
    apiKey: simulator.apiKey,
    sleep,
    ...options,
  })
  return { simulator, client }
}

function counts({ records }: Simulator) {
  return {
    customers: records.customers.count(),
    invoices: records.invoices.count(),
    customerPayments: records.customerPayments.count(),
  }
}

function sums({ books }: Simulator) {
  const lines = books.trialBalance(COMPANY)
  return {
    debits: amount(total(lines.map((line) => cents(line.debits)))),
    credits: amount(total(lines.map((line) => cents(line.credits)))),
  }
}

function keyOf({ request }: TrafficEntry): string | undefined {
  return request.headers['idempotency-key']
}
