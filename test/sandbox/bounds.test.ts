import { afterAll, describe, expect, test, vi } from 'vitest'
import { workerdBinary } from '../support/workerd'
import { INVOICE } from '../support/worlds/shop'
import { type Made, TestDeployment } from './deployment'
import { MemorySandboxes } from './memory-sandboxes'
import { WorkerdDeployment } from './workerd-deployment'

const MANUAL = { clock: 'manual', options: { now: '2026-01-15T09:00:00Z', rateLimits: false } }
type ManyWith = (quotas?: object) => Promise<TestDeployment>
const inProcess: ManyWith = async (quotas = {}) => new TestDeployment(new MemorySandboxes(), quotas)

const started = new Map<string, Promise<WorkerdDeployment>>()
afterAll(async () => {
  for (const one of started.values()) await (await one).workerd[Symbol.asyncDispose]()
})
/** Tests with equal quotas share one. */
const inWorkerd: ManyWith = (quotas = {}) => {
  const key = JSON.stringify(quotas)
  const known = started.get(key) ?? WorkerdDeployment.start('', quotas)
  started.set(key, known)
  return known
}
const PLACES = [
  { place: 'a process', manyWith: inProcess, isProcess: true },
  ...(workerdBinary ? [{ place: 'workerd', manyWith: inWorkerd, isProcess: false }] : []),
]

/** A template that writes an invoice of so many lines every day. */
async function daily(many: TestDeployment, made: Made, lines = 1): Promise<void> {
  const [line] = INVOICE.items
  const items = Array.from({ length: lines }, (_, at) => ({ ...line, position: at + 1 }))
  const payload = { ...INVOICE, items }
  const body = {
    ...{
      company_id: INVOICE.company_id,
      name: 'daily',
      memo: '',
      date: '2026-01-16',
      rrule: 'FREQ=DAILY',
      recurring_type: 'automatic',
    },
    status: 'active',
    record_payload: payload,
  }
  const response = await many.service(made, 'POST /public/v1/recurring/invoices/', body)
  expect(response.status, await response.clone().text()).toBe(200)
}

const nowOf = async (many: TestDeployment, made: Made): Promise<string> =>
  ((await (await many.control(made, 'GET /clock')).json()) as { now: string }).now

