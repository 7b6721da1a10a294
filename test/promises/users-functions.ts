import { createSimulator, type Simulator, signWebhook, verifyWebhook } from 'accounting-simulator'
import { sandbox } from 'accounting-simulator/controls'
import { allOf, explore, mirrorEquals } from 'accounting-simulator/explore'
import { runTest } from 'accounting-simulator/matchers'
import { serve } from 'accounting-simulator/node'
import { checkReceiver } from 'accounting-simulator/receiver'
import { replay } from 'accounting-simulator/replay'
import { withVirtualTime } from 'accounting-simulator/time'
import { INVOICE } from '../support/worlds/shop'

export interface Call {
  readonly simulator: Simulator
  /** What the function of the user's does when it is called. */
  readonly thrown: () => never
}

/** Plays a call whose function throws, and returns or throws what a user sees of it. */
export type Play = (call: Call) => unknown

const HEADERS = { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json' }
const ITEMS = '/public/v1/items/'
export const get = (simulator: Simulator) => simulator.fetch(ITEMS, { headers: HEADERS })

export async function registered(simulator: Simulator): Promise<void> {
  await simulator.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ url: 'https://hooks.example.com/in', topics: ['core.customer/created'] }),
  })
  simulator.make.customer()
}

export const experiment = (simulator: Simulator) => ({
  world: simulator,
  start: () => ({ run: () => undefined as unknown }),
  check: () => [],
  rounds: 2,
  budget: { runs: 1 },
})
const complaintOf = async (report: Promise<{ failure?: { complaint: string } }>): Promise<never> => {
  throw new Error((await report).failure?.complaint ?? 'survived')
}

