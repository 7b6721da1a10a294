import { createSimulator, type FaultOptions, isOptionError } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { checked } from '../support/checked'
import { INVOICE, INVOICES, shop } from '../support/worlds/shop'

const POST = `POST ${INVOICES}`
const DOWN = { then: { status: 503 } } as const

interface Call {
  readonly reference: string
  readonly key?: string
}

/** Sends the invoices one after the other and returns the statuses. */
async function statusesOf(calls: readonly Call[], faults: readonly FaultOptions[]): Promise<number[]> {
  const { simulator, send } = shop()
  for (const fault of faults) simulator.faults.inject(fault)
  const statuses: number[] = []
  for (const { reference, key } of calls) {
    const headers = key === undefined ? {} : { 'Idempotency-Key': key }
    const body = { ...INVOICE, reference_number: reference }
    statuses.push((await send('POST', INVOICES, body, headers)).status)
  }
  return statuses
}

const a: Call = { reference: 'A' }
const b: Call = { reference: 'B' }
const c: Call = { reference: 'C' }
const keyed = (reference: string, key: string): Call => ({ reference, key })
const every = Number.POSITIVE_INFINITY

describe('a fault that names a request', () => {
  it.each([
    ['the second distinct request', [a, a, b], [{ on: POST, request: 2, ...DOWN }], [200, 200, 503]],
    ['its first try only, by default', [a, b, b], [{ request: 2, ...DOWN }], [200, 503, 200]],
    ['all of its tries', [a, b, b, c], [{ request: 2, times: every, ...DOWN }], [200, 503, 503, 200]],
    ['its second try', [a, b, a, b], [{ request: 1, attempt: 2, ...DOWN }], [200, 200, 503, 200]],
    ['the second try of any', [a, b, b, a], [{ attempt: 2, ...DOWN }], [200, 200, 503, 200]],
    ['every first retry', [a, a, b, b], [{ attempt: 2, times: every, ...DOWN }], [200, 503, 200, 503]],
    ['skips matches', [a, a, b, b], [{ attempt: 2, skip: 1, ...DOWN }], [200, 200, 200, 503]],
    [
      'another key is another request',
      [keyed('A', '1'), keyed('A', '2')],
      [{ request: 2, ...DOWN }],
      [200, 503],
    ],
    [
      'the same key with another body, too',
      [keyed('A', '1'), keyed('B', '1')],
      [{ request: 2, ...DOWN }],
      [200, 503],
    ],
    ['counts no other operation', [a, b], [{ on: `GET ${INVOICES}`, request: 1, ...DOWN }], [200, 200]],
    [
      'counts what another fault hits',
      [a, a, b],
      [
        { on: POST, ...DOWN },
        { on: POST, request: 1, attempt: 2, then: { status: 500 } },
      ],
      [503, 500, 200],
    ],
    [
      'waits for its turn behind another fault',
      [a, b, b],
      [
        { request: 2, ...DOWN },
        { request: 2, times: every, then: { status: 500 } },
      ],
      [200, 503, 500],
    ],
  ] as [string, Call[], FaultOptions[], number[]][])('%s', async (_, calls, faults, expected) => {
    expect(await statusesOf(calls, faults)).toEqual(expected)
  })

  it('revokes the key on the second try of the first request', async () => {
    const { simulator, send } = shop()
    const fault = simulator.faults.inject({ on: POST, request: 1, attempt: 2, then: { revokeKey: true } })
    const key = { 'Idempotency-Key': 'first' }
    const statuses = []
    for (let call = 0; call < 3; call += 1) statuses.push((await send('POST', INVOICES, INVOICE, key)).status)
    expect([statuses, fault.hits, fault.remaining]).toEqual([[200, 403, 403], 1, 0])
  })

  it('tells URLs apart by their query', async () => {
    const { simulator, send } = shop()
    simulator.faults.inject({ on: `GET ${INVOICES}`, request: 2, ...DOWN })
    const statuses = []
    for (const query of ['', '', '?limit=5']) statuses.push((await send('GET', INVOICES + query)).status)
    expect(statuses).toEqual([200, 200, 503])
  })

  it('keeps its counts in snapshots, forks and exports', async () => {
    const { simulator, send } = shop()
    simulator.faults.inject({ on: POST, request: 2, ...DOWN })
    await send('POST', INVOICES, INVOICE)
    const second = { ...INVOICE, reference_number: 'second' }
    const mark = simulator.snapshot()
    const worlds = [
      simulator.fork(),
      createSimulator({ world: checked(simulator.export()), rateLimits: false }),
    ]
    expect((await send('POST', INVOICES, second)).status).toBe(503)
    simulator.restore(mark)
    for (const world of [simulator, ...worlds]) {
      const post = (body: object) =>
        world.fetch(INVOICES, {
          method: 'POST',
          headers: { 'X-API-KEY': world.apiKey, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      expect([(await post(INVOICE)).status, (await post(second)).status]).toEqual([200, 503])
    }
  })

  it.each([
    ['request', { request: 0, ...DOWN }, 'request must be a whole number above 0, not 0'],
    ['attempt', { attempt: 1.5, ...DOWN }, 'attempt must be a whole number above 0, not 1.5'],
    [
      'request',
      { on: 'DELIVERY *', request: 1, ...DOWN },
      'request counts requests, and this fault acts on deliveries',
    ],
    [
      'attempt',
      { attempt: 2, then: { timeout: true } },
      'attempt counts requests, and this fault acts on deliveries',
    ],
  ] as [string, FaultOptions, string][])('refuses %s: %j', (option, fault, message) => {
    const { simulator } = shop()
    const refused = (() => {
      try {
        return simulator.faults.inject(fault)
      } catch (error) {
        return error
      }
    })()
    expect(isOptionError(refused) && [refused.option, refused.message]).toEqual([option, message])
    expect(simulator.faults.list()).toEqual([])
  })
})

describe('an injected fault', () => {
  it('is disarmed alone', async () => {
    const { simulator, send } = shop()
    const one = simulator.faults.inject({ on: POST, times: 3, ...DOWN })
    const other = simulator.faults.inject({ on: POST, then: { status: 500 } })
    expect((await send('POST', INVOICES, INVOICE)).status).toBe(503)
    expect([one.hits, one.remaining, other.remaining]).toEqual([1, 2, 1])
    one.disarm()
    expect((await send('POST', INVOICES, INVOICE)).status).toBe(500)
    expect([one.hits, one.remaining, other.hits, other.remaining]).toEqual([1, 0, 1, 0])
    expect(simulator.faults.unfired()).toEqual([])
  })

  it('tells how long it lasts', async () => {
    const { simulator } = shop()
    const fault = simulator.faults.inject({ after: '1 minute', during: '5 minutes', ...DOWN })
    const chance = simulator.faults.inject({ probability: 0.5, ...DOWN })
    expect([fault.from, fault.until]).toEqual(['2026-01-15T09:01:00.000Z', '2026-01-15T09:06:00.000Z'])
    expect([fault.remaining, chance.remaining, chance.until]).toEqual([every, every, null])
    await simulator.clock.advance('6 minutes')
    expect([fault.remaining, chance.remaining]).toEqual([0, every])
    simulator.faults.clear()
    expect(chance.remaining).toBe(0)
  })
})
