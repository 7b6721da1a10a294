import { describe, expect, test } from 'vitest'
import type { FaultOptions } from '../../src/service/http/faults/fault-options'
import { matchesPattern } from '../../src/service/http/faults/fault-pattern'
import { Faults } from '../../src/service/http/faults/faults'
import { tinyWire } from './tiny-wire'

const PATH = '/public/v1/invoices/'
const key = { 'Idempotency-Key': 'k' }

test.each([
  [{ status: 503 }, 503, '{"success":false,"errors":{"__all__":["Service unavailable"]}}', {}],
  [{ status: 500 }, 500, '{"success":false,"errors":{"__all__":["Internal server error"]}}', {}],
  [{ status: 502 }, 502, '{"success":false,"errors":{"__all__":["Simulated status 502"]}}', {}],
  [
    { status: 429, retryAfter: 30 },
    429,
    '{"success":false,"errors":{"__all__":["Too many requests"]}}',
    { 'retry-after': '30' },
  ],
  [
    { status: 429 },
    429,
    '{"success":false,"errors":{"__all__":["Too many requests"]}}',
    { 'retry-after': '1' },
  ],
  [
    { status: 502, body: '<h1>Bad gateway</h1>', headers: { 'Content-Type': 'text/html', Via: 'proxy' } },
    502,
    '<h1>Bad gateway</h1>',
    { 'content-type': 'text/html', via: 'proxy' },
  ],
  [{ status: 200, body: { odd: true } }, 200, '{"odd":true}', { 'content-type': 'application/json' }],
  [{ status: 204 }, 204, '', {}],
] as [FaultOptions['then'], number, string, Record<string, string>][])(
  '%j stands in for the service: nothing spent, nothing stored',
  async (then, status, body, headers) => {
    const { wire, world, send } = tinyWire()
    const fault = wire.faults.inject({ then })
    const before = JSON.stringify([world.store.dump()['org-1'], world.store.dump()['']?.buckets])
    const response = await send('POST', PATH, {}, { ...key, 'X-API-KEY': 'even a bad key' })
    expect([response.status, await response.text()]).toEqual([status, body])
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value)
    expect(response.headers.has('x-ratelimit-limit')).toBe(false)
    expect(JSON.stringify([world.store.dump()['org-1'], world.store.dump()['']?.buckets])).toBe(before)
    expect([fault.hits, wire.traffic[0]?.why]).toEqual([
      1,
      `fault 1: status ${status} instead of the service`,
    ])
    expect((await send('POST', PATH, {}, key)).status).toBe(200)
  },
)

test('a network error is what fetch makes of one', async () => {
  const { wire, world, send } = tinyWire()
  wire.faults.inject({ then: { networkError: true } })
  const error = await send('POST', PATH, {}, key).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(TypeError)
  expect((error as Error).message).toBe('Failed to fetch')
  expect(world.store.table('org-1', 'invoices').size).toBe(0)
  expect(wire.traffic[0]?.response).toBe(null)
})

test('a lost response leaves the write and its reply', async () => {
  const { wire, world, send } = tinyWire()
  wire.faults.inject({ on: `POST ${PATH}`, then: { loseResponse: true } })
  await expect(send('POST', PATH, { a: 1 }, key)).rejects.toThrow(new TypeError('Failed to fetch'))
  expect(world.store.table('org-1', 'invoices').size).toBe(1)
  expect(await (await send('POST', PATH, { a: 1 }, key)).json()).toMatchObject({ number: 1, a: 1 })
  expect(wire.traffic.map((entry) => entry.why)).toEqual([
    'fault 1: the response was lost, it was 200: created Invoice 1',
    expect.stringContaining('replayed the stored reply'),
  ])
})

test('a body under another content type: the reply kept for the key has its own', async () => {
  const { wire, send } = tinyWire()
  wire.faults.inject({ then: { contentType: 'text/html' } })
  const seen = []
  for (let time = 0; time < 2; time += 1) {
    const response = await send('POST', PATH, {}, key)
    seen.push([response.headers.get('content-type'), await response.text()])
  }
  expect(seen).toEqual([
    ['text/html', '{"number":1}'],
    ['application/json', '{"number":1}'],
  ])
  expect(wire.traffic[0]?.why).toBe('created Invoice 1; fault 1: content type text/html')
})

