import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { issueKey, type TinyOptions, tinyWire } from './tiny-wire'

const PATH = '/public/v1/invoices/'
const key = { 'Idempotency-Key': 'k' }
const HOURS = 3600

const shown = async (response: Response): Promise<string> => `${response.status} ${await response.text()}`

test('a replay is the same answer and writes nothing', async () => {
  const { wire, world, send, at } = tinyWire()
  const first = await send('POST', PATH, { memo: 'a' }, key)
  at(1060)
  const second = await send('POST', PATH, { memo: 'a' }, key)
  expect(await shown(second)).toBe(await shown(first))
  expect(second.headers.get('x-ratelimit-reset')).toBe('1061')
  expect(second.headers.has('idempotent-replayed')).toBe(false)
  expect(world.store.table('org-1', 'invoices').size).toBe(1)
  expect(wire.traffic[1]?.why).toBe(
    'replayed the stored reply of idempotency key "k" from 1970-01-01T00:16:40.000Z (docs/service.md §10)',
  )
})

test('two at once: one writes, both get its bytes', async () => {
  const { world, send } = tinyWire()
  const [one, other] = await Promise.all([
    send('POST', PATH, { a: 1 }, key),
    send('POST', PATH, { a: 1 }, key),
  ])
  expect(await shown(one as Response)).toBe(await shown(other as Response))
  expect(world.store.table('org-1', 'invoices').size).toBe(1)
})

test.each([
  ['the same', 'POST', PATH, '{"a":1}', 200],
  ['another query', 'POST', `${PATH}?a=1`, '{"a":1}', 200],
  ['other bytes of the same JSON', 'POST', PATH, '{"a": 1}', 422],
  ['another body', 'POST', PATH, '{"a":2}', 422],
  ['another path', 'POST', '/public/v1/bills/', '{"a":1}', 422],
  ['another version', 'POST', '/public/v2/invoices/', '{"a":1}', 422],
  ['another method', 'PUT', `${PATH}1/`, '{"a":1}', 422],
])('%s with the same key', async (_name, method, path, body, status) => {
  const { send } = tinyWire()
  const json = { ...key, 'Content-Type': 'application/json' }
  await send('POST', PATH, '{"a":1}', json)
  const response = await send(method, path, body, json)
  expect(response.status).toBe(status)
  if (status === 422) {
    expect(await response.json()).toEqual({
      success: false,
      errors: { __all__: ['Idempotency key was already used with a different request'] },
    })
  }
})

test('a key of another API key is another key', async () => {
  const { world, send } = tinyWire()
  issueKey(world, { key: 'second-key' })
  await send('POST', PATH, { a: 1 }, key)
  expect((await send('POST', PATH, { a: 2 }, { ...key, 'X-API-KEY': 'second-key' })).status).toBe(200)
})

test('48 hours from the first arrival, and what expired goes with the next write', async () => {
  const { world, send, at } = tinyWire()
  const replies = world.store.table('', 'replies')
  await send('POST', PATH, { a: 1 }, key)
  await send('POST', PATH, { a: 1 }, { 'Idempotency-Key': 'other' })
  at(1000 + 24 * HOURS)
  expect(await (await send('POST', PATH, { a: 1 }, key)).json()).toMatchObject({ number: 1 })
  at(1000 + 48 * HOURS - 1)
  expect(await (await send('POST', PATH, { a: 1 }, key)).json()).toMatchObject({ number: 1 })
  at(1000 + 48 * HOURS)
  expect(replies.size).toBe(2)
  expect(await (await send('POST', PATH, { a: 2 }, key)).json()).toMatchObject({ number: 3 })
  expect(replies.keys()).toEqual(['["org-1","test-api-key","k"]'])
})

