import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Answer, refusal } from '../support/client'
import { contentOf } from '../support/content'
import { judgedClientOf } from '../support/judged-client'
import { table } from '../support/table'

const START = '1970-01-01T00:16:40Z'
const LINES = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: 1, rate: 1 }],
}

/** A simulator at second 1000 with all buckets full, and its clock in seconds. */
const opened = (options: SimulatorOptions = {}) => {
  const simulator = createSimulator({ now: START, ...options })
  const send = judgedClientOf(simulator)
  const at = async (seconds: number) => {
    await simulator.clock.advanceTo(new Date(seconds * 1000).toISOString())
  }
  return { simulator, send, at }
}
const rateOf = ({ headers }: Answer): string =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`)).join('/')

/** A is POST of version 1, I the POST of version 2 that has a cap besides. */
const PATHS: Readonly<Record<string, string>> = {
  A: '/public/v1/customer-payments/',
  I: '/public/v2/invoices/',
}

describe('the timeline of one key', () => {
  const timeline = table(`
    t       request  times | status  retryAfter  rate        text
    1000    A        1     | 422     -           10/9/1001   -
    1000    A        9     | 422     -           10/0/1010   -
    1000    A        2     | 429     1           10/0/1010   Too many requests
    1000.5  A        1     | 429     1           10/0/1010   Too many requests
    1001    A        1     | 422     -           10/0/1011   -
    1001    I        1     | 200     -           2/1/1031    -
    1002    I        1     | 200     -           2/0/1061    -
    1003    I        1     | 429     28          2/0/1061    Rate limit exceeded. Please try again later.
    1033    I        1     | 200     -           2/0/1091    -
  `)

  it('answers, headers and waits', async () => {
    const { send, at } = opened()
    for (const { t, request, times, status, retryAfter, rate, text } of timeline) {
      await at(Number(t))
      let answer: Answer | undefined
      for (let i = 0; i < Number(times); i += 1)
        answer = await send('POST', PATHS[request] ?? '', request === 'I' ? LINES : {})
      if (!answer) throw new Error('nothing was sent')
      expect([answer.status, answer.headers.get('retry-after') ?? '-', rateOf(answer)], `t = ${t}`).toEqual([
        Number(status),
        retryAfter,
        rate,
      ])
      if (text !== '-') expect(answer.body).toEqual(refusal('__all__', text))
    }
  })

  it('asks the aggregate first and leaves the route bucket alone when that refuses', async () => {
    const { send, at, simulator } = opened()
    await at(1100)
    const five = ['accounts', 'items', 'classifications', 'companies', 'vendors']
    for (const path of five)
      for (let i = 0; i < 9; i += 1) expect((await send('GET', `/public/v1/${path}/`)).status).toBe(200)
    const sixth = '/public/v1/customers/'
    for (let i = 0; i < 5; i += 1) expect((await send('GET', sixth)).status).toBe(200)
    const before = simulator.export().tables['']?.buckets
    const refused = await send('GET', sixth)
    expect([refused.status, refused.headers.get('retry-after'), rateOf(refused)]).toEqual([
      429,
      '1',
      '50/0/1110',
    ])
    expect(simulator.export().tables['']?.buckets).toEqual(before)
    // Had the route bucket been asked, it would have 4 tokens less than 5 + 1 now.
    await at(1101)
    expect(rateOf(await send('GET', sixth))).toBe('50/4/1111')
    for (let i = 0; i < 4; i += 1) expect((await send('GET', sixth)).status).toBe(200)
  })

  it('takes an aggregate token for a request that the route bucket refuses', async () => {
    const { send } = opened()
    for (let i = 0; i < 12; i += 1) await send('GET', '/public/health/')
    for (let i = 0; i < 38; i += 1)
      expect(
        (await send('GET', `/public/v1/${['items', 'accounts', 'vendors', 'customers'][i % 4]}/`)).status,
      ).toBe(200)
    const answer = await send('GET', '/public/v1/companies/')
    expect([answer.status, rateOf(answer)]).toEqual([429, '50/0/1010'])
  })
})

describe('what shares a bucket', () => {
  const remaining = async (first: readonly [string, string], second: readonly [string, string]) => {
    const { send } = opened()
    await send(...first, {})
    const answer = await send(second[0], second[1], second[0] === 'GET' ? undefined : {})
    return answer.headers.get('x-ratelimit-remaining')
  }
  it.each([
    ['one item and another', ['PUT', '/public/v1/invoices/1/'], ['PUT', '/public/v1/invoices/2/'], '8'],
    ['a query and none', ['POST', '/public/v1/items/?x=1'], ['POST', '/public/v1/items/'], '8'],
    ['two methods', ['POST', '/public/v1/items/'], ['GET', '/public/v1/items/'], '9'],
    ['a list and an item', ['PUT', '/public/v1/items/1/'], ['GET', '/public/v1/items/'], '9'],
    ['two versions', ['POST', '/public/v1/customers/'], ['POST', '/public/v2/customers/'], '9'],
    ['a path without operation', ['POST', '/public/v1/nothing/'], ['POST', '/public/v1/nothing/'], '48'],
    ['a method without operation', ['DELETE', '/public/v1/items/'], ['PATCH', '/public/v1/items/'], '48'],
  ] as const)('%s', async (_, first, second, expected) => {
    expect(await remaining(first, second)).toBe(expected)
  })
})

describe('keys', () => {
  it('have buckets of their own', async () => {
    const { simulator, send } = opened()
    const other = judgedClientOf(simulator, simulator.admin.keys.issue().key)
    for (let i = 0; i < 11; i += 1) await send('GET', '/public/health/')
    expect((await send('GET', '/public/health/')).status).toBe(429)
    expect(rateOf(await other('GET', '/public/health/'))).toBe('10/9/1001')
  })

  it('that are missing, wrong or revoked are not counted and see no headers', async () => {
    const { simulator } = opened()
    const { key } = simulator.admin.keys.issue()
    simulator.admin.keys.revoke(key)
    for (const bad of [null, 'guessed', key])
      for (let i = 0; i < 60; i += 1) {
        const answer = await judgedClientOf(simulator, bad)('GET', '/public/health/')
        expect([answer.status, rateOf(answer)]).toEqual([bad === null ? 401 : 403, '//'])
      }
    expect(simulator.export().tables['']?.buckets ?? []).toEqual([])
  })
})

describe('429 and idempotency', () => {
  it('never burns a key, and a replay costs a token', async () => {
    const { send, at, simulator } = opened()
    const key = { 'Idempotency-Key': 'late' }
    for (let i = 0; i < 2; i += 1) await send('POST', '/public/v2/invoices/', LINES)
    const before = contentOf(simulator, { replies: true })
    const refused = await send('POST', '/public/v2/invoices/', LINES, key)
    expect(refused.status).toBe(429)
    expect(contentOf(simulator, { replies: true })).toEqual(before)
    await at(1000 + Number(refused.headers.get('retry-after')))
    const first = await send('POST', '/public/v2/invoices/', LINES, key)
    expect([first.status, first.body.number]).toEqual([200, 3])
    await at(1060)
    const replay = await send('POST', '/public/v2/invoices/', LINES, key)
    expect([replay.text, rateOf(replay)]).toEqual([first.text, '2/0/1120'])
    expect(simulator.records.invoices.count()).toBe(3)
  })
})

describe('the fixed cap', () => {
  const capped = [
    ['POST', '/public/v2/invoices/'],
    ['PUT', '/public/v2/invoices/1/'],
  ] as const
  it.each(capped)('%s %s: two a minute, whatever is granted', async (method, path) => {
    const { send, simulator } = opened()
    const route = `${method} ${path.replace('1/', '{}/')}`
    simulator.admin.rateLimits.override({ route, burst: 1000, refillPerSecond: 1000 })
    simulator.admin.rateLimits.override({ burst: 1000, refillPerSecond: 1000 })
    const statuses = []
    for (let i = 0; i < 3; i += 1) statuses.push((await send(method, path, {})).status === 429)
    expect(statuses).toEqual([false, false, true])
  })

  it('is of version 2 only', async () => {
    const { send } = opened()
    for (let i = 0; i < 10; i += 1)
      expect((await send('POST', '/public/v1/invoices/', LINES)).status).toBe(200)
  })
})

describe('waiting exactly Retry-After', () => {
  const rate = fc.record({
    burst: fc.integer({ min: 1, max: 12 }),
    refillPerSecond: fc.oneof(
      fc.integer({ min: 1, max: 7 }),
      fc.double({ min: 0.003, max: 9, noNaN: true }),
      fc.constantFrom(1 / 3, 0.7, 1 / 30, 60 / 7),
    ),
  })
  const story = fc.record({
    aggregate: rate,
    endpoint: rate,
    start: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    pauses: fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 5, maxLength: 25 }),
    path: fc.constantFrom('/public/health/', '/public/v2/invoices/'),
  })

  it('always succeeds, with limits as granted, at any instant', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ aggregate, endpoint, start, pauses, path }) => {
        const simulator = createSimulator({ now: new Date(start).toISOString() })
        const method = path.includes('v2') ? 'POST' : 'GET'
        simulator.admin.rateLimits.override(aggregate)
        // Buckets are told apart by their size.
        const burst = endpoint.burst + (endpoint.burst === aggregate.burst ? 1 : 0)
        simulator.admin.rateLimits.override({ ...endpoint, route: `${method} ${path}`, burst })
        const send = judgedClientOf(simulator)
        const call = () => send(method, path, method === 'POST' ? {} : undefined)
        for (const pause of pauses) {
          await simulator.clock.advance({ milliseconds: pause })
          let answer = await call()
          // Each of the three buckets may refuse once; what it named is enough for that bucket.
          const refusing = new Set<string | null>()
          while (answer.status === 429) {
            const layer = answer.headers.get('x-ratelimit-limit') + answer.text
            expect(refusing.has(layer) && refusing.size === 1, 'the same bucket refuses twice').toBe(false)
            refusing.add(layer)
            expect(refusing.size).toBeLessThanOrEqual(3)
            await simulator.clock.advance({ seconds: Number(answer.headers.get('retry-after')) })
            answer = await call()
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('no limits', () => {
  it('with rateLimits false: no refusal, no headers, no rows', async () => {
    const { send, simulator } = opened({ rateLimits: false })
    for (let i = 0; i < 120; i += 1) {
      const answer = await send('POST', '/public/v2/invoices/', {})
      expect([answer.status, rateOf(answer)]).toEqual([422, '//'])
    }
    expect(simulator.export().tables['']?.buckets ?? []).toEqual([])
  })
})
