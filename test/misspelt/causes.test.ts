import { createSimulator, type Simulator, signWebhook, verifyWebhook } from 'accounting-simulator'
import { runTest } from 'accounting-simulator/matchers'
import { serve } from 'accounting-simulator/node'
import { checkReceiver } from 'accounting-simulator/receiver'
import { replay } from 'accounting-simulator/replay'
import { useSimulator } from 'accounting-simulator/vitest'
import { describe, expect, test } from 'vitest'
import { TAKEN } from '../../src/errors/option-names'
import { InspectorElement } from '../../src/tools/inspector/element'
import { pause } from '../support/pause'
import { INVOICE } from '../support/worlds/shop'
import { loose, type Row, toldOf } from './judge'

const HOOK = 'https://shop.example.com/hook'

/** A simulator with one delivery that waits, and what it gives an id to. */
const withDelivery =
  (
    act: (simulator: Simulator, ids: { delivery: number; event: string; webhook: string }) => unknown,
  ): Row[1] =>
  async (simulator) => {
    const headers = { 'X-API-KEY': simulator.apiKey, 'content-type': 'application/json' }
    const hook = { url: HOOK, topics: ['core.invoice/created'] }
    for (const [path, body] of [
      ['/public/v2/webhooks/', hook],
      ['/public/v1/invoices/', INVOICE],
    ] as const)
      await simulator.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const [one] = simulator.webhooks.queue
    if (!one) throw new Error('nothing waits')
    return act(simulator, { delivery: one.id, event: one.event_id, webhook: one.webhook_uuid })
  }

const SECRET = 'secret-of-a-webhook'
const NOW = Date.UTC(2026, 0, 15, 9)
/** A genuine event of that time, as a receiver gets it. */
const verified = (now: unknown, skew = 0, more: object = {}) => {
  const [body, timestamp] = ['{}', NOW / 1000 + skew]
  const signature = signWebhook({ secret: SECRET, timestamp, body })
  const headers = {
    'Service-Webhook-Signature-V1': signature,
    'Service-Webhook-Request-Timestamp': String(timestamp),
  }
  return verifyWebhook({ secret: SECRET, body, headers, now: loose(now), ...more })
}

const injected =
  (on: string): Row[1] =>
  ({ faults }) =>
    faults.inject({ on, then: { status: 503 } })

const ROWS: readonly Row[] = [
  [
    'a bill without a company, of which there are two',
    (s) => {
      s.make.company()
      return s.records.bills.create({ date: '2026-01-15', vendor_id: 1, items: [] })
    },
    'company_id: Field required unless exactly one company is active',
  ],
  // an id of another kind
  [
    'a key of another organisation',
    (s) => s.admin.keys.revoke(s.organization('b').apiKey),
    'is of organisation b',
  ],
  [
    'an event for a delivery: duplicate',
    withDelivery(({ webhooks }, { event }) => webhooks.duplicate(loose(event))),
    ': that is the event of delivery 1',
  ],
  [
    'an event for a delivery: drop',
    withDelivery(({ webhooks }, { event }) => webhooks.drop(loose(event))),
    ': that is the event of delivery 1',
  ],
  [
    'an event for a delivery: deliver',
    withDelivery(({ webhooks }, { event }) => webhooks.deliver(loose(event))),
    ': that is the event of delivery 1',
  ],
  [
    'an event for a delivery: reorder',
    withDelivery(({ webhooks }, { event }) => webhooks.reorder([loose(event), loose(event)])),
    ': that is the event of delivery 1',
  ],
  [
    'a delivery for an event',
    withDelivery(({ webhooks }, { delivery }) => webhooks.replay(loose(delivery))),
    'no event 1 was sent: that is a delivery',
  ],
  // a time
  ['seconds', () => verified(NOW / 1000), 'options.now must be Unix milliseconds, not seconds'],
  [
    'a function of seconds',
    () => verified(() => NOW / 1000),
    'options.now must be Unix milliseconds, not seconds',
  ],
  ['a text for a time', () => verified('2026-01-15T09:00:00Z'), "or a Date, not '2026-01-15T09"],
  ['a Date that is none', () => verified(new Date('x')), 'options.now must be Unix milliseconds or a Date'],
  ['an unfinished time', () => verified(async () => NOW), 'options.now must be Unix milliseconds or a Date'],
  // a file name for its text
  ['a recording', () => replay('session.jsonl'), '; the text of a file is taken, not its name'],
  [
    'a recording in a folder',
    () => replay('../kept files/session.har'),
    '; the text of a file is taken, not its name',
  ],
  [
    'a world',
    () => createSimulator({ world: loose('world.json') }),
    'a file is to be read first, and its text parsed',
  ],
  // an option of another function
  ['time', () => createSimulator(loose({ time: 'virtual' })), 'time is an option of useSimulator'],
  ['port', () => createSimulator(loose({ port: 1 })), 'port is an option of serve'],
  [
    'a simulator for its controls',
    (s) => Object.assign(new InspectorElement(), { port: s }),
    'port must be controls(simulator) of accounting-simulator/controls',
  ],
  // methods of patterns
  [
    'a method that no operation has',
    injected('FETCH /public/v1/invoices/'),
    'methods are GET, POST, PUT, PATCH, DELETE, *',
  ],
  [
    'a word for deliveries',
    injected('webhook *'),
    'methods are GET, POST, PUT, PATCH, DELETE, * and DELIVERY',
  ],
  [
    'deliveries in small letters, misspelt',
    injected('delivry *'),
    'delivry * is no pattern, perhaps DELIVERY *',
  ],
  [
    'a misspelt method',
    injected('PSOT /public/v1/invoices/'),
    'is no pattern, perhaps POST /public/v1/invoices/',
  ],
  ['deliveries as requests', (s) => s.received('DELIVERY *'), 'DELIVERY * names deliveries, not requests'],
  // no snapshot
  ['nothing', (s) => s.restore(loose(undefined)), 'this is no snapshot, but undefined'],
  ['a name', (s) => s.restore(loose('before')), "this is no snapshot, but 'before'"],
  [
    'that of another',
    (s) => s.restore(s.fork().snapshot()),
    'this is a snapshot of another simulator, such as a fork',
  ],
]

