import { createSimulator, type Simulator } from 'accounting-simulator'
import { beforeEach, describe, expect, test } from 'vitest'

/** The JSON of a record is kept while it holds. Whatever changes it has to show at once. */
type Read = (path: string, from?: Simulator) => Promise<Readonly<Record<string, unknown>>>

let simulator: Simulator

const read: Read = async (path, from = simulator) => {
  const response = await from.fetch(`/public/v1/${path}`, { headers: { 'X-API-KEY': from.apiKey } })
  return (await response.json()) as Readonly<Record<string, unknown>>
}

const first = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
  const { items } = await read(path)
  return (items as Readonly<Record<string, unknown>>[])[0] ?? {}
}

const INVOICE = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: '1', rate: '10' }],
}

beforeEach(async () => {
  simulator = createSimulator({ rateLimits: false })
  simulator.records.invoices.create(INVOICE)
})

const rename = (name: string): void => void simulator.records.customers.update(1, { name })

test('an unchanged record reads the same, with the same assumptions', async () => {
  const reads = [await read('invoices/1/'), await read('invoices/1/'), await first('invoices/')]
  expect(reads[1]).toEqual(reads[0])
  expect(reads[2]?.items).toEqual(reads[0]?.items)
  const [once, again] = simulator.traffic
  expect(again?.assumptions).toEqual(once?.assumptions)
  expect(again?.response).toEqual(once?.response)
})

describe('a read after a change shows it', () => {
  test.each<[string, () => unknown, string, unknown]>([
    ['of the record', () => simulator.records.invoices.update(1, { ...INVOICE, memo: 'new' }), 'memo', 'new'],
    ['of a name that it shows', () => rename('Renamed'), 'customer_name', 'Renamed'],
    [
      'by a payment',
      () =>
        simulator.records.customerPayments.create({
          date: '2026-01-16',
          company_id: 1,
          currency_iso_4217_code: 'USD',
          check_number: '',
          memo: '',
          exchange_rate: '1',
          items: [{ invoice_number: 1, amount: '4.00' }],
        }),
      'amount_due',
      '6.00',
    ],
  ])('%s', async (_, change, member, expected) => {
    const before = [await read('invoices/1/'), await first('invoices/')]
    change()
    const after = [await read('invoices/1/'), await first('invoices/')]
    expect(before.map((shown) => shown[member])).not.toContain(expected)
    expect(after.map((shown) => shown[member])).toEqual([expected, expected])
  })
})

test('a rewind and a fork show their own state', async () => {
  const before = simulator.snapshot()
  const { customer_name: original } = await read('invoices/1/')
  rename('Renamed')
  const fork = simulator.fork()
  fork.records.customers.update(1, { name: 'Forked' })
  const shown = [await read('invoices/1/'), await read('invoices/1/', fork)]
  simulator.restore(before)
  shown.push(await read('invoices/1/'), await read('invoices/1/', fork))
  expect(shown.map(({ customer_name }) => customer_name)).toEqual(['Renamed', 'Forked', original, 'Forked'])
})

test('a stale read shows the state of its injection', async () => {
  const { customer_name: original } = await read('invoices/1/')
  simulator.faults.inject({ on: 'GET /public/v1/invoices/{}/', then: { staleRead: true } })
  rename('Renamed')
  const shown = [await read('invoices/1/'), await read('invoices/1/')]
  expect(shown.map(({ customer_name }) => customer_name)).toEqual([original, 'Renamed'])
})
