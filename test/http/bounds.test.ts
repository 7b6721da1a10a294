import { createSimulator } from 'accounting-simulator'
import { describe, expect, it, test, vi } from 'vitest'
import { INVOICE } from '../support/worlds/shop'
import { issueKey, tinyWire } from './tiny-wire'

const MIB = 1024 * 1024
const PATH = '/public/v1/invoices/'
const KEY = { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json' }

/** A body of so many MiB that is made while it is read; counts what was asked for. */
function stream(mebibytes: number) {
  const seen = { chunks: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.chunks === mebibytes) return controller.close()
        seen.chunks += 1
        controller.enqueue(new Uint8Array(MIB).fill(0x20))
      },
      cancel() {
        seen.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { seen, init: { method: 'POST', body, duplex: 'half' } as RequestInit }
}

describe('a body is read up to its limit', () => {
  test.each([
    ['without a key', 1000, {}, 401, 11],
    ['with a wrong key', 1000, { ...KEY, 'X-API-KEY': 'wrong' }, 403, 11],
    ['with a key', 1000, KEY, 400, 11],
    ['of a form', 1000, { ...KEY, 'Content-Type': 'multipart/form-data; boundary=x' }, 404, 252],
    ['within the limit', 10, KEY, 400, 10],
  ] as const)('%s: of %i MiB', async (_, mebibytes, headers, status, most) => {
    const { seen, init } = stream(mebibytes)
    const simulator = createSimulator()
    const path = status === 404 ? '/public/v1/attachments/' : PATH
    const response = await simulator.fetch(path, { ...init, headers })
    expect(response.status).toBe(status)
    expect(seen.chunks).toBeLessThanOrEqual(most)
    expect(seen.isCancelled).toBe(mebibytes > 10)
    expect(simulator.traffic[0]?.request.body?.length).toBeLessThan(2 * MIB)
  })

  it('says what was wrong with it', async () => {
    const { init } = stream(11)
    const simulator = createSimulator({ assumptions: { 'size-limits': { body: 2 * MIB } } })
    const response = await simulator.fetch(PATH, { ...init, headers: KEY })
    expect(await response.json()).toEqual({
      success: false,
      errors: { __all__: ['Request body is too large'] },
    })
    expect(simulator.traffic[0]?.why).toBe('400: the body has more than 2097152 bytes (docs/service.md §7.1)')
  })
})

describe('a call is aborted while its body stalls', () => {
  it.each([
    ['before', true],
    ['after', false],
  ])('%s it is made', async (_, isBefore) => {
    const simulator = createSimulator()
    const controller = new AbortController()
    if (isBefore) controller.abort()
    const call = simulator.fetch(PATH, {
      method: 'POST',
      headers: KEY,
      body: new ReadableStream({}),
      signal: controller.signal,
      duplex: 'half',
    } as RequestInit)
    controller.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(simulator.traffic).toHaveLength(0)
  })
})

describe('traffic keeps within its limits', () => {
  const total = (simulator: ReturnType<typeof createSimulator>) => JSON.stringify(simulator.traffic).length

  it('of bytes, and keeps the newest', async () => {
    const simulator = createSimulator({ traffic: { bytes: 100_000 }, rateLimits: false })
    for (let at = 0; at < 200; at += 1)
      await simulator.fetch(`/public/v1/accounts/?search=${at}`, { headers: KEY })
    expect(total(simulator)).toBeLessThan(150_000)
    expect(simulator.traffic.length).toBeGreaterThan(10)
    expect(simulator.traffic.at(-1)?.request.url).toContain('search=199')
  })

  it('of one body: its beginning and its length', async () => {
    const simulator = createSimulator({ traffic: { bytes: 6400 } })
    const body = JSON.stringify({ memo: 'x'.repeat(5000) })
    await simulator.fetch(PATH, { method: 'POST', headers: { ...KEY, 'X-API-KEY': 'wrong' }, body })
    expect(simulator.traffic[0]?.request.body).toBe(`${body.slice(0, 100)}… [${body.length} characters]`)
  })

  it('of entries', async () => {
    const simulator = createSimulator({ traffic: { entries: 20 }, rateLimits: false })
    for (let at = 0; at < 75; at += 1) {
      await simulator.fetch('/public/health/', { headers: KEY })
      expect(simulator.traffic.length).toBeLessThanOrEqual(20)
    }
    expect(simulator.traffic.length).toBeGreaterThan(15)
  })

  it('also when the host takes entries away itself', async () => {
    const simulator = createSimulator({ traffic: { bytes: 5000 }, rateLimits: false })
    for (let at = 0; at < 50; at += 1) {
      await simulator.fetch('/public/health/', { headers: KEY })
      if (at % 3 === 0) simulator.traffic.pop()
    }
    expect(total(simulator)).toBeLessThan(10_000)
    simulator.traffic.clear()
    await simulator.fetch('/public/health/', { headers: KEY })
    expect(simulator.traffic).toHaveLength(1)
  })

  it.each([
    [{ entries: 0 }, 'traffic.entries'],
    [{ bytes: 1.5 }, 'traffic.bytes'],
    [{ lines: 3 }, 'traffic.lines'],
    ['all', 'traffic'],
  ])('%j is no such limit', (traffic, option) => {
    expect(() => createSimulator({ traffic: traffic as object })).toThrow(expect.objectContaining({ option }))
  })
})

test('of many unknown names the first are described and the rest counted', async () => {
  const simulator = createSimulator()
  const body = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`customer_${at}`, 1]))
  await simulator.fetch(PATH, { method: 'POST', headers: KEY, body: JSON.stringify(body) })
  const lines = Array.from({ length: 10_000 }, () => ({ qty: 1, cost: 2 }))
  await simulator.fetch(PATH, { method: 'POST', headers: KEY, body: JSON.stringify({ items: lines }) })
  const [members, nested] = simulator.traffic.map(({ why }) => why.slice(why.indexOf('; no member')))
  expect(members).toMatch(/^; no member "customer_0".*; no member "customer_2"[^;]*; 99997 more$/)
  expect(nested).toMatch(/^; no member "items\.0\.qty".*; 19997 more$/)
})

