import type { TimelineEntry } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { Office } from '../support/worlds/office'

type Told = Extract<TimelineEntry, { kind: 'delivery' }>

async function opened(): Promise<Office> {
  const office = new Office()
  await office.register(['core.invoice/created'])
  return office
}

/** What the timeline tells of the attempts. */
const told = ({ simulator }: Office): Told[] =>
  simulator.timeline.filter((entry): entry is Told => entry.kind === 'delivery')

async function first(office: Office): Promise<Partial<Told>> {
  office.sell()
  await office.simulator.webhooks.flush()
  const [entry] = told(office)
  if (!entry) throw new Error('nothing was told')
  const { kind, sequence, at, organization, id, event_id, topic, url, cause, ...rest } = entry
  expect([kind, organization, id, topic, url]).toEqual([
    'delivery',
    'org-1',
    1,
    'core.invoice/created',
    'https://hooks.example.com/in',
  ])
  expect([event_id, typeof cause]).toEqual([office.attempts[0]?.event_id, 'number'])
  expect(sequence).toBeGreaterThan(cause ?? Number.POSITIVE_INFINITY)
  expect(at).toBe('2026-01-15T09:00:00.000Z')
  return rest
}

const RETRIED = 'will be retried (docs/service.md §14.4)'

/** Status, outcome and reason of one attempt (docs/service.md §14.4). */
describe('the timeline tells of an attempt', () => {
  it.each([
    [
      'delivered, without what the receiver says',
      () => new Response('thanks'),
      { status: 200, outcome: 'delivered', why: 'answered 200: delivered (docs/service.md §14.4)' },
    ],
    [
      'refused, with what the receiver says',
      () => new Response('down for repairs', { status: 503 }),
      { status: 503, outcome: 'retry', why: `answered 503: ${RETRIED}`, answer: 'down for repairs' },
    ],
    [
      'refused without a word',
      () => new Response(null, { status: 410 }),
      {
        status: 410,
        outcome: 'stop',
        why: 'answered 410: this status stops retries (docs/service.md §14.4)',
      },
    ],
    [
      'a receiver that throws a text',
      () => {
        throw 'out of order'
      },
      { status: null, outcome: 'retry', why: `out of order: ${RETRIED}` },
    ],
    [
      'a receiver that throws an error without a stack',
      () => {
        throw Object.assign(new Error('out of memory'), { stack: undefined })
      },
      { status: null, outcome: 'retry', why: `out of memory: ${RETRIED}` },
    ],
  ] as const)('%s', async (_, receiver, entry) => {
    const office = await opened()
    office.simulator.webhooks.connect('https://hooks.example.com/', receiver)
    const seen = await first(office)
    expect(seen).toStrictEqual(entry)
  })

  it('a receiver that throws an error, with where it threw', async () => {
    const office = await opened()
    office.simulator.webhooks.connect('https://hooks.example.com/', function ledgerOfMine() {
      throw new Error('out of memory')
    })
    const { stack, ...rest } = await first(office)
    expect(rest).toStrictEqual({ status: null, outcome: 'retry', why: `out of memory: ${RETRIED}` })
    expect(stack).toMatch(/^Error: out of memory\n.*ledgerOfMine/)
  })

  it('a receiver that disconnects itself before it throws', async () => {
    const office = await opened()
    const disconnect = office.simulator.webhooks.connect('https://hooks.example.com/', () => {
      disconnect()
      throw new Error('closed')
    })
    expect(await first(office)).toStrictEqual({
      status: null,
      outcome: 'retry',
      why: `closed: ${RETRIED}`,
    })
  })

  it('a server that cannot be reached, without where the host failed', async () => {
    const office = await opened()
    office.simulator.webhooks.connect('https://hooks.example.com/', 'http://127.0.0.1:1')
    const { why, ...rest } = await first(office)
    expect(rest).toStrictEqual({ status: null, outcome: 'retry' })
    expect(why).toContain(RETRIED)
  })

  it('nothing connected', async () => {
    expect(await first(await opened())).toStrictEqual({
      status: null,
      outcome: 'retry',
      why: `connection refused: nothing is connected to https://hooks.example.com/in: ${RETRIED}`,
    })
  })

  it('a fault that answers in place of the receiver, whose body nobody said', async () => {
    const office = await opened()
    office.receive(200)
    office.simulator.faults.inject({ on: 'DELIVERY *', then: { status: 500, body: { oops: 1 } } })
    expect(await first(office)).toStrictEqual({
      status: 500,
      outcome: 'retry',
      why: `answered 500: ${RETRIED}; fault 1: nothing was sent`,
    })
  })

  it('a fault that damages what is sent', async () => {
    const office = await opened()
    office.receive(200)
    office.simulator.faults.inject({ on: 'DELIVERY *', then: { truncateBody: 20 } })
    expect(await first(office)).toStrictEqual({
      status: 200,
      outcome: 'delivered',
      why: 'answered 200: delivered (docs/service.md §14.4); fault 1: body cut to 20 characters',
    })
  })
})

it('a fault sees a delivery as a POST of JSON to the url of the webhook', async () => {
  const office = await opened()
  office.receive(200)
  const seen: unknown[] = []
  office.simulator.faults.inject({
    on: ({ method, url, headers }) => {
      seen.push([method, url, { ...headers }])
      return false
    },
    then: { timeout: true },
  })
  office.sell()
  await office.simulator.webhooks.flush()
  expect(seen).toEqual([['POST', 'https://hooks.example.com/in', { 'content-type': 'application/json' }]])
})

it('an age of the signature that a refusal may come from is told', async () => {
  const office = new Office({ now: '2020-01-15T09:00:00Z' })
  await office.register(['core.invoice/created'])
  office.receive(401)
  office.sell('1.00', { date: '2020-01-15' })
  await office.simulator.webhooks.flush()
  expect(told(office)[0]?.why).toMatch(
    /^answered 401: this status stops retries \(docs\/service\.md §14\.4\); signed \d+ days ago by your clock; connect/,
  )
})

it('an attempt whose world was rewound meanwhile is neither told nor recorded', async () => {
  const office = await opened()
  const { simulator } = office
  office.sell()
  const mark = simulator.snapshot()
  simulator.webhooks.connect('https://hooks.example.com/', () => {
    simulator.restore(mark)
    return new Response()
  })
  await simulator.webhooks.deliver(1)
  expect(simulator.webhooks.queue).toMatchObject([{ id: 1, status: 'pending', attempts: 0 }])
  expect([office.attempts, told(office)]).toEqual([[], []])
})
