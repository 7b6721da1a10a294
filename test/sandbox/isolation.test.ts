import { beforeEach, describe, expect, test } from 'vitest'
import { deliverToPublicServer, publicLookup } from '../../src/hosts/node/many/deliver'
import { Ids } from '../../src/sandbox/proofs'
import { isPublicAddress, reasonAgainstTarget } from '../../src/sandbox/targets'
import { INVOICE } from '../support/worlds/shop'
import { DOMAIN, type Made, TEAMS, TestDeployment } from './deployment'
import { MemoryShelf } from './memory-shelf'

let many: TestDeployment
let a: Made
let b: Made
beforeEach(async () => {
  many = new TestDeployment(new MemoryShelf())
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
    many = new TestDeployment(new MemoryShelf(), quotas)
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
    many = new TestDeployment(new MemoryShelf(), { body: 50 })
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
  many = new TestDeployment(new MemoryShelf(), { timers: 20 })
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

describe('webhooks', () => {
  test.each<[url: string, isAllowed: boolean]>([
    ['https://hooks.example.org/a', true],
    ['https://hooks.example.org:8443/a', true],
    ['https://93.184.216.34/', true],
    ['http://hooks.example.org/a', false],
    ['https://hooks.example.org:8080/', false],
    ['https://user:secret@hooks.example.org/', false],
    [`https://${DOMAIN}/`, false],
    [`https://abc.${DOMAIN}./`, false],
    ['https://127.0.0.1/', false],
    ['https://2130706433/', false],
    ['https://0x7f.1/', false],
    ['https://[::1]/', false],
    ['https://[::ffff:10.0.0.1]/', false],
    ['ftp://hooks.example.org/', false],
    ['nothing', false],
  ])('go to %s: %s', (url, isAllowed) => {
    expect(reasonAgainstTarget(url, DOMAIN) === undefined).toBe(isAllowed)
  })

  test.each<[address: string, isPublic: boolean]>([
    ['93.184.216.34', true],
    ['10.0.0.1', false],
    ['100.64.0.1', false],
    ['100.128.0.1', true],
    ['169.254.169.254', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['2606:2800:220:1::1', true],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2002:5db8:d822::', true],
    ['2001:db8::1', false],
    ['fe80::1%eth0', false],
    ['fd00::1', false],
    ['ff02::1', false],
    ['not an address', false],
  ])('reach %s: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })

  test('of a sandbox go to no forbidden place, and to so many in a minute', async () => {
    many = new TestDeployment(new MemoryShelf(), { deliveriesPerMinute: 2 })
    const made = await many.make()
    for (const url of ['https://127.0.0.1/', 'https://hooks.example.org/'])
      await many.service(made, 'POST /public/v2/webhooks/', { url, topics: ['core.invoice/created'] })
    for (let count = 0; count < 4; count += 1) await many.service(made, 'POST /public/v1/invoices/', INVOICE)
    await many.control(made, 'POST /webhooks/flush')
    expect(many.sent.map(({ url }) => url)).toEqual([
      'https://hooks.example.org/',
      'https://hooks.example.org/',
    ])
  })
})

describe('a webhook', () => {
  test.each<[what: string, found: string[], used: string[] | string]>([
    ['a public address', ['93.184.216.34'], ['93.184.216.34']],
    ['public addresses and one inside', ['10.0.0.1', '93.184.216.34', '::1'], ['93.184.216.34']],
    ['an address inside, for a public name', ['192.168.1.1'], 'leads to no public address'],
    ['the address of metadata', ['169.254.169.254'], 'leads to no public address'],
    ['no address', [], 'leads to no public address'],
  ])('is connected to the address that was checked: %s', async (_, found, used) => {
    let answers = [found, ['127.0.0.1']]
    // It lies from its second answer on.
    const find = ((__: string, ___: object, done: (error: null, found: object[]) => void) => {
      const [next = []] = answers
      answers = answers.slice(1)
      done(
        null,
        next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }) as never
    const given = await new Promise((resolve) =>
      publicLookup(find)('public.example.org', { all: true }, (error, addresses) =>
        resolve(error?.message ?? (addresses as { address: string }[]).map(({ address }) => address)),
      ),
    )
    expect(given).toEqual(typeof used === 'string' ? expect.stringContaining(used) : used)
    expect(answers).toEqual([['127.0.0.1']])
  })

  test('goes to no name that leads inside when the connection is made, whatever it led to before', async () => {
    const addresses = ['127.0.0.1', '10.1.2.3', '::1']
    const asked: string[] = []
    const find = ((name: string, _: object, done: (error: null, found: object[]) => void) => {
      asked.push(name)
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }) as never
    const request = new Request('https://changes.example.org/', { method: 'POST', body: '{}' })
    await expect(deliverToPublicServer(request, find)).rejects.toThrow('leads to no public address')
    // The address that is used is the one that was checked: there is no second question.
    expect(asked).toEqual(['changes.example.org'])
  })
})
