import { expect, test } from 'vitest'
import type { World } from '../../src/engine/model/context'
import type { BucketRow } from '../../src/service/http/rate-limits/buckets'
import { issueKey, type TinyOptions, tinyWire } from './tiny-wire'

const A = ['POST', '/public/v1/bills/'] as const
const I = ['POST', '/public/v2/invoices/'] as const

const limits = ({ headers }: Response): string =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`)).join(' / ')

/** Tokens of the aggregate, the endpoint and the cap, as the row says. */
function tokens(world: World, [method, path]: readonly [string, string]): string {
  const left = (id: string, burst: number, perSecond: number): string => {
    const row = world.store.table<BucketRow>('', 'buckets').get(`test-api-key|${id}`)
    if (!row) return 'full'
    const debt = Math.max(0, row.fullAt - world.clock.now * 1000) / 1_000_000
    return String(Math.round((burst - debt * perSecond) * 1000) / 1000)
  }
  const endpoint = `${method} ${path}`
  return [left('all', 50, 5), left(endpoint, 10, 1), left(`${endpoint}|cap`, 2, 1 / 30)].join(', ')
}

test('the timeline of docs/service.md §9.3', async () => {
  const { world, send, at } = tinyWire()
  const lines: unknown[] = []
  const call = async (seconds: number, route: readonly [string, string], times = 1): Promise<void> => {
    at(seconds)
    for (let time = 1; time <= times; time += 1) {
      const response = await send(...route, {})
      const wait = response.headers.get('retry-after')
      lines.push([seconds, response.status, wait, limits(response), tokens(world, route)])
    }
  }
  await call(1000, A, 12)
  await call(1000.5, A)
  await call(1001, A)
  await call(1001, I)
  await call(1002, I)
  await call(1003, I)
  await call(1033, I)
  expect([lines[0], ...lines.slice(9)]).toEqual([
    [1000, 200, null, '10 / 9 / 1001', '49, 9, full'],
    [1000, 200, null, '10 / 0 / 1010', '40, 0, full'],
    [1000, 429, '1', '10 / 0 / 1010', '39, 0, full'],
    [1000, 429, '1', '10 / 0 / 1010', '38, 0, full'],
    [1000.5, 429, '1', '10 / 0 / 1010', '39.5, 0.5, full'],
    [1001, 200, null, '10 / 0 / 1011', '41, 0, full'],
    [1001, 200, null, '2 / 1 / 1031', '40, 9, 1'],
    [1002, 200, null, '2 / 0 / 1061', '44, 9, 0.033'],
    [1003, 429, '28', '2 / 0 / 1061', '48, 9, 0.067'],
    [1033, 200, null, '2 / 0 / 1091', '49, 9, 0.067'],
  ])
})

test('an exhausted aggregate leaves the endpoint bucket alone', async () => {
  const { world, send, at } = tinyWire()
  at(1100)
  const routes = ['invoices', 'bills', 'customers'].flatMap((name) => [
    ['POST', `/public/v1/${name}/`],
    ['GET', `/public/v1/${name}/`],
  ]) as [string, string][]
  for (const [position, [method, path]] of routes.entries()) {
    for (let time = 0; time < (position < 5 ? 9 : 5); time += 1) {
      expect((await send(method, path, method === 'GET' ? undefined : {})).status).toBeLessThan(300)
    }
  }
  const last = routes[5] as [string, string]
  const before = tokens(world, last)
  const response = await send(...last)
  expect([response.status, response.headers.get('retry-after'), limits(response)]).toEqual([
    429,
    '1',
    '50 / 0 / 1110',
  ])
  expect([before, tokens(world, last)]).toEqual(['0, 5, full', '0, 5, full'])
})

test.each([
  ['endpoint', A, 10, {}],
  ['cap', I, 2, {}],
  ['odd refill', A, 4, { rateLimits: { endpoint: { burst: 4, refillPerSecond: 0.7 } } }],
  ['odd aggregate', A, 3, { rateLimits: { aggregate: { burst: 3, refillPerSecond: 3 } } }],
] as [string, readonly [string, string], number, TinyOptions][])(
  'waiting exactly as told succeeds: %s',
  async (_name, route, burst, options) => {
    const { wire, send, at } = tinyWire(options)
    for (let offset = 0; offset < 30; offset += 1) {
      const start = wire.world.clock.now / 1000 + 500 + offset * 0.037
      at(Math.round(start * 1000) / 1000)
      for (let time = 0; time < burst; time += 1) expect((await send(...route, {})).status).toBe(200)
      at(wire.world.clock.now / 1000 + offset * 0.011)
      const refused = await send(...route, {})
      if (refused.status === 200) continue
      expect(refused.status).toBe(429)
      at(wire.world.clock.now / 1000 + Number(refused.headers.get('retry-after')))
      expect((await send(...route, {})).status).toBe(200)
    }
  },
)

test('a refused bucket waits at most a second longer than it must', async () => {
  const { send, at } = tinyWire()
  for (const [method, path] of [I, I]) await send(method, path, {})
  const refused = await send(...I, {})
  expect(refused.headers.get('retry-after')).toBe('30')
  at(1029)
  expect((await send(...I, {})).status).toBe(429)
  at(1030)
  expect((await send(...I, {})).status).toBe(200)
})

test('what counts where', async () => {
  const { world, send } = tinyWire()
  await send('GET', '/public/v1/nowhere/')
  await send('PATCH', '/public/v1/bills/', {})
  expect(world.store.table('', 'buckets').keys()).toEqual(['test-api-key|all'])
  await send('GET', '/public/v1/bills/7/')
  await send('GET', '/public/v1/bills/8/')
  await send('GET', '/public/health/')
  expect(world.store.table('', 'buckets').keys()).toEqual([
    'test-api-key|GET /public/health/',
    'test-api-key|GET /public/v1/bills/{record_number}/',
    'test-api-key|all',
  ])
})

test.each([
  ['no key', '', 401],
  ['a bad key', 'wrong', 403],
])('%s is not counted and gets no headers', async (_name, key, status) => {
  const { world, send } = tinyWire()
  const response = await send('GET', '/public/health/', undefined, { 'X-API-KEY': key })
  expect([response.status, response.headers.has('x-ratelimit-limit')]).toEqual([status, false])
  expect(world.store.table('', 'buckets').size).toBe(0)
})

/** docs/service.md §9.3. */
test('every authenticated answer has the headers', async () => {
  const { send } = tinyWire()
  const answers = await Promise.all([
    send('GET', '/public/v1/nowhere/'),
    send('DELETE', '/public/v1/bills/'),
    send('GET', '/public/v1/bills/5/'),
    send('POST', '/public/v1/bills/', '['),
    send('POST', '/public/v1/invoices/', { refuse: true }),
    send('POST', '/public/v1/invoices/', { crash: true }),
  ])
  expect(answers.map((answer) => answer.status)).toEqual([404, 405, 404, 400, 422, 500])
  expect(answers.filter((answer) => !answer.headers.has('x-ratelimit-reset'))).toEqual([])
})

test('no limits, no headers, no rows', async () => {
  const { world, send } = tinyWire({ rateLimits: false })
  for (let time = 0; time < 60; time += 1) {
    const response = await send(...I, {})
    expect([response.status, response.headers.has('x-ratelimit-limit')]).toEqual([200, false])
  }
  expect(world.store.table('', 'buckets').size).toBe(0)
})

test('a 429 burns no idempotency key and says which layer refused', async () => {
  const { wire, send, at } = tinyWire()
  const key = { 'Idempotency-Key': 'k' }
  await send(...I, {})
  await send(...I, {})
  const refused = await send(...I, {}, key)
  expect(await refused.json()).toEqual({
    success: false,
    errors: { __all__: ['Rate limit exceeded. Please try again later.'] },
  })
  expect(wire.traffic.at(-1)?.why).toBe(
    '429: fixed cap of POST /public/v2/invoices/ has 0 of 2 tokens, refills one every 30 seconds (docs/service.md §9.2)',
  )
  at(1030)
  expect((await send(...I, {}, key)).status).toBe(200)
  for (let time = 0; time < 10; time += 1) await send(...A, {})
  expect(await (await send(...A, {})).json()).toEqual({
    success: false,
    errors: { __all__: ['Too many requests'] },
  })
})

test('a 429 says what is left of a bucket: a part of a token, or nothing where an override made it smaller', async () => {
  const { wire, world, send, at } = tinyWire()
  for (let time = 0; time < 10; time += 1) await send(...A, {})
  at(1000.25)
  await send(...A, {})
  const bucket = '429: endpoint bucket of POST /public/v1/bills/ has'
  expect(wire.traffic.at(-1)?.why).toBe(
    `${bucket} 0.25 of 10 tokens, refills 1 per second (docs/service.md §9.1)`,
  )
  const override = { key: null, route: 'POST /public/v1/bills/', burst: 1, refillPerSecond: 0.5 }
  world.store.table('', 'rateLimitOverrides').put({ id: 1, organization: 'org-1', ...override })
  await send(...A, {})
  expect(wire.traffic.at(-1)?.why).toBe(
    `${bucket} 0 of 1 tokens, refills one every 2 seconds (docs/service.md §9.1)`,
  )
})

test('of buckets with as many tokens the narrower one is told', async () => {
  const rates = {
    aggregate: { burst: 10, refillPerSecond: 5 },
    endpoint: { burst: 10, refillPerSecond: 0.5 },
  }
  const { send } = tinyWire({ rateLimits: rates })
  expect(limits(await send(...A, {}))).toBe('10 / 9 / 1002')
})

/** docs/service.md §9.4. */
test('overrides: the key before its organisation, the later before the earlier, never the cap', async () => {
  const { world, send } = tinyWire()
  issueKey(world, { key: 'second-key' })
  const overrides = world.store.table('', 'rateLimitOverrides')
  const override = (id: number, more: object): void =>
    overrides.put({
      id,
      organization: 'org-1',
      key: null,
      route: null,
      refillPerSecond: 1,
      burst: 1,
      ...more,
    })
  const limitOf = async (route: readonly [string, string], key = 'test-api-key'): Promise<string | null> =>
    (await send(...route, {}, { 'X-API-KEY': key })).headers.get('x-ratelimit-limit')

  override(1, { key: 'test-api-key', route: 'PUT /public/v1/bills/{}/', burst: 4 })
  expect(await limitOf(['PUT', '/public/v1/bills/1/'])).toBe('4')
  expect(await limitOf(['PUT', '/public/v1/bills/1/'], 'second-key')).toBe('10')
  override(2, { route: 'PUT /public/v1/bills/{record_number}/', burst: 3 })
  expect(await limitOf(['PUT', '/public/v1/bills/2/'])).toBe('4')
  expect(await limitOf(['PUT', '/public/v1/bills/2/'], 'second-key')).toBe('3')
  override(7, { key: 'test-api-key', route: 'PUT /public/v1/bills/{}/', burst: 5 })
  expect(await limitOf(['PUT', '/public/v1/bills/2/'])).toBe('5')
  override(3, { burst: 6 })
  expect(await limitOf(['PUT', '/public/v1/nowhere/'])).toBe('6')
  override(4, { route: 'POST /public/v2/invoices/', burst: 1000 })
  override(5, { burst: 1000 })
  expect(await limitOf(I)).toBe('2')
  override(6, { organization: 'org-2', route: 'POST /public/v1/bills/', burst: 2 })
  expect(await limitOf(A)).toBe('10')
})

test('the switches', async () => {
  const refunding = tinyWire({ assumptions: { 'ratelimit-spend': 'refund' } })
  for (let time = 0; time < 12; time += 1) await refunding.send(...A, {})
  expect(tokens(refunding.world, A)).toBe('40, 0, full')
  const single = tinyWire({ assumptions: { 'ratelimit-cap': 'burst-1' } })
  expect(limits(await single.send(...I, {}))).toBe('1 / 0 / 1030')
  const uncapped = tinyWire({ assumptions: { 'ratelimit-cap': 'off' } })
  expect(limits(await uncapped.send(...I, {}))).toBe('10 / 9 / 1001')
  const aggregate = tinyWire({ assumptions: { 'ratelimit-headers': 'aggregate' } })
  expect(limits(await aggregate.send(...A, {}))).toBe('50 / 49 / 1001')
})

test('a request that the first bucket refuses does not rest on what is given back', async () => {
  const { wire, send } = tinyWire({ rateLimits: { aggregate: { burst: 1, refillPerSecond: 1 } } })
  for (let time = 0; time < 2; time += 1) await send(...A, {})
  expect(wire.traffic.at(-1)?.response?.status).toBe(429)
  expect(wire.traffic.at(-1)?.assumptions).not.toContain('ratelimit-spend')
})

test('a 429 may ask to wait until the bucket is full', async () => {
  const { send, at } = tinyWire({ assumptions: { 'ratelimit-retry-after': 'until-full' } })
  for (let time = 0; time < 10; time += 1) await send(...A, {})
  at(1000.75)
  expect((await send(...A, {})).headers.get('retry-after')).toBe('10')
})

// biome-ignore format: a table
test.each<[wording: 'by-kind' | 'too-many-requests' | 'rate-limit-exceeded', bucket: string, cap: string]>([
  ['by-kind',             'Too many requests',                              'Rate limit exceeded. Please try again later.'],
  ['too-many-requests',   'Too many requests',                              'Too many requests'],
  ['rate-limit-exceeded', 'Rate limit exceeded. Please try again later.', 'Rate limit exceeded. Please try again later.'],
])('the words of a 429: %s', async (wording, bucket, cap) => {
  const { send } = tinyWire({ assumptions: { 'ratelimit-wording': wording } })
  const saysAtLast = async (route: readonly [string, string], times: number) => {
    for (let time = 0; time < times; time += 1) await send(...route, {})
    return ((await (await send(...route, {})).json()) as { errors: object }).errors
  }
  expect(await saysAtLast(A, 10)).toEqual({ __all__: [bucket] })
  expect(await saysAtLast(I, 2)).toEqual({ __all__: [cap] })
})
