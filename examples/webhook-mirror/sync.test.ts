import { useSimulator } from 'accounting-simulator/vitest'
import { beforeEach, expect, test } from 'vitest'
import { Accounting, Mirror, type Order } from './sync'

const simulator = useSimulator({ time: 'virtual' })
const ORDERS: readonly Order[] = Array.from({ length: 25 }, (_, index) => ({
  id: `O-${index + 1}`,
  customer: 1 + (index % 5),
  lines: [{ item: 1, quantity: index + 1, price: '19.99' }],
}))

let mirror: Mirror
beforeEach(async () => {
  mirror = new Mirror(new Accounting(simulator.baseUrl, simulator.apiKey))
  simulator.webhooks.connect('https://shop.example.com/', (request) => mirror.receive(request))
  await mirror.register('https://shop.example.com/accounting')
})

/** Sends all orders, and lets a day pass for what is repeated. */
async function work(): Promise<void> {
  for (const order of ORDERS) await mirror.accounting.send(order)
  await simulator.clock.advance('1 day')
}

function expectAllThere(): void {
  const sent = simulator.records.invoices.findMany({}).map(({ reference_number }) => reference_number)
  expect(sent).toEqual(ORDERS.map(({ id }) => id))
  const copied = [...mirror.invoices.values()].sort((one, other) => one.number - other.number)
  expect(copied.map(({ number, amount_due }) => [number, amount_due])).toEqual(
    simulator.records.invoices.findMany({}).map(({ number, amount_due }) => [number, amount_due]),
  )
  expect(simulator).toHaveNoDuplicates({ by: 'reference_number' })
}

test('an ordinary day', async () => {
  await work()
  expectAllThere()
  expect(simulator).toHaveHonouredRetryAfter()
})

test.each([
  ['a lost response', { on: 'POST /public/v1/invoices/', times: 3, then: { loseResponse: true } }],
  ['a minute of maintenance', { during: '1 minute', then: { maintenance: true } }],
  ['events that come twice', { on: 'DELIVERY *', probability: 0.5, then: { duplicate: true } }],
  ['a receiver that cannot be reached', { on: 'DELIVERY *', times: 5, then: { networkError: true } }],
] as const)('%s', async (_, fault) => {
  simulator.faults.inject(fault)
  await work()
  expectAllThere()
})

test('a forged event is refused', async () => {
  const response = await mirror.receive(
    new Request('https://shop.example.com/', { method: 'POST', body: '{}' }),
  )
  expect(response.status).toBe(400)
})