test('a damaged body: the reply kept for the key is whole', async () => {
  const { wire, send } = tinyWire()
  wire.faults.inject({ then: { truncateBody: 5 } })
  wire.faults.inject({ then: { malformedJson: true } })
  const texts = []
  for (let time = 0; time < 3; time += 1) texts.push(await (await send('POST', PATH, {}, key)).text())
  expect(texts).toEqual(['{"num', '{"number":1,', '{"number":1}'])
})

describe('which requests', () => {
  const hits = async (options: Partial<FaultOptions>, calls = 6): Promise<string> => {
    const { wire, send, at } = tinyWire({ rateLimits: false })
    wire.faults.inject({ then: { status: 503 }, ...options })
    let told = ''
    for (let call = 0; call < calls; call += 1) {
      at(1000 + call)
      told += (await send('GET', PATH)).status === 503 ? 'x' : '.'
    }
    return told
  }

  test.each([
    [{}, 'x.....'],
    [{ skip: 2 }, '..x...'],
    [{ skip: 1, times: 2 }, '.xx...'],
    [{ times: Number.POSITIVE_INFINITY }, 'xxxxxx'],
    [{ during: '2 seconds' }, 'xx....'],
    [{ during: { seconds: 2 }, times: 1 }, 'x.....'],
    [{ after: '2 seconds' }, '..x...'],
    [{ after: '1 second', during: '3 seconds' }, '.xxx..'],
    [{ after: '1 second', skip: 1, times: 2 }, '..xx..'],
    [{ when: () => false }, '......'],
    [{ when: { records: 'invoices' } }, '......'],
    [{ when: { records: 'invoices', atMost: 0 } }, 'x.....'],
    [{ when: { records: 'invoices', atLeast: 0, atMost: 2 }, times: 2 }, 'xx....'],
    [{ on: 'POST /public/v1/invoices/' }, '......'],
    [{ on: ({ method }) => method === 'GET' }, 'x.....'],
    [{ on: ({ headers }) => headers['x-api-key'] !== 'test-api-key' }, '......'],
    [{ probability: 0 }, '......'],
    [{ probability: 1 }, 'xxxxxx'],
    [{ probability: 1, times: 1 }, 'x.....'],
  ] as [Partial<FaultOptions>, string][])('%o -> %s', async (options, expected) => {
    expect(await hits(options)).toBe(expected)
  })

  test('a share of them, the same for the same seed', async () => {
    const told = await hits({ probability: 0.5 }, 60)
    expect(await hits({ probability: 0.5 }, 60)).toBe(told)
    const count = told.split('x').length - 1
    expect(count).toBeGreaterThan(15)
    expect(count).toBeLessThan(45)
  })

  test('once there are so many records', async () => {
    const { wire, send } = tinyWire()
    const condition = { records: 'invoices' as const, atLeast: 2, atMost: 3 }
    wire.faults.inject({ when: condition, times: 9, then: { status: 503 } })
    const statuses = []
    for (let call = 0; call < 4; call += 1) statuses.push((await send('POST', PATH, {})).status)
    expect(statuses).toEqual([200, 200, 503, 503])
    expect((await send('GET', PATH, undefined, { 'X-API-KEY': 'guessed' })).status).toBe(403)
  })

  test('while the test says so', async () => {
    const { wire, send } = tinyWire()
    let isDown = false
    wire.faults.inject({ when: () => isDown, times: 9, then: { status: 503 } })
    const statuses = []
    for (isDown of [false, true, true, false]) statuses.push((await send('GET', PATH)).status)
    expect(statuses).toEqual([200, 503, 503, 200])
    expect(wire.faults.unexportable()).toEqual([{ id: 1, because: 'has a predicate' }])
  })

  test('the first armed one acts', async () => {
    const { wire, send } = tinyWire()
    const first = wire.faults.inject({ on: 'GET /public/*', skip: 1, then: { status: 500 } })
    const second = wire.faults.inject({ times: 2, then: { status: 503 } })
    const statuses = []
    for (let call = 0; call < 4; call += 1) statuses.push((await send('GET', PATH)).status)
    expect([statuses, first.hits, second.hits]).toEqual([[503, 500, 503, 200], 1, 2])
  })
})