/** By the function that takes it and its place there, without the record types: they share one. */
export const PLAYS: Readonly<Record<string, Play>> = {
  'simulator.records.find predicate': ({ simulator, thrown }) => simulator.records.customers.find(thrown),
  'simulator.records.find predicate.test': ({ simulator, thrown }) =>
    simulator.records.customers.find({ test: thrown }),
  'simulator.traffic.filter predicate': async ({ simulator, thrown }) => {
    await get(simulator)
    simulator.traffic.filter(thrown)
  },
  'simulator.records.findMany where': ({ simulator, thrown }) => simulator.records.customers.findMany(thrown),
  'simulator.records.findMany where.test': ({ simulator, thrown }) =>
    simulator.records.customers.findMany({ test: thrown }),
  'simulator.records.findMany where.member': ({ simulator, thrown }) =>
    simulator.records.customers.findMany({ name: thrown }),
  'simulator.records.findFirst where': ({ simulator, thrown }) =>
    simulator.records.customers.findFirst(thrown),
  'simulator.records.findFirst where.test': ({ simulator, thrown }) =>
    simulator.records.customers.findFirst({ test: thrown }),
  'simulator.records.findFirst where.member': ({ simulator, thrown }) =>
    simulator.records.customers.findFirst({ name: thrown }),
  'simulator.records.count where': ({ simulator, thrown }) => simulator.records.customers.count(thrown),
  'simulator.records.count where.test': ({ simulator, thrown }) =>
    simulator.records.customers.count({ test: thrown }),
  'simulator.records.count where.member': ({ simulator, thrown }) =>
    simulator.records.customers.count({ name: thrown }),
  'simulator.make.several given': ({ simulator, thrown }) => simulator.make.customers(2, thrown),
  'simulator.webhooks.connect prefix': async ({ simulator, thrown }) => {
    await registered(simulator)
    simulator.webhooks.connect(thrown, () => new Response())
    await simulator.webhooks.flush()
  },
  'simulator.webhooks.connect target': ({ simulator, thrown }) =>
    runTest(simulator, async () => {
      await registered(simulator)
      simulator.webhooks.connect('https://hooks.example.com/', thrown)
      await simulator.webhooks.flush()
    }),
  'simulator.clock.runUntil condition': ({ simulator, thrown }) => simulator.clock.runUntil(thrown),
  'simulator.clock.timers.setTimeout callback': ({ simulator, thrown }) =>
    aside(async () => {
      simulator.clock.timers.setTimeout(thrown, 1000)
      await simulator.clock.advance('1 minute')
    }),
  'simulator.clock.timers.setInterval callback': ({ simulator, thrown }) =>
    aside(async () => {
      const handle = simulator.clock.timers.setInterval(() => {
        handle.close()
        thrown()
      }, 1000)
      await simulator.clock.advance('1 minute')
    }),
  'simulator.faults.inject options.on': ({ simulator, thrown }) =>
    runTest(simulator, async () => {
      simulator.faults.inject({ on: thrown, then: { status: 503 } })
      await get(simulator)
      simulator.faults.clear()
    }),
  'simulator.faults.inject options.when': ({ simulator, thrown }) =>
    runTest(simulator, async () => {
      simulator.faults.inject({ when: thrown, then: { status: 503 } })
      await get(simulator)
      simulator.faults.clear()
    }),
  'simulator.subscribe listener': ({ simulator, thrown }) =>
    runTest(simulator, async () => {
      simulator.subscribe(thrown)
      simulator.make.customer()
      await simulator.webhooks.flush()
    }),
  'index: verifyWebhook options.now': ({ thrown }) => {
    const now = Math.floor(Date.now() / 1000)
    const headers = {
      'Service-Webhook-Uuid': 'a',
      'Service-Webhook-Request-Timestamp': String(now),
      'Service-Webhook-Signature-V1': signWebhook({ secret: 's', timestamp: now, body: '{}' }),
    }
    return verifyWebhook({ secret: 's', headers, body: '{}', now: thrown })
  },
  'createSimulator options.host.now': ({ thrown }) =>
    createSimulator({ clock: 'live', host: { now: thrown, wakeAt: () => undefined } }),
  'createSimulator options.world.rows.rows': ({ simulator, thrown }) => {
    const { version } = simulator.journal()
    const world = { version, rows: [{ scope: '', table: 'clock', rows: thrown }], options: {} }
    return createSimulator({ world, trusted: true } as never)
  },
  'node: serve options.onExchange': ({ simulator, thrown }) =>
    aside(async () => {
      const server = await serve(simulator, { onExchange: thrown })
      await fetch(`${server.url}${ITEMS}`, { headers: HEADERS }).catch(() => undefined)
      await server.close()
    }),
  'replay: replay options.attached': ({ simulator, thrown }) => {
    const request = { method: 'GET', url: 'https://books.example/public/v1/items/', headers: [] }
    const response = { status: 200, headers: [], content: { size: 9, _file: 'body.json' } }
    const entries = [{ startedDateTime: simulator.clock.now, request, response }]
    return replay({ log: { version: '1.2', entries } }, { attached: thrown })
  },
  'matchers: runTest body': ({ simulator, thrown }) => runTest(simulator, thrown),
  'time: withVirtualTime program': ({ simulator, thrown }) => withVirtualTime(simulator, thrown),
  'receiver: checkReceiver target': async ({ thrown }) => {
    const report = await checkReceiver(thrown, { secret: 's', now: () => 0 } as never)
    throw new Error(String(report))
  },
  'receiver: checkReceiver options.now': ({ thrown }) =>
    checkReceiver(() => new Response(), { secret: 's', now: thrown } as never),
  'receiver: checkReceiver options.observe': ({ thrown }) =>
    checkReceiver(() => new Response(), { secret: 's', observe: thrown } as never),
  'explore: explore experiment.start': ({ simulator, thrown }) =>
    complaintOf(explore({ ...experiment(simulator), start: thrown })),
  'explore: explore experiment.start().run': ({ simulator, thrown }) =>
    complaintOf(explore({ ...experiment(simulator), start: () => ({ run: thrown }) })),
  'explore: explore experiment.check': ({ simulator, thrown }) =>
    complaintOf(explore({ ...experiment(simulator), check: thrown })),
  'explore: allOf checks': ({ simulator, thrown }) =>
    complaintOf(explore({ ...experiment(simulator), check: allOf(thrown) })),
  'explore: mirrorEquals options.mirror': ({ simulator, thrown }) =>
    complaintOf(explore({ ...experiment(simulator), check: mirrorEquals('invoices', { mirror: thrown }) })),
  'explore: mirrorEquals options.of': ({ simulator, thrown }) => {
    simulator.records.invoices.create(INVOICE)
    const check = mirrorEquals('invoices', { mirror: () => ({}), of: thrown })
    return complaintOf(explore({ ...experiment(simulator), check }))
  },
  'controls: sandbox options.fetch': ({ thrown }) =>
    sandbox('https://sandboxes.example', 'token', { fetch: thrown }).list()[Symbol.asyncIterator]().next(),
}

const ASIDE = ['uncaughtException', 'unhandledRejection'] as const

/** What is thrown aside, as by timers of the platform: it ends a process, and fails a run of tests. */
async function aside(work: () => Promise<unknown>): Promise<never> {
  const listeners = ASIDE.map((name) => [name, process.listeners(name as 'uncaughtException')] as const)
  const restore = (): void => {
    for (const [name, all] of listeners) {
      process.removeAllListeners(name)
      for (const one of all) process.on(name, one)
    }
  }
  for (const name of ASIDE) process.removeAllListeners(name)
  try {
    const caught = new Promise<unknown>((resolve) => {
      for (const name of ASIDE) process.once(name, resolve)
    })
    await work()
    const nothing = new Promise((resolve) => setTimeout(resolve, 1000))
    throw (await Promise.race([caught, nothing])) ?? new Error('nothing was thrown')
  } finally {
    restore()
  }
}