test('unknown names are looked for when somebody reads the reason, and once', async () => {
  const simulator = createSimulator()
  const text = JSON.stringify({ ...INVOICE, custmer_id: 1 })
  const parse = vi.spyOn(JSON, 'parse')
  const parsed = () => parse.mock.calls.filter(([given]) => given === text).length
  try {
    await simulator.fetch(PATH, { method: 'POST', headers: KEY, body: text })
    const [entry] = simulator.traffic
    const served = parsed()
    expect(served).toBe(1)
    expect(entry?.why).toBe('created Invoice 1; no member "custmer_id", perhaps customer_id')
    expect(entry?.why).toContain('; no member "custmer_id"')
    expect(parsed() - served).toBe(1)
  } finally {
    parse.mockRestore()
  }
})

test('a body that waits to be looked at counts as long as it waits', async () => {
  const simulator = createSimulator({ rateLimits: false, traffic: { bytes: 64_000 } })
  const large = JSON.stringify({ ...INVOICE, memo: 'x'.repeat(30_000) })
  for (let count = 0; count < 3; count += 1)
    await simulator.fetch(PATH, { method: 'POST', headers: KEY, body: large })
  expect(simulator.traffic.length).toBeLessThan(3)
})

test('of many unknown members that are refused the first are listed', async () => {
  const simulator = createSimulator({ strict: true })
  const body = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`customer_${at}`, 1]))
  const response = await simulator.fetch(PATH, { method: 'POST', headers: KEY, body: JSON.stringify(body) })
  const { errors } = (await response.json()) as { errors: object }
  const listed = Object.keys(errors).filter((name) => name.startsWith('customer_'))
  expect([response.status, listed.length, listed.at(-1)]).toEqual([422, 100, 'customer_99'])
})

test('an idempotency key is found by its parts: no two pairs of keys meet', async () => {
  const { world, send } = tinyWire()
  issueKey(world, { key: 'k' })
  issueKey(world, { key: 'k|x', organization: 'other' })
  const call = async (key: string, idempotencyKey: string) =>
    (await send('POST', PATH, { a: 1 }, { 'X-API-KEY': key, 'Idempotency-Key': idempotencyKey })).status
  expect([await call('k', 'x|1'), await call('k|x', '1')]).toEqual([200, 200])
  const sizes = ['org-1', 'other'].map((organization) => world.store.table(organization, 'invoices').size)
  expect(sizes).toEqual([1, 1])
})

test('a bucket that is full between two seconds is told full at the later one', async () => {
  const { send, at } = tinyWire({ start: 1000.9 })
  const call = () => send('POST', '/public/v1/bills/', {})
  let last = await call()
  for (let time = 1; time < 5; time += 1) last = await call()
  const reset = Number(last.headers.get('x-ratelimit-reset'))
  expect(reset).toBe(1006)
  at(reset)
  for (let time = 0; time < 10; time += 1) expect((await call()).status).toBe(200)
})

test('replies whose window has passed are forgotten', async () => {
  const simulator = createSimulator({ rateLimits: false, assumptions: { 'idempotency-window': 1 } })
  for (let at = 0; at < 30; at += 1) {
    const headers = { ...KEY, 'Idempotency-Key': `key-${at}` }
    await simulator.fetch('/public/v1/customers/', { method: 'POST', headers, body: '{}' })
    await simulator.clock.advance('2 hours')
  }
  expect(simulator.export().tables['']?.replies).toHaveLength(1)
})

test('a parked call that nobody catches names its request', async () => {
  const simulator = createSimulator()
  simulator.faults.inject({ then: { delay: '1 hour' } })
  const call = simulator.fetch(PATH, { headers: KEY })
  await Promise.resolve()
  simulator.reset()
  const error = await call.catch((reason: unknown) => reason)
  expect((error as { cause?: Error }).cause?.message).toBe(
    'the world was rewound while the response to GET /public/v1/invoices/ was held back',
  )
})

test.each([
  // used, burst and refill of the override, left at once, left a second later
  [1, 1000, 1000, 999, 1000],
  [3, 5, 0.5, 2, 2.5],
  [3, 2, 1, -1, 0],
  [0, 7, 1, 7, 7],
])(
  'of a bucket with %i used, an override of %i at %d a second leaves %d',
  async (used, burst, refill, left, later) => {
    const simulator = createSimulator()
    const ask = () => simulator.fetch('/public/v1/customers/', { headers: { 'X-API-KEY': simulator.apiKey } })
    for (let asked = 0; asked < used; asked += 1) await ask()
    simulator.admin.rateLimits.override({
      route: 'GET /public/v1/customers/',
      burst,
      refillPerSecond: refill,
    })
    const tokens = (): number =>
      simulator.admin.rateLimits.buckets().find(({ kind }) => kind === 'endpoint')?.tokens ?? burst
    expect(tokens()).toBe(left)
    await simulator.clock.advance('1 second')
    expect(tokens()).toBe(later)
  },
)

test('an override of limits that are switched off says that it does nothing', () => {
  const simulator = createSimulator({ rateLimits: false })
  expect(() => simulator.admin.rateLimits.override({ burst: 3, refillPerSecond: 1 })).toThrow(
    'the simulator was made with rateLimits false: an override would do nothing',
  )
})
