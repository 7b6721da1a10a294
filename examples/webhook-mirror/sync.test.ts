import { useSimulator } from 'accounting-simulator/vitest'
import { expect, test } from 'vitest'
import { connect, Mirror, type Order, send } from './sync'

const simulator = useSimulator({ time: 'virtual' })
const ORDERS: Order[] = [...'ABCDEFGHIJKLMNOPQRSTUVWXY'].map((id) => ({ id, customer: 1, price: '19.99' }))

/** Sends all orders, and lets a day pass for the events that come again. */
async function work(): Promise<Mirror> {
  const service = connect(simulator.baseUrl, simulator.apiKey)
  const mirror = new Mirror(service)
  // It throws when its read of the invoice fails. The service sends the event again then.
  simulator.webhooks.connect('https://shop.example.com/', (request) => mirror.receive(request), {
    mayThrow: true,
  })
  await mirror.register('https://shop.example.com/accounting')
  for (const order of ORDERS) await send(service, order)
  await simulator.clock.advance('1 day')
  return mirror
}

test.each([
  ['an ordinary day', { on: 'POST /public/v1/invoices/', then: { delay: '1 second' } }],
  ['lost responses', { on: 'POST /public/v1/invoices/', times: 3, then: { loseResponse: true } }],
  ['a minute of maintenance', { during: '1 minute', then: { maintenance: true } }],
  ['events that come twice', { on: 'DELIVERY *', probability: 0.5, then: { duplicate: true } }],
  ['events that come late', { on: 'DELIVERY *', probability: 0.5, then: { delay: '5 minutes' } }],
  ['a receiver that cannot be reached', { on: 'DELIVERY *', times: 5, then: { networkError: true } }],
] as const)('all invoices arrive on both sides: %s', async (_, fault) => {
  simulator.faults.inject(fault)
  const mirror = await work()
  expect(simulator).toHaveNoDuplicates({ by: 'reference_number' })
  const invoices = simulator.records.invoices.findMany()
  expect(invoices.map(({ reference_number }) => reference_number)).toEqual(ORDERS.map(({ id }) => id))
  const copied = [...mirror.invoices.values()].map(({ number, amount_due }) => `${number} ${amount_due}`)
  expect(copied.sort()).toEqual(invoices.map(({ number, amount_due }) => `${number} ${amount_due}`).sort())
})

test('a forged event changes nothing', async () => {
  const mirror = await work()
  const forged = new Request('https://shop.example.com/', { method: 'POST', body: '{"object":{"id":1}}' })
  expect((await mirror.receive(forged)).status).toBe(400)
})
