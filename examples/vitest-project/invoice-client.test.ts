import { useSimulator } from 'accounting-simulator/vitest'
import { describe, expect, test } from 'vitest'
import { InvoiceClient, type NewInvoice } from './invoice-client'

const simulator = useSimulator()
const { baseUrl, apiKey } = simulator
const sleep = (seconds: number) => simulator.clock.advance({ seconds })
const client = new InvoiceClient({ baseUrl, apiKey, sleep })

const invoice = (reference: string): NewInvoice => ({
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  reference_number: reference,
  items: [{ item_id: 1, quantity: '3', rate: '19.995' }],
})

// Every test has a fork of the simulator to itself, so they may run side by side.
describe.concurrent('an invoice', () => {
  test('arrives after a storm of 429s', async () => {
    const storm = simulator.faults.inject({ times: 3, then: { status: 429, retryAfter: 30 } })
    await client.create(invoice('A-1'))
    expect(storm.hits).toBe(3)
    expect(simulator.clock.now).toBe('2026-01-15T09:01:30.000Z')
    expect(simulator).toHaveHonouredRetryAfter()
  })

  test('is one invoice, though the first answer is lost', async () => {
    simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
    const { number } = await client.create(invoice('A-1'))
    expect(simulator.records.invoices.get(number).amount).toBe('59.99')
    expect(simulator.records.invoices.count()).toBe(1)
    expect(simulator).toHaveReceived('POST /public/v1/invoices/', invoice('A-1'))
    expect(simulator).toHaveUsedIdempotencyKeys()
    expect(simulator).toHaveNoDuplicates()
  })

  test('leaves sound books', async () => {
    await client.create(invoice('A-1'))
    await client.create(invoice('A-2'))
    expect(simulator).toBeBalanced()
    expect(simulator.records.invoices).toHaveNoDuplicates({ by: 'reference_number' })
  })
})
