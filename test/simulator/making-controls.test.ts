import { createSimulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { expect, test } from 'vitest'

type Json = Readonly<Record<string, unknown>>

function opened(options: { hosted?: boolean } = {}) {
  const simulator = createSimulator({ now: '2026-01-15T09:00:00Z' })
  const port = controls(simulator, options)
  const post = async (path: string, body: object) => {
    const response = await port(
      new Request(`http://simulator/__simulator${path}`, { method: 'POST', body: JSON.stringify(body) }),
    )
    return { status: response.status, body: (await response.json()) as Json }
  }
  return { simulator, post }
}

test('POST /make/{name} makes one record as the factory does, from what its lines name', async () => {
  const { simulator, post } = opened()
  const { number, customer_id, amount_due: amount } = simulator.make.invoice({ customer_id: 2 })
  const items = [{ invoice_number: number, amount }]
  const { status, body } = await post('/make/customerPayment', { items })
  expect([status, body.customer_id, body.amount]).toEqual([200, customer_id, amount])
  expect(simulator.records.invoices.get(number).amount_due).toBe('0.00')
})

test('and many with count and given', async () => {
  const { simulator, post } = opened()
  const { status, body } = await post('/make/customers', { count: 3, given: { country: 'IE' } })
  expect([status, (body.items as Json[]).map(({ country }) => country)]).toEqual([200, ['IE', 'IE', 'IE']])
  expect(simulator.records.customers.count()).toBe(3 + createSimulator().records.customers.count())
})

test.each<[string, object, string]>([
  ['/make/customerPaymet', {}, 'customerPayment'],
  ['/make/invoices', { cuont: 2 }, 'count'],
  ['/make/invoice', { custmer_id: 1 }, 'customer_id'],
  ['/make/customerPayment', { items: [{ invoice_number: 99, amount: '1.00' }] }, 'Invoice with id 99'],
  ['/age', { invoces: 3 }, 'invoices'],
  ['/age', { invoices: -1 }, '0 to'],
])('POST %s with %j is told, and writes nothing', async (path, body, told) => {
  const { simulator, post } = opened()
  const before = JSON.stringify(simulator.export().tables.customers)
  const answer = await post(path, body)
  expect([400, 422]).toContain(answer.status)
  expect(JSON.stringify(answer.body)).toContain(told)
  expect(simulator.records.invoices.count()).toBe(0)
  expect(simulator.records.customerPayments.count()).toBe(0)
  expect(simulator.clock.now).toBe('2026-01-15T09:00:00.000Z')
  expect(JSON.stringify(simulator.export().tables.customers)).toBe(before)
})

test('POST /age gives the world a past that ends now', async () => {
  const { simulator, post } = opened()
  const kept = simulator.make.customer({ name: 'Kept' })
  expect(await post('/age', { invoices: 20, upTo: '6 months' })).toEqual({ status: 200, body: { ok: true } })
  expect(simulator.records.invoices.count()).toBe(20)
  expect(simulator.records.customers.get(kept.id).name).toBe('Kept')
  const { items } = simulator.records.invoices.list()
  for (const { date } of items) expect(date <= '2026-01-15' && date >= '2025-07-14').toBe(true)
  expect([simulator.clock.now, simulator.books.check()]).toEqual(['2026-01-15T09:00:00.000Z', []])
})

test('not for callers on other machines, whose process it would keep busy', async () => {
  const { post } = opened({ hosted: true })
  expect((await post('/age', { invoices: 1 })).status).toBe(403)
  expect((await post('/make/invoice', {})).status).toBe(200)
})
