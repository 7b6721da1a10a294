import type { Simulator } from 'accounting-simulator'

type Ask = (method: string, path: string, body?: object, key?: string) => Promise<number>

const INVOICE = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: 3, rate: '19.995' }],
}
const HOOK = 'https://hooks.example.com/accounting/in'
const CUSTOMERS = '/public/v1/customers/'

/**
 * A working day with entries of every kind: requests with every outcome, faults, deliveries that arrive, fail and wait,
 * calls, work of the clock, steps, two organisations. A turn makes two entries and a little more.
 */
export async function fill(simulator: Simulator, ask: Ask, turns: number): Promise<void> {
  const { webhooks, clock, faults, records } = simulator
  webhooks.connect(HOOK, () => new Response('ok', { status: webhooks.attempts.length % 7 === 3 ? 500 : 200 }))
  const topics = ['core.invoice/created', 'core.customer/updated']
  await ask('POST', '/public/v2/webhooks/', { url: HOOK, topics })
  await ask('POST', '/public/v1/invoices/', INVOICE)
  records.customers.create({
    name: 'Acorn Branch',
    address: 'a',
    country: 'US',
    email: 'a@example.com',
    website: 'w',
    phone: '1',
  })
  simulator.organization('Branch office').records.invoices.create(INVOICE)
  await simulator.play({
    name: 'billing',
    steps: [{ create: { record: 'invoices', body: { ...INVOICE, memo: 'by a scenario' } } }],
  })
  for (let turn = 0; turn < turns; turn++) {
    if (turn % 100 === 7) faults.inject({ on: `GET ${CUSTOMERS}`, then: { status: 503 } })
    if (turn % 100 === 17) faults.inject({ on: `GET ${CUSTOMERS}`, then: { networkError: true } })
    await ask('GET', `/public/v1/invoices/?offset=${turn}&limit=20&ordering=-date`)
    await ask('GET', CUSTOMERS)
    if (turn % 12 === 0)
      await ask('POST', '/public/v1/invoices/', { ...INVOICE, reference_number: `R-${turn}` })
    if (turn % 15 === 0) await ask('POST', '/public/v1/invoices/', { date: '2026-01-15' })
    if (turn % 40 === 13) await ask('GET', '/public/v1/invoices/', undefined, 'not-a-key')
    if (turn % 50 === 0) await clock.advance('10 minutes')
  }
  await clock.advance('1 minute')
  webhooks.hold()
  for (let turn = 0; turn < 3; turn++) await ask('POST', '/public/v1/invoices/', INVOICE)
}
