import { beforeEach, describe, expect, test } from 'vitest'
import { Ids } from '../../src/sandbox/ids-and-tokens'
import { INVOICE } from '../support/worlds/shop'
import { DOMAIN, type Made, TEAMS, TestDeployment } from './deployment'
import { MemorySandboxes } from './memory-sandboxes'

let many: TestDeployment
let a: Made
let b: Made
beforeEach(async () => {
  many = new TestDeployment(new MemorySandboxes())
  a = await many.make()
  b = await many.make()
})

const ITEMS = '/public/v1/items/'
const CLOCK = '/__simulator/clock'
const key = (made: Made) => ({ 'x-api-key': made.apiKey })
const token = (text: string) => ({ authorization: `Bearer ${text}` })

describe('two sandboxes', () => {
  test.each<[what: string, url: () => string, headers: () => Record<string, string>, status: number]>([
    ['its own key', () => a.url + ITEMS, () => key(a), 200],
    ['a foreign key', () => a.url + ITEMS, () => key(b), 403],
    ['a key that is no sandbox key', () => a.url + ITEMS, () => ({ 'x-api-key': 'test-api-key' }), 403],
    ['no key', () => a.url + ITEMS, () => ({}), 401],
    [
      'a guessed end of a key',
      () => a.url + ITEMS,
      () => ({ 'x-api-key': `sk_${a.id}_aaaaaaaaaaaaaaaa` }),
      403,
    ],
    ['its own token', () => a.url + CLOCK, () => token(a.adminToken), 200],
    ['a foreign token', () => a.url + CLOCK, () => token(b.adminToken), 401],
    ['a token of the team', () => a.url + CLOCK, () => token(TEAMS.web), 401],
    ['a key as the token', () => a.url + CLOCK, () => token(a.apiKey), 401],
    ['no token', () => a.url + CLOCK, () => key(a), 401],
    ['a token without the host', () => CLOCK, () => token(a.adminToken), 200],
    ['a guessed id', () => `https://${'a'.repeat(22)}.${DOMAIN}${ITEMS}`, () => key(a), 404],
    ['an id in capitals', () => a.url.toUpperCase() + ITEMS, () => key(a), 200],
    ['a host below the sandbox', () => a.url.replace('//', '//x.') + ITEMS, () => key(a), 404],
    ['a host that is a file name', () => `https://sandboxes.sqlite.${DOMAIN}${ITEMS}`, () => key(a), 404],
    ['a host of somebody else, with its key', () => `https://else.example.com${ITEMS}`, () => key(a), 200],
    ['the list of a team by a token of a sandbox', () => '/__sandboxes', () => token(a.adminToken), 401],
    [
      'the list of a team at a sandbox',
      () => `${a.url}/__sandboxes`,
      () => ({ ...key(a), ...token(TEAMS.web) }),
      404,
    ],
    ['a sandbox of another team', () => `/__sandboxes/${a.id}/fork`, () => token(TEAMS.mobile), 404],
    ['a way round by dots', () => `/__sandboxes/../__simulator/clock`, () => token(b.adminToken), 200],
  ])('%s', async (_, url, headers, status) => {
    expect((await many.fetch(url(), { headers: headers() })).status).toBe(status)
  })

  test('have events, secrets and keys of their own', async () => {
    const hook = { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }
    for (const made of [a, b]) {
      await many.service(made, 'POST /public/v2/webhooks/', hook)
      await many.service(made, 'POST /public/v1/invoices/', INVOICE)
      await many.control(made, 'POST /webhooks/flush')
    }
    const events = await Promise.all(many.sent.map((request) => request.json()))
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(2)
    expect(new Set(events.map(({ webhook_uuid }) => webhook_uuid)).size).toBe(2)
  })

  test.each([
    'POST /webhooks/connect',
    'POST /webhooks/disconnect',
    'POST /forks',
    'GET /forks',
    'DELETE /forks/1',
  ])('refuse %s, which reaches the machine', async (call) => {
    expect((await many.control(a, call, call.startsWith('POST') ? {} : undefined)).status).toBe(403)
  })

  test('have no audits, and no names that are too long', async () => {
    expect((await many.team('POST ', { options: { strict: true } })).status).toBe(400)
    expect((await many.team('POST ', { options: { baseUrl: 'http://127.0.0.1' } })).status).toBe(400)
    const rows = [{ scope: '', table: 'apiKeys', key: 'x', row: { key: 'x' } }]
    for (const from of [{ rows, version: 'x' }, { aged: { upTo: '30 years' } }, { tables: {}, rows }])
      expect((await many.team('POST ', { from })).status).toBe(400)
    expect((await many.control(a, 'POST /import', { aged: { upTo: '30 years' } })).status).toBe(400)
    expect((await many.team('POST ', { name: 'x'.repeat(201) })).status).toBe(400)
    expect((await many.team('POST ', { name: "'; DROP TABLE head; -- ../../\u0000" })).status).toBe(201)
  })
})

