import { performance } from 'node:perf_hooks'
import { createSimulator } from '../built'
import type { Timing } from '../harness'
import { BASE_URL, HEADERS, invoiceBody, type Simulator } from '../invoices'
import { report } from '../report'
import { fill } from '../worlds'

/** Deliveries to a receiver that is down for five days: twenty attempts each, until the webhook is disabled. */
const ROUNDS = 3

async function registered(simulator: Simulator): Promise<Simulator> {
  const { status } = await simulator.fetch(`${BASE_URL}/public/v2/webhooks/`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }),
  })
  if (status !== 201) throw new Error(`the registration answered ${status}`)
  simulator.webhooks.connect('https://hooks.example.com/', () => new Response(null, { status: 503 }))
  return simulator
}

interface Outage {
  readonly name: string
  readonly simulator: Simulator
  readonly events: number
  readonly rounds: number[]
}

const outage = (name: string, simulator: Simulator, events: number): Outage => ({
  name,
  simulator,
  events,
  rounds: [],
})

/** Microseconds for one event with all that becomes of it; the world is as before. */
async function costOfOneEvent({ simulator, events }: Outage): Promise<number> {
  const mark = simulator.snapshot()
  for (let made = 0; made < events; made += 1) simulator.records.invoices.create(invoiceBody())
  const start = performance.now()
  await simulator.clock.advance('6 days')
  const milliseconds = performance.now() - start
  // The first delivery to fail on the sixth day ends all others.
  const expected = events * 19 + 1
  const { length } = simulator.webhooks.attempts
  if (length !== expected) throw new Error(`${length} attempts instead of ${expected}`)
  simulator.restore(mark)
  return (milliseconds * 1000) / events
}

const few = await registered(createSimulator({ rateLimits: false }))
const many = await registered(fill(createSimulator({ rateLimits: false }), 20_000).simulator)
const outages = [
  outage('100 events, new world', few, 100),
  outage('1,000 events, new world', few, 1_000),
  outage('1,000 events among 20,000 invoices', many, 1_000),
] as const
await costOfOneEvent(outages[0])
for (let round = 0; round < ROUNDS; round += 1)
  for (const one of outages) one.rounds.push(await costOfOneEvent(one))

const [first, second, third]: readonly Timing[] = outages
if (first && second && third)
  report('webhooks: a delivery through an outage of 5 days, 19 attempts, per event', [
    { timing: first },
    { timing: second, against: first, aim: 1.5 },
    { timing: third, against: second, aim: 1.5 },
  ])