test.each(ROWS)('%s', async (_, call, told) => {
  expect(await toldOf(call)).toContain(told)
})

test('the functions that other options are told of take them', async () => {
  const good: Readonly<Record<string, (options: object) => unknown>> = {
    useSimulator,
    serve: (options) => serve(createSimulator(), options),
  }
  for (const [taker, names] of Object.entries(TAKEN))
    for (const name of names.split(' ')) {
      const said = await toldOf(() => good[taker]?.({ [name]: Symbol('wrong') }))
      expect(said, `${taker} ${name}`).not.toContain('is not a known member')
    }
})

describe('a right time and a right pattern', () => {
  test.each([
    ['milliseconds', NOW, 0],
    ['a Date', new Date(NOW), 0],
    ['a function', () => NOW, 0],
    ['a function that returns a Date', () => new Date(NOW), 0],
    ['a text of milliseconds', String(NOW), 0],
    ['the limit', NOW, 300],
  ])('%s', (_, now, skew) => {
    expect(verified(now, skew)).toMatchObject({ ok: true })
  })

  test.each([300, 1e13, Number.POSITIVE_INFINITY])('a tolerance of %d seconds', (toleranceSeconds) => {
    expect(verified(NOW, 0, { toleranceSeconds })).toMatchObject({ ok: true })
  })

  test.each([
    ['too late', NOW, 301],
    ['long after', NOW + 86_400_000, 0],
    ['seconds of another day', NOW / 1000 - 86_400, 0],
    ['the year 1970', 5000, 0],
  ])('%s: only stale', (_, now, skew) => {
    expect(verified(now, skew)).toMatchObject({ ok: false, reason: 'timestamp' })
  })

  test.each([
    'delivery *',
    'DELIVERY https://shop.example.com/hook',
    '* /public/*',
    'PUT /public/v1/customers/{}/',
  ])('%s', (on) => {
    expect(createSimulator().faults.inject({ on, then: { status: 503 } }).on).toBe(on)
  })
})

describe('a long list after the nearest name', () => {
  test.each<Row>([
    [
      'members',
      (s) => s.records.invoices.findMany({ refrence_number: 'x' } as never),
      'perhaps reference_number',
    ],
    [
      'topics',
      () => checkReceiver(() => new Response(), { secret: 's', about: { topic: 'core.invoice/creatd' } }),
      'perhaps',
    ],
    [
      'steps',
      (s) => s.play(loose({ name: 'n', steps: [{ at: '1 day', injekt: {} }] })),
      'perhaps inject; known members',
    ],
    [
      'units',
      (s) => s.clock.advance('5 dyas'),
      "perhaps days. A duration is a text such as '5 days' or 'P5D'",
    ],
  ])('%s', async (_, call, told) => {
    const said = await toldOf(call)
    expect(said).toContain(told)
    expect(said.length).toBeLessThan(250)
  })
})

test.each([
  ['a closed port', 'http://localhost:45679/', 'fetch failed (ECONNREFUSED)'],
  ['a port that fetch refuses', 'http://localhost:1/', 'fetch failed (bad port)'],
])('a receiver that cannot be reached tells why: %s', async (_, url, why) => {
  expect(String(await checkReceiver(url, { secret: 's' }))).toContain(`Seen: ${why}`)
})

test.each<[string, (simulator: Simulator) => unknown]>([
  ['a refusal', (s) => s.records.customers.update(77, { name: 'x' })],
  ['a wrong duration', (s) => s.clock.advance('5')],
  ['a wrong snapshot', (s) => s.restore(loose({}))],
])('an error that explains itself gets no guess about requests: %s', async (_, body) => {
  const simulator = createSimulator()
  const error = await runTest(simulator, () => body(simulator)).catch(String)
  expect(error).toContain('Timeline:')
  expect(error).not.toContain('When it failed')
})

describe('runTest that nobody returns', () => {
  let ended: Promise<unknown> = Promise.resolve()

  test('begins', () => {
    const simulator = createSimulator()
    const body = async () => {
      await pause(20)
      simulator.faults.inject({ then: { status: 503 } })
    }
    ended = runTest(simulator, body).catch(String)
    expect(ended).toBeInstanceOf(Promise)
  })

  test('tells so once it is over, and not of requests of other tests', async () => {
    await fetch('https://accounting.test/public/v1/invoices/').catch(() => undefined)
    const told =
      'runTest began in "test/misspelt/causes.test.ts > runTest that nobody returns > begins", which has ended'
    expect(await ended).toContain(told)
    expect(await ended).not.toContain('went to the network')
  })
})