test.each([
  ['GET /public/v1/invoices/', 'GET', '/public/v1/invoices/', true],
  ['GET /public/v1/invoices/', 'POST', '/public/v1/invoices/', false],
  ['* /public/v1/invoices/', 'POST', '/public/v1/invoices/', true],
  ['GET /public/v1/invoices/{}/', 'GET', '/public/v1/invoices/3/', true],
  ['GET /public/v1/invoices/{record_number}/', 'GET', '/public/v1/invoices/3/', true],
  ['GET /public/v1/invoices/{}/', 'GET', '/public/v1/invoices/', false],
  ['GET /public/v1/invoices/{}/', 'GET', '/public/v1/invoices/3/attachments/', false],
  ['GET /public/{}/invoices/*', 'GET', '/public/v2/invoices/3/attachments/', true],
  ['GET /public/v1/*', 'GET', '/public/v1/', true],
  ['GET /public/v1/*', 'GET', '/public/v2/', false],
  ['GET /public/v1/inv*', 'GET', '/public/v1/invoices/', true],
  ['GET /*', 'GET', '/', true],
])('%s on %s %s: %s', (pattern, method, pathname, expected) => {
  expect(matchesPattern(pattern, method, pathname)).toBe(expected)
})

test('unfired, clear, rewind', async () => {
  const { wire, world, send } = tinyWire()
  const mark = world.store.history.mark()
  const used = wire.faults.inject({ then: { status: 503 } })
  wire.faults.inject({ on: 'GET /public/v1/bills/', then: { networkError: true } })
  await send('GET', PATH)
  expect(wire.faults.unfired().map((fault) => fault.on)).toEqual(['GET /public/v1/bills/'])
  wire.faults.clear()
  expect([wire.faults.unfired(), used.hits]).toEqual([[], 1])
  wire.faults.inject({ then: { status: 503 } })
  world.store.history.rewind(mark)
  expect((await send('GET', PATH)).status).toBe(200)
})

test('what was given is not frozen, and cannot change it later', () => {
  const { wire } = tinyWire()
  const headers = { 'x-a': '1' }
  const fault = wire.faults.inject({ then: { status: 503, headers } })
  headers['x-a'] = '2'
  expect(fault.effect).toEqual({ status: 503, headers: { 'x-a': '1' } })
})

test('a predicate is the host’s: told for exports, shared with forks', async () => {
  const { wire, world } = tinyWire()
  wire.faults.inject({ then: { status: 503 } })
  expect(wire.faults.unexportable()).toEqual([])
  wire.faults.inject({ on: () => true, then: { status: 503 } })
  expect(wire.faults.unexportable().map((fault) => fault.id)).toEqual([2])
  const fork = wire.faults.forkFor(world, {})
  expect(fork).toBeInstanceOf(Faults)
  const request = {
    method: 'GET',
    url: new URL('https://a.test/'),
    headers: {},
    body: { kind: 'none' } as const,
  }
  const match = { kind: 'nothing' } as const
  const hit = (): number | undefined => fork.hit(request, match, () => true)?.id
  expect([hit(), hit()]).toEqual([1, 2])
})

test.each([
  [PATH, {}],
  [`${PATH}99/`, { skip: 9 }],
  [`${PATH}99/`, { probability: 0 }],
])('an answer that a fault does not change, %s with %o, is left to the next one', async (path, selection) => {
  const { wire, send } = tinyWire()
  wire.faults.inject({ ...selection, then: { evolve: 'error-text' } })
  wire.faults.inject({ then: { status: 503 } })
  expect((await send('GET', path)).status).toBe(503)
  expect(wire.faults.list().map(({ hits }) => hits)).toEqual([0, 1])
})

test('a predicate that throws is a loud 500', async () => {
  const { wire, send } = tinyWire()
  wire.faults.inject({
    on: () => {
      throw new Error('oops')
    },
    then: { status: 503 },
  })
  expect((await send('GET', PATH)).status).toBe(500)
  expect(wire.traffic[0]?.why).toBe('500: unexpected Error: oops')
})