test('an id is proven by the secret of its deployment', async () => {
  const [ours, theirs] = [new Ids('our secret'), new Ids('their secret')]
  const id = await ours.make()
  expect([
    await ours.isGenuine(id),
    await theirs.isGenuine(id),
    await ours.isGenuine(`${id.slice(0, -1)}1`),
  ]).toEqual([true, false, false])
})

describe('a quota', () => {
  test.each<[quota: string, quotas: object, call: (made: Made) => Promise<Response>, status: number]>([
    [
      'requestsPerSecond',
      { burst: 2, requestsPerSecond: 1 },
      (made) => many.service(made, `GET ${ITEMS}`),
      429,
    ],
    ['body', { body: 50 }, (made) => many.service(made, 'POST /public/v1/invoices/', INVOICE), 413],
    ['rows', { rows: 100 }, (made) => many.service(made, 'POST /public/v1/invoices/', INVOICE), 507],
    ['sandboxes', { sandboxes: 1 }, () => many.team('POST ', {}), 429],
  ])('of %s is answered by the host', async (quota, quotas, call, status) => {
    many = new TestDeployment(new MemorySandboxes(), quotas)
    const made = await many.make()
    await call(made)
    await call(made)
    const response = await call(made)
    expect([response.status, await response.json()]).toMatchObject([status, { quota }])
    expect(Number(response.headers.get('retry-after')) > 0).toBe(status === 429)
    many.time += 1000
    const isRate = status === 429 && quota !== 'sandboxes'
    expect((await many.service(made, `GET ${ITEMS}`)).status).toBe(200)
    expect(isRate).toBe(quota === 'requestsPerSecond')
  })

  test('of bodies counts what has no length', async () => {
    many = new TestDeployment(new MemorySandboxes(), { body: 50 })
    const made = await many.make()
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(JSON.stringify(INVOICE)))
        controller.close()
      },
    })
    const init = { method: 'POST', headers: key(made), body, duplex: 'half' } as RequestInit
    expect((await many.fetch(`${made.url}/public/v1/invoices/`, init)).status).toBe(413)
  })
})

test('an advance fires so many timers, and the next one goes on', async () => {
  many = new TestDeployment(new MemorySandboxes(), { timers: 20 })
  const made = await many.make()
  const invoice = {
    date: '2026-03-02',
    company_id: 1,
    customer_id: 1,
    currency_iso_4217_code: 'USD',
    exchange_rate: '1',
    items: [{ item_id: 1, quantity: '1', rate: '10.00', position: 1 }],
  }
  const daily = {
    name: 'Daily',
    memo: '',
    date: '2026-03-02',
    company_id: 1,
    status: 'active',
    rrule: 'FREQ=DAILY',
  }
  const body = { ...daily, recurring_type: 'automatic', record_payload: invoice }
  expect((await many.service(made, 'POST /public/v1/recurring/invoices/', body)).status).toBe(200)
  const advance = (duration: string): Promise<Response> =>
    many.control(made, 'POST /clock/advance', { duration })
  const long = await advance('30 days')
  expect([long.status, await long.json()]).toEqual([
    409,
    { error: expect.stringContaining('more than 20 timers fired in one call') },
  ])
  const { now } = (await (await many.control(made, 'GET /clock')).json()) as { now: string }
  expect(now > '2026-03-20' && now < '2026-03-25').toBe(true)
  expect((await advance('10 days')).status).toBe(200)
})
