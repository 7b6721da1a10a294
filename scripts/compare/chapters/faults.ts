import type { FaultEffect, Simulator } from 'accounting-simulator'
import { HOOKS, RECEIVER } from '../../../test/support/worlds/office'
import { INVOICE, INVOICES } from '../../../test/support/worlds/shop'
import { PerSide } from '../pair'
import type { Stage } from '../stage'

const EFFECTS: readonly FaultEffect[] = [
  ...[
    { status: 503 },
    { status: 500, body: 'oops' },
    { status: 418, headers: { 'X-Tea': 'yes' }, body: { tea: 1 } },
  ],
  ...([
    { status: 429 },
    { status: 429, retryAfter: 30 },
    { networkError: true },
    { loseResponse: true },
  ] as const),
  ...([
    { truncateBody: 20 },
    { malformedJson: true },
    { contentType: 'text/html' },
    { staleRead: true },
  ] as const),
  ...([{ pageDrift: { create: 2 } }, { pageDrift: { remove: 1 } }, { losePermission: true }] as const),
  ...([
    { losePermission: ['INTEGRATION'] },
    { lapseSubscription: true },
    { lapseSubscription: ['bills'] },
  ] as const),
  ...([
    { maintenance: true },
    { maintenance: { for: '5 minutes', retryAfter: 60 } },
    { revokeKey: true },
  ] as const),
]
const DELIVERY_EFFECTS: readonly FaultEffect[] = [
  ...([
    { status: 500 },
    { status: 410 },
    { networkError: true },
    { loseResponse: true },
    { delay: '3 seconds' },
  ] as const),
  ...([
    { truncateBody: 9 },
    { malformedJson: true },
    { contentType: 'text/plain' },
    { timeout: true },
  ] as const),
  { duplicate: true },
]

/** Every kind of fault, counted, timed, drawn and under a condition, on requests and on deliveries. */
export async function faults(stage: Stage): Promise<void> {
  for (const effect of EFFECTS) {
    const simulator = shop(stage)
    const mark = simulator.snapshot()
    for (const options of [
      { skip: 1 },
      { on: `* ${INVOICES}*`, times: 2 },
      { probability: 0.4 },
      { after: '1 minute', during: '2 minutes' },
      { when: { records: 'invoices' as const, atLeast: 5 } },
    ]) {
      const fault = stage.try(() => simulator.faults.inject({ ...options, then: effect }))
      await visit(stage, simulator)
      await simulator.clock.advance({ seconds: 70 })
      await visit(stage, simulator)
      void fault?.hits
      simulator.faults.unfired()
      simulator.faults.clear()
      if (stage.chance.below(2) === 0) simulator.restore(mark)
    }
    await stage.conclude(simulator)
  }
  await delayed(stage)
  await deliveries(stage)
}

function shop(stage: Stage): Simulator {
  const simulator = stage.open()
  for (let made = 0; made < 4; made += 1) simulator.records.invoices.create(INVOICE)
  return simulator
}

async function visit(stage: Stage, simulator: Simulator): Promise<void> {
  const once = { 'Idempotency-Key': `k-${stage.chance.below(1000)}` }
  await stage.ask(simulator, 'POST', INVOICES, { body: INVOICE, headers: once })
  await stage.ask(simulator, 'POST', INVOICES, { body: INVOICE, headers: once })
  await stage.ask(simulator, 'GET', `${INVOICES}?limit=2&ordering=-id`)
  await stage.ask(simulator, 'GET', `${INVOICES}1/`)
  await stage.ask(simulator, 'GET', HOOKS)
}

/** Responses that wait for the clock, and what the same key gets meanwhile. */
async function delayed(stage: Stage): Promise<void> {
  const simulator = shop(stage)
  simulator.faults.inject({ on: `* ${INVOICES}*`, times: 2, then: { delay: '2 seconds' } })
  const headers = { 'Idempotency-Key': 'slow' }
  const slow = stage.ask(simulator, 'POST', INVOICES, { body: INVOICE, headers })
  await stage.soon(slow)
  await stage.ask(simulator, 'GET', '/public/health/', { key: null, headers: { 'X-API-KEY': 'wrong' } })
  const other = stage.ask(simulator, 'GET', `${INVOICES}1/`)
  await stage.soon(other)
  await stage.ask(simulator, 'POST', INVOICES, { body: INVOICE, headers })
  await simulator.clock.advance('3 seconds')
  await Promise.all([slow, other])
  await stage.ask(simulator, 'POST', INVOICES, { body: INVOICE, headers })
  await stage.conclude(simulator)
}

async function deliveries(stage: Stage): Promise<void> {
  for (const effect of DELIVERY_EFFECTS) {
    const simulator = shop(stage)
    const receiver = new PerSide(() => () => new Response('thanks'))
    simulator.webhooks.connect(RECEIVER, receiver as unknown as string)
    const topics = ['core.invoice/created', 'core.customer/created']
    await stage.ask(simulator, 'POST', HOOKS, { body: { url: RECEIVER, topics } })
    simulator.faults.inject({ on: 'DELIVERY *', skip: 1, times: 3, then: effect })
    for (let made = 0; made < 4; made += 1) {
      await stage.ask(simulator, 'POST', INVOICES, { body: INVOICE })
      await simulator.clock.advance({ minutes: 1 + stage.chance.below(90) })
    }
    await simulator.clock.advance('1 day')
    const [hook] = ((await stage.ask(simulator, 'GET', HOOKS)).json.items ?? []) as { uuid: string }[]
    await stage.ask(simulator, 'GET', `${HOOKS}${hook?.uuid}/deliveries/`)
    await stage.conclude(simulator)
  }
}