test.each([
  ['2xx', PATH, { a: 1 }, {}, 200, true],
  ['422 of the engine', PATH, { refuse: true }, {}, 422, true],
  ['404 of a record', `${PATH}77/attachments/`, new FormData(), {}, 404, true],
  ['400', PATH, '[', {}, 400, false],
  ['404 of a path', '/public/v1/nowhere/', {}, {}, 404, false],
  ['500', PATH, { crash: true }, {}, 500, false],
  ['2xx only: 422', PATH, { refuse: true }, { 'idempotency-stored': '2xx' }, 422, false],
] as [string, string, object | string, TinyOptions['assumptions'], number, boolean][])(
  'kept: %s',
  async (_name, path, body, assumptions, status, kept) => {
    const { world, port } = tinyWire({ assumptions: assumptions ?? {} })
    const isForm = body instanceof FormData
    const response = await port(`https://accounting.test${path}`, {
      method: 'POST',
      headers: {
        'X-API-KEY': 'test-api-key',
        ...key,
        ...(isForm ? {} : { 'Content-Type': 'application/json' }),
      },
      body: isForm ? body : typeof body === 'string' ? body : JSON.stringify(body),
    })
    expect([response.status, world.store.table('', 'replies').size > 0]).toEqual([status, kept])
  },
)

test('a kept refusal is replayed even when the reason is gone', async () => {
  const { send } = tinyWire()
  const put = () => send('PUT', `${PATH}1/`, { a: 1 }, key)
  const first = await shown(await put())
  await send('POST', PATH, {})
  expect(first).toMatch(/^404/)
  expect(await shown(await put())).toBe(first)
})

test.each([
  ['x', 200],
  ['x'.repeat(255), 200],
  ['!~', 200],
  ['x'.repeat(256), 400],
  ['', 400],
  ['two words', 400],
  ['tab\there', 400],
  ['\u00e9', 400],
])('key %j -> %i', async (value, status) => {
  const { send } = tinyWire()
  expect((await send('POST', PATH, {}, { 'Idempotency-Key': value })).status).toBe(status)
})

test('reads ignore the key, even a bad one', async () => {
  const { world, send } = tinyWire()
  expect((await send('GET', PATH, undefined, { 'Idempotency-Key': 'two words' })).status).toBe(200)
  expect(world.store.table('', 'replies').size).toBe(0)
})

test('a form is the same when its parts are, whatever separates them', async () => {
  const { port, send } = tinyWire()
  await send('POST', '/public/v1/bills/', {})
  const upload = (content: string): Promise<Response> => {
    const form = new FormData()
    form.append('files', new File([content], 'a.txt', { type: 'text/plain' }))
    return port(
      new Request('https://accounting.test/public/v1/bills/1/attachments/', {
        method: 'POST',
        headers: { 'X-API-KEY': 'test-api-key', ...key },
        body: form,
      }),
    )
  }
  const first = await shown(await upload('hello'))
  expect(first).toMatch(/^200 .*"file_name":"a.txt"/)
  expect(await shown(await upload('hello'))).toBe(first)
  expect((await upload('jello')).status).toBe(422)
})

test('the marker, when asked for', async () => {
  const { send } = tinyWire({ assumptions: { 'idempotency-replay': true } })
  expect((await send('POST', PATH, {}, key)).headers.has('idempotent-replayed')).toBe(false)
  expect((await send('POST', PATH, {}, key)).headers.get('idempotent-replayed')).toBe('true')
})

test('a deletion without a body is replayed without one', async () => {
  const { wire, send } = tinyWire({ assumptions: { 'delete-response': '204' } })
  await send('POST', PATH, {})
  for (let time = 0; time < 2; time += 1) {
    const response = await send('DELETE', `${PATH}1/`, undefined, key)
    expect([response.status, response.body, response.headers.has('content-type')]).toEqual([204, null, false])
  }
  expect(wire.traffic.at(-1)?.reason).toMatchObject({ rule: 'idempotency-replay', section: '10' })
})

