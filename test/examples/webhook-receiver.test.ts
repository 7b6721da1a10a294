import { execFile } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { createSimulator, type Simulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Client } from '../../examples/webhook-receiver/client'
import { Mirror } from '../../examples/webhook-receiver/mirror'
import { WebhookReceiver } from '../../examples/webhook-receiver/receiver'

/** The receiver of the example between two real servers: nothing is mocked, and it reads the simulator over HTTP. */
const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const work of cleanUp.splice(0).reverse()) await work()
})

const TOPICS = [
  'core.invoice/created',
  'core.invoice/updated',
  'core.customer/updated',
  'core.customer/deleted',
]

async function opened() {
  const simulator = createSimulator({ rateLimits: false })
  const service = await serve(simulator)
  cleanUp.push(() => service.close())
  const response = await simulator.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://hooks.example.com/', topics: TOPICS }),
  })
  const { secret } = (await response.json()) as { secret: string }
  const mirror = new Mirror(new Client({ baseUrl: service.url, apiKey: simulator.apiKey }))
  const receiver = new WebhookReceiver({ secret, mirror })
  receiver.server.listen(0, '127.0.0.1')
  await once(receiver.server, 'listening')
  cleanUp.push(() => {
    receiver.server.closeAllConnections()
    receiver.server.close()
  })
  const { port } = receiver.server.address() as AddressInfo
  simulator.webhooks.connect('https://hooks.example.com/', `http://127.0.0.1:${port}`, { timestamps: 'wall' })
  return { simulator, mirror, receiver, webhooks: simulator.webhooks }
}

const sell = (simulator: Simulator, rate = '100.00') =>
  simulator.records.invoices.create({
    date: '2026-01-15',
    company_id: 1,
    customer_id: 1,
    items: [{ item_id: 1, quantity: 1, rate }],
  }).number
const statuses = ({ webhooks }: Simulator) => webhooks.attempts.map(({ response }) => response?.status)

describe('the mirror', () => {
  it('holds what the service holds, whatever happens on the way', async () => {
    const { simulator, mirror, receiver, webhooks } = await opened()
    const number = sell(simulator)
    simulator.records.invoices.update(number, {
      date: '2026-01-15',
      company_id: 1,
      customer_id: 2,
      items: [{ item_id: 1, quantity: 2, rate: '100.00' }],
    })
    for (const { id } of webhooks.queue) webhooks.duplicate(id)
    webhooks.reorder(webhooks.queue.map(({ id }) => id).reverse())
    await webhooks.flush()
    expect(statuses(simulator)).toEqual([204, 204, 204, 204])
    expect(receiver.counts).toEqual({ handled: 2, repeated: 2, refused: 0 })
    expect(mirror.get('core.Invoice', number)).toEqual(simulator.records.invoices.get(number))
  })

  it('forgets what was deleted, also when the deletion is heard of before an older change', async () => {
    const { simulator, mirror, webhooks } = await opened()
    const customers = simulator.records.customers
    const body = { name: 'Short-lived', address: '', country: '', email: '', website: '', phone: '' }
    const { id } = customers.create(body)
    await mirror.refill()
    expect(mirror.get('core.Customer', id)).toBeDefined()
    customers.update(id, { ...body, name: 'Renamed' })
    customers.remove(id)
    webhooks.reorder(webhooks.queue.map((one) => one.id).reverse())
    await webhooks.flush()
    expect(mirror.get('core.Customer', id)).toBeUndefined()
  })
})

describe('the receiver', () => {
  it('asks for the event again when the service cannot be read', async () => {
    const { simulator, mirror, receiver } = await opened()
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const number = sell(simulator)
    simulator.faults.inject({ on: 'GET /public/v2/*', times: 2, then: { status: 429, retryAfter: 1 } })
    await simulator.clock.advance('10 minutes')
    expect(statuses(simulator)).toEqual([503, 503, 204])
    expect(receiver.counts.handled).toBe(1)
    expect(mirror.get('core.Invoice', number)).toBeDefined()
  })

  it.each([
    ['GET', undefined, {}],
    ['POST', '{}', {}],
    ['POST', 'x'.repeat(70_000), {}],
    [
      'POST',
      '{}',
      { 'Service-Webhook-Signature-V1': 'a'.repeat(64), 'Service-Webhook-Request-Timestamp': '1767614400' },
    ],
  ])('answers %s %.10s with 400', async (method, body, headers) => {
    const { receiver } = await opened()
    const { port } = receiver.server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
    expect([response.status, receiver.counts.refused]).toEqual([400, 1])
  })

  it('runs as a program of its own', async () => {
    const program = promisify(execFile)('npx', ['tsx', 'examples/webhook-receiver/main.ts'])
    await expect(program).rejects.toThrow('set ACCOUNTING_URL, ACCOUNTING_API_KEY and WEBHOOK_SECRET')
  })
})

describe('npm run demo, second act', () => {
  it('tells of the outage and finds everything in order', async () => {
    const { stdout } = await promisify(execFile)('npx', ['tsx', 'examples/webhook-receiver/demo.ts', '--all'])
    expect(stdout).toContain('minute  7503')
    expect(stdout).toContain('all 10 checks hold')
    expect(stdout).not.toContain('✗')
  })
})