describe.each(PLACES)('in $place, a move of time ends between two timers', ({ manyWith, isProcess }) => {
  test('when the rows are over their quota: 507, and time stays where it came to', async () => {
    const many = await manyWith({ rows: 400_000 })
    const made = await many.make(MANUAL)
    await daily(many, made, 20)
    const response = await many.control(made, 'POST /clock/advance', { duration: '1000 days' })
    expect([response.status, await response.json()]).toMatchObject([507, { quota: 'rows' }])
    const at = Date.parse(await nowOf(many, made))
    expect(at).toBeGreaterThan(Date.parse('2026-01-17'))
    expect(at).toBeLessThan(Date.parse('2027-01-01'))
    const size = JSON.stringify(await many.tables(made)).length
    expect(size).toBeLessThan(1_000_000)
  })

  // The platform has its own.
  test.runIf(isProcess)(
    'when the processor time is used up: 429 with Retry-After, and it goes on later',
    async () => {
      const many = await manyWith({ work: 4 })
      const made = await many.make(MANUAL)
      await daily(many, made)
      const response = await many.control(made, 'POST /clock/advance', { duration: '3000 days' })
      expect([response.status, await response.json()]).toMatchObject([429, { quota: 'work' }])
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await many.service(made, 'GET /public/v1/items/')).status).toBe(429)
    },
  )

  test('and lets others in meanwhile', async () => {
    const many = await manyWith()
    const made = await many.make(MANUAL)
    await daily(many, made)
    const call = many.control(made, 'POST /clock/advance', { duration: '600 days' })
    await vi.waitUntil(async () => (await nowOf(many, made)) > '2026-01-20', { timeout: 30_000 })
    expect((await nowOf(many, made)) < '2027-09').toBe(true)
    expect((await call).status).toBe(200)
  })

  // The platform does not tell an object that a client has left.
  test.runIf(isProcess)('when the client has gone', async () => {
    const many = await manyWith()
    const made = await many.make(MANUAL)
    await daily(many, made)
    const leaving = new AbortController()
    const call = many.fetch(`${made.url}/__simulator/clock/advance`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.adminToken}` },
      body: JSON.stringify({ duration: '10000 days' }),
      signal: leaving.signal,
    })
    await vi.waitUntil(async () => (await nowOf(many, made)) > '2026-01-20', { timeout: 10_000 })
    leaving.abort()
    expect((await call).status).toBe(499)
    const at = await nowOf(many, made)
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
    expect(await nowOf(many, made)).toBe(at)
    expect(at < '2050').toBe(true)
  })
})

describe.each(PLACES)('in $place, one call', ({ manyWith }) => {
  test('fires so many timers: 409, and the next call goes on', async () => {
    const many = await manyWith({ timers: 20 })
    const made = await many.make(MANUAL)
    await daily(many, made)
    const move = () => many.control(made, 'POST /clock/advance', { duration: '30 days' })
    expect((await move()).status).toBe(409)
    const at = await nowOf(many, made)
    expect(at > '2026-01-20' && at < '2026-02-14').toBe(true)
    expect((await move()).status).toBe(409)
    expect((await nowOf(many, made)) > at).toBe(true)
  })

  test('of a manual clock sends so many deliveries: 429, and time stays where it came to', async () => {
    const many = await manyWith({ deliveriesPerMinute: 3 })
    const made = await many.make(MANUAL)
    const hook = { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }
    await many.service(made, 'POST /public/v2/webhooks/', hook)
    await daily(many, made)
    const response = await many.control(made, 'POST /clock/advance', { duration: '30 days' })
    expect([response.status, await response.json()]).toMatchObject([429, { quota: 'deliveriesPerMinute' }])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await nowOf(many, made)) < '2026-02-01').toBe(true)
  })

  test('too many in a second: 429', async () => {
    const many = await manyWith({ burst: 5, requestsPerSecond: 1 })
    const made = await many.make(MANUAL)
    const ask = async (): Promise<number> => (await many.service(made, 'GET /public/v1/items/')).status
    const statuses = await Promise.all(Array.from({ length: 20 }, ask))
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10)
  })
})

describe.each(PLACES)('in $place, a body is looked at before it is parsed', ({ manyWith, isProcess }) => {
  const deep = `{"duration":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const wide = `{${Array.from({ length: 20_000 }, (_, at) => `"a${at}":0`).join()}}`
  const long = `{"name":"${'x'.repeat(900_000)}"}`
  const calls: readonly [
    what: string,
    send: (many: TestDeployment, made: Made, body: string) => Promise<Response>,
  ][] = [
    [
      'a control',
      (many, made, body) => raw(many, `${made.url}/__simulator/clock/advance`, made.adminToken, body),
    ],
    [
      'a record',
      (many, made, body) => raw(many, `${made.url}/__simulator/records/invoices`, made.adminToken, body),
    ],
    ['a team', (many, _, body) => raw(many, '/__sandboxes', many.webToken, body)],
    ['a fork', (many, made, body) => raw(many, `/__sandboxes/${made.id}/fork`, many.webToken, body)],
  ]
  const agent: (typeof calls)[number] = [
    'an agent',
    (many, made, body) => raw(many, `${made.url}/mcp`, made.adminToken, body),
  ]
  const raw = (many: TestDeployment, url: string, token: string, body: string): Promise<Response> =>
    many.fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    })

  test.each(
    [...calls, ...(isProcess ? [agent] : [])].flatMap(([what, send]) => [
      { what, send, kind: 'deep', body: deep, says: 'nests deeper than 64 levels' },
      { what, send, kind: 'wide', body: wide, says: 'more than 10000 members' },
    ]),
  )('$kind, to $what', async ({ send, body, says }) => {
    const many = await manyWith()
    const made = await many.make(MANUAL)
    const response = await send(many, made, body)
    const text = await response.text()
    if (response.status !== 413) expect([response.status, text]).toEqual([400, expect.stringContaining(says)])
    expect(text.length).toBeLessThan(1000)
  })

  test('with too many objects, but for a world', async () => {
    const many = await manyWith()
    const made = await many.make(MANUAL)
    const [line] = INVOICE.items
    const items = Array.from({ length: 2002 }, (_, at) => ({
      ...line,
      position: at + 1,
      memo: '{}'.repeat(9),
    }))
    const whole = { ...INVOICE, items: items.slice(0, 500) }
    for (const [call, body, status] of [
      ['POST /public/v1/invoices/', { ...INVOICE, items }, 413],
      ['POST /public/v1/invoices/', whole, 200],
    ] as const) {
      const response = await many.service(made, call, body)
      const text = await response.text()
      expect([response.status, text.slice(0, 200)]).toEqual([status, expect.anything()])
      if (status === 413) expect(JSON.parse(text)).toMatchObject({ quota: 'body' })
    }
    const world = (await (await many.control(made, 'GET /export')).json()) as { tables: object }
    expect(JSON.stringify(world).split('{').length).toBeGreaterThan(500)
    expect((await many.control(made, 'POST /import', world)).status).toBe(200)
  })

  test('long, without a world, to a team', async () => {
    const many = await manyWith()
    const response = await raw(many, '/__sandboxes', many.webToken, long)
    expect(response.status).toBe(413)
  })

  test('and an error shows none of it whole', async () => {
    const many = await manyWith()
    const made = await many.make(MANUAL)
    const name = 'y'.repeat(900_000)
    for (const [path, body, status] of [
      ['clock/advance', `{"${name}":1}`, 400],
      ['clock/advance', `{"duration":"${name}"}`, 400],
      ['records/invoices', `{"${name}":1}`, 422],
      ['records/invoices', `{"items":[{"${name}":1}]}`, 422],
      ['make/invoices', `{"values":{"${name}":1}}`, 400],
    ] as const) {
      const response = await raw(many, `${made.url}/__simulator/${path}`, made.adminToken, body)
      const text = await response.text()
      expect([path, response.status, text.length < 25_000]).toEqual([path, status, true])
    }
  })
})

