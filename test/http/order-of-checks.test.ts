import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import type { Route } from '../../src/service/http/routes/route'
import { issueKey, tinyWire } from './tiny-wire'

const hook: Route = {
  method: 'POST',
  template: '/public/v2/webhooks/',
  key: 'POST /public/v2/webhooks/',
  version: 'v2',
  group: 'webhooks',
  takes: 'json',
  permission: 'INTEGRATION:create',
  run: () => ({ status: 201, body: { uuid: 'x' }, summary: 'registered' }),
}

const errorOf = async (response: Response): Promise<string> => {
  const { success, errors } = (await response.json()) as {
    success: boolean
    errors: Record<string, string[]>
  }
  expect(success).toBe(false)
  expect(response.headers.get('content-type')).toBe('application/json')
  return `${response.status} ${Object.entries(errors)
    .map(([member, texts]) => `${member}: ${texts.join(', ')}`)
    .join('; ')}`
}

test.each([
  ['', '401 __all__: API key required'],
  ['nobody', '403 __all__: API key authentication failed'],
  ['revoked-key', '403 __all__: API key authentication failed'],
  ['test-api-key, test-api-key', '403 __all__: API key authentication failed'],
])('the key %j -> %s', async (key, expected) => {
  const { world, send } = tinyWire()
  issueKey(world, { key: 'revoked-key', revoked: true })
  expect(await errorOf(await send('GET', '/public/v1/nowhere/', undefined, { 'X-API-KEY': key }))).toBe(
    expected,
  )
})

test('without the header at all', async () => {
  const { port } = tinyWire()
  const response = await port('https://accounting.test/public/health/')
  expect(await errorOf(response)).toBe('401 __all__: API key required')
})

/** Each request fails on everything from its row downwards; the row says what must win. */
test('a request that fails every check fails the earliest', async () => {
  const { world, send, at } = tinyWire({ routes: [hook] })
  issueKey(world, { key: 'reader-key', permissions: ['READ_ONLY'] })
  world.store.table('', 'lapsedSubscriptions').put({ id: 'org-1|webhooks' })
  world.store.table('', 'lapsedSubscriptions').put({ id: 'org-1|invoices' })
  const bad = { 'X-API-KEY': 'reader-key', 'Idempotency-Key': 'two words' }
  const call = async (path: string, headers: Record<string, string> = bad): Promise<string> =>
    errorOf(await send('POST', path, 'no json', headers))

  expect(await call('/public/v2/webhooks/', { ...bad, 'X-API-KEY': 'wrong' })).toMatch(/^403 .*failed/)
  for (let time = 0; time < 10; time += 1) await call('/public/v2/webhooks/')
  expect(await call('/public/v2/webhooks/')).toMatch(/^429/)
  at(2000)
  expect(await call('/public/v2/webhook/')).toMatch(/^404/)
  expect(await call('/public/v2/invoices/3/')).toMatch(/^405/)
  expect(await call('/public/v2/webhooks/')).toBe('403 __all__: API key lacks the required permission')
  expect(await call('/public/v1/invoices/')).toBe('403 __all__: API key lacks the required permission')
  const full = { ...bad, 'X-API-KEY': 'test-api-key' }
  expect(await call('/public/v1/invoices/', full)).toBe('402 __all__: Subscription required for this feature')
  expect(await call('/public/v1/bills/', full)).toMatch(/^400 __all__: Idempotency key must be/)
  expect(await call('/public/v1/bills/', { 'X-API-KEY': 'test-api-key' })).toMatch(
    /^400 __all__: Content type/,
  )
})

test('permissions', async () => {
  const { world, send } = tinyWire({ routes: [hook] })
  issueKey(world, { key: 'plain-key', permissions: [] })
  issueKey(world, { key: 'reader-key', permissions: ['READ_ONLY', 'INTEGRATION'] })
  issueKey(world, { key: 'hooks-key', permissions: ['INTEGRATION'] })
  const statuses = async (key: string): Promise<number[]> => {
    const headers = { 'X-API-KEY': key }
    return [
      (await send('GET', '/public/v1/invoices/', undefined, headers)).status,
      (await send('POST', '/public/v1/invoices/', {}, headers)).status,
      (await send('POST', '/public/v2/webhooks/', {}, headers)).status,
    ]
  }
  expect(await statuses('test-api-key')).toEqual([200, 200, 201])
  expect(await statuses('plain-key')).toEqual([200, 200, 403])
  expect(await statuses('reader-key')).toEqual([200, 403, 403])
  expect(await statuses('hooks-key')).toEqual([200, 200, 201])
})

test('groups may need a subscription by assumption', async () => {
  const { send } = tinyWire({ assumptions: { 'feature-402': ['bills'] } })
  expect((await send('GET', '/public/v1/bills/')).status).toBe(402)
  expect((await send('GET', '/public/v1/invoices/')).status).toBe(200)
})

test('a bug rolls back, answers 500 and is told in the traffic', async () => {
  const { wire, world, send } = tinyWire()
  const before = JSON.stringify(world.store.dump()['org-1'] ?? {})
  const response = await send('POST', '/public/v1/invoices/', { crash: true }, { 'Idempotency-Key': 'k' })
  expect(await errorOf(response)).toBe('500 __all__: Internal server error')
  expect(JSON.stringify(world.store.dump()['org-1'] ?? {})).toBe(before)
  expect(world.store.table('', 'replies').size).toBe(0)
  expect(wire.traffic[0]?.why).toBe('500: unexpected Error: a bug')
})

test('a refusal rolls back and keeps its errors', async () => {
  const { wire, world, send } = tinyWire()
  expect(await errorOf(await send('POST', '/public/v1/invoices/', { refuse: true }))).toBe(
    '422 date: Field required',
  )
  expect(world.store.table('org-1', 'invoices').size).toBe(0)
  expect(wire.traffic[0]?.why).toBe('422: date: Field required (docs/service.md §7.4)')
  await send('GET', '/public/v1/invoices/9/')
  expect(wire.traffic[1]?.why).toBe(
    '404: __all__: Invoice matching query does not exist (no 9: there is none at all; docs/service.md §7.4)',
  )
})

test('the assumptions a call rested on', async () => {
  const { world, send } = tinyWire()
  await send('POST', '/public/v2/invoices/', {}, { 'Idempotency-Key': 'k' })
  expect(world.assumptions.used()).toEqual([
    'create-status',
    'feature-402',
    'idempotency-key-format',
    'idempotency-scope',
    'idempotency-window',
    'instants',
    'number-sequence',
    'ratelimit-cap',
    'ratelimit-headers',
    'ratelimit-scope',
    'size-limits',
    'string-amounts',
    'unknown-members',
    'v2-operations',
  ])
})

test.each([
  ['v2-operations', '/public/v2/invoices/', {}, 200],
  ['v2-operations', '/public/v2/invoices/', { 'v2-operations': 'webhooks-only' }, 404],
  ['open-group-paths', '/public/v1/vendors/', {}, 200],
  ['open-group-paths', '/public/v1/vendors/', { 'open-group-paths': 'off' }, 404],
] as const)(
  '%s: the entry of GET %s with %o tells that it rests on it',
  async (id, path, assumptions, status) => {
    const simulator = createSimulator({ assumptions })
    const response = await simulator.fetch(path, { headers: { 'X-API-KEY': simulator.apiKey } })
    expect(response.status).toBe(status)
    expect(simulator.traffic[0]?.assumptions).toContain(id)
  },
)