test('a stored answer may come before the limits: it costs no token, and nothing else comes so', async () => {
  const { wire, send, at } = tinyWire({
    assumptions: { 'check-order': 'replay-before-limit' },
    rateLimits: { endpoint: { burst: 2, refillPerSecond: 1 } },
  })
  const first = await shown(await send('POST', PATH, { a: 1 }, key))
  await send('POST', PATH, { a: 2 })
  const statuses = async (...bodies: object[]) => {
    const answers = []
    for (const body of bodies) answers.push((await send('POST', PATH, body, key)).status)
    return answers
  }
  expect(await statuses({ a: 1 }, { a: 1 }, { a: 3 })).toEqual([200, 200, 429])
  expect((await send('POST', PATH, { a: 1 }, { 'Idempotency-Key': 'other' })).status).toBe(429)
  expect((await send('POST', PATH, { a: 1 })).status).toBe(429)
  const replay = await send('POST', PATH, { a: 1 }, key)
  expect(await shown(replay)).toBe(first)
  expect(wire.traffic.at(-1)?.assumptions).toContain('check-order')
  for (let read = 0; read < 2; read += 1) await send('GET', PATH, undefined, key)
  expect((await send('GET', PATH, undefined, key)).status).toBe(429)
  at(1000 + 48 * HOURS)
  expect(await statuses({ a: 3 })).toEqual([200])
})

test('an answer that is held back is not replayed, also where replays come before the limits', async () => {
  const simulator = createSimulator({ assumptions: { 'check-order': 'replay-before-limit' } })
  simulator.faults.inject({ then: { delay: '1 minute' } })
  const send = () =>
    simulator.fetch('/public/v1/customers/', {
      method: 'POST',
      headers: { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json', ...key },
      body: JSON.stringify({ name: 'Acme', company_ids: [1] }),
    })
  const first = send()
  expect((await send()).status).toBe(409)
  await simulator.clock.advance('1 minute')
  expect(await shown(await send())).toBe(await shown(await first))
})

// biome-ignore format: a table
test.each<[scope: 'api-key' | 'organization' | 'operation', byOtherKey: number, otherPath: number]>([
  ['api-key',      2, 422],
  ['organization', 1, 422],
  ['operation',    2, 200],
])('a key belongs to its %s', async (scope, byOtherKey, otherPath) => {
  const { world, send } = tinyWire({ assumptions: { 'idempotency-scope': scope } })
  issueKey(world, { key: 'second-key' })
  await send('POST', PATH, { a: 1 }, key)
  const other = await send('POST', PATH, { a: 1 }, { ...key, 'X-API-KEY': 'second-key' })
  expect(((await other.json()) as { number: number }).number).toBe(byOtherKey)
  expect((await send('POST', '/public/v1/bills/', { a: 1 }, key)).status).toBe(otherPath)
  expect((await send('POST', PATH, { a: 2 }, key)).status).toBe(422)
})

test.each([
  ['0f8fad5b-d9cb-469f-a165-70867728950e', 200],
  ['0F8FAD5B-D9CB-469F-A165-70867728950E', 200],
  ['x0f8fad5b-d9cb-469f-a165-70867728950e', 400],
  ['0f8fad5b-d9cb-469f-a165-70867728950ex', 400],
  ['0f8fad5g-d9cb-469f-a165-70867728950e', 400],
  ['0f8fad5b-d9cb-469f-70867728950e', 400],
  ['f-d9cb-469f-a165-70867728950e', 400],
  ['0f8fad5b-d-4-a-70867728950e', 400],
  ['0f8fad5b-d9cb-469f-a165-7', 400],
])('where a key is a UUID, %s -> %i', async (value, status) => {
  const { wire, send } = tinyWire({ assumptions: { 'idempotency-key-format': 'uuid' } })
  expect((await send('POST', PATH, {}, { 'Idempotency-Key': value })).status).toBe(status)
  if (status === 400) expect(wire.traffic.at(-1)?.why).toContain('an Idempotency-Key is a UUID')
})