describe.each(PLACES)('in $place', ({ manyWith }) => {
  test('a call makes up 100 records at most', async () => {
    const many = await manyWith()
    const made = await many.make(MANUAL)
    const response = await many.control(made, 'POST /make/invoices', { count: 101 })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('100')])
    const listed = await (await many.control(made, 'GET /records/invoices')).json()
    expect(listed).toMatchObject({ count: 0 })
    expect((await many.control(made, 'POST /make/invoices', { count: 100 })).status).toBe(200)
  })

  test('an answer of a fault runs nothing in a browser, and sets nothing for other names', async () => {
    const many = await manyWith()
    const made = await many.make(MANUAL)
    const headers = {
      'content-type': 'text/html',
      'set-cookie': 'session=evil; Domain=sandbox.example.com',
      'strict-transport-security': 'max-age=99999999; includeSubDomains',
      'content-security-policy': "default-src 'unsafe-inline'",
      'alt-svc': 'h3="evil.example:443"',
      'x-accel-redirect': '/files/invoice.pdf',
      'x-sendfile': '/etc/passwd',
    }
    await many.control(made, 'POST /faults', {
      on: 'GET /public/v1/customers/',
      then: { status: 200, headers, body: '<script>document.title = "pwned"</script>' },
    })
    const response = await many.service(made, 'GET /public/v1/customers/')
    const left = [...Object.keys(headers), 'x-content-type-options'].map((name) => [
      name,
      response.headers.get(name),
    ])
    expect(left.filter(([, value]) => value !== null)).toEqual([
      ['content-type', 'text/html'],
      ['content-security-policy', "sandbox; default-src 'none'"],
      ['x-content-type-options', 'nosniff'],
    ])
    expect(await response.text()).toContain('pwned')
  })
})

describe('a sandbox on which the process ended', () => {
  const restarted = (store: MemorySandboxes, last?: string): TestDeployment =>
    new TestDeployment(store, {}, undefined, { last, set: () => undefined })

  test('five times is put aside, and can be restored and deleted', async () => {
    const store = new MemorySandboxes()
    const made = await restarted(store).make(MANUAL)
    let many = restarted(store)
    const ask = async (): Promise<number> => (await many.service(made, 'GET /public/v1/items/')).status
    for (let end = 0; end < 5; end += 1) many = restarted(store, made.id)
    expect(many.events).toContainEqual({ event: 'putAside', team: 'web', sandbox: made.id, ends: 5 })
    expect(await ask()).toBe(503)
    expect((await many.team(`POST /${made.id}/restore`)).status).toBe(200)
    expect(await ask()).toBe(200)
    for (let end = 0; end < 5; end += 1) many = restarted(store, made.id)
    expect(await ask()).toBe(503)
    expect((await many.team(`DELETE /${made.id}`)).status).toBe(200)
    expect(await ask()).toBe(404)
  })

  test('is forgiven once it has done something', async () => {
    const store = new MemorySandboxes()
    const made = await restarted(store).make(MANUAL)
    for (let end = 0; end < 10; end += 1) {
      const many = restarted(store, made.id)
      if (end % 4 === 3) expect((await many.service(made, 'GET /public/v1/items/')).status).toBe(200)
    }
  })
})
