import { expect, test } from 'vitest'
import { Traffic } from '../../src/events/traffic/traffic'
import { tinyWire } from './tiny-wire'

const PATH = '/public/v1/invoices/'

test('entries are plain: they compare, spread and become JSON', async () => {
  const { wire, send } = tinyWire()
  await send('POST', `${PATH}?a=1`, { memo: 'x' })
  const expected = {
    at: '1970-01-01T00:16:40.000Z',
    request: {
      method: 'POST',
      url: 'https://accounting.test/public/v1/invoices/?a=1',
      headers: { 'content-type': 'application/json', 'x-api-key': 'test-api-key' },
      body: '{"memo":"x"}',
    },
    response: {
      status: 200,
      headers: {
        'content-type': 'application/json',
        'x-ratelimit-limit': '10',
        'x-ratelimit-remaining': '9',
        'x-ratelimit-reset': '1001',
      },
      body: '{"number":1,"memo":"x"}',
    },
    kind: 'request',
    sequence: 1,
    route: 'POST /public/v1/invoices/',
    key: 'test-api-key',
    idempotencyKey: null,
    replayed: false,
    fault: null,
    changed: true,
    outcome: 'answered',
    reason: { rule: 'done', section: '5', record: { type: 'invoices', id: 1 }, verb: 'create' },
    assumptions: expect.arrayContaining(['create-status', 'number-sequence']),
    bucket: 'endpoint bucket of POST /public/v1/invoices/',
    why: 'created Invoice 1; no parameter "a"',
  }
  expect(wire.traffic[0]).toEqual(expected)
  expect([...wire.traffic]).toEqual([expected])
  expect(JSON.parse(JSON.stringify(wire.traffic))).toEqual([expected])
})

test('an entry can be read through a proxy, as tools that follow changes do', async () => {
  const { wire, send } = tinyWire()
  await send('POST', `${PATH}?a=1`, { memo: 'x' })
  const followed = (one: object): object =>
    new Proxy(one, {
      get: (target, name, receiver) => {
        const held: unknown = Reflect.get(target, name, receiver)
        return typeof held === 'object' && held !== null ? followed(held) : held
      },
    })
  expect(followed(wire.traffic[0] as object)).toMatchObject({
    sequence: 1,
    why: 'created Invoice 1; no parameter "a"',
  })
})

test('bodies of reads and forms', async () => {
  const { wire, send, port } = tinyWire()
  await send('GET', PATH)
  const form = new FormData()
  form.append('note', 'hello')
  form.append('files', new File(['abc'], 'a.pdf', { type: 'application/pdf' }))
  await port(`https://accounting.test${PATH}`, { method: 'POST', body: form })
  expect(wire.traffic.map((entry) => entry.request.body)).toEqual([
    null,
    'note=hello\nfiles=[file a.pdf, application/pdf, 3 bytes]',
  ])
})

test('is an array, and what it filters is one', async () => {
  const { wire, send } = tinyWire()
  await send('GET', PATH)
  await send('GET', '/nowhere/')
  const lost = wire.traffic.filter((entry) => entry.response?.status === 404)
  expect([lost.length, lost.constructor, wire.traffic.at(-1) === lost[0]]).toEqual([1, Array, true])
  wire.traffic.clear()
  expect([wire.traffic.length, String(wire.traffic)]).toEqual([0, 'no requests so far'])
})

test('the oldest go first', () => {
  const traffic = new Traffic({ entries: 3, bytes: 1_000_000 })
  for (let at = 0; at < 5; at += 1) {
    traffic.open(at, {
      method: 'GET',
      url: new URL('https://accounting.test/'),
      headers: {},
      body: { kind: 'none' },
    })
  }
  expect(traffic.map((entry) => entry.at.slice(17, -1))).toEqual(['00.002', '00.003', '00.004'])
  expect(traffic[0]?.why).toBe('under way')
})

test('the timeline', async () => {
  const { wire, send, at } = tinyWire({ start: 1_768_467_600 })
  await send('POST', PATH, {})
  await send('GET', `${PATH}?limit=10&leak=test-api-key`)
  at(1_768_467_600.25)
  for (let time = 0; time < 11; time += 1) await send('GET', '/public/health/')
  wire.faults.inject({ then: { loseResponse: true } })
  at(1_768_554_000)
  await send('POST', PATH, { refuse: true }).catch(() => {})
  await send('GET', '/public/v1/invoice/', undefined, { 'X-API-KEY': 'nobody-knows-me' })
  expect(String(wire.traffic)).toBe(`2026-01-15
  09:00:00.000  POST   /public/v1/invoices/                     200  created Invoice 1
  09:00:00.000  GET    /public/v1/invoices/?limit=10&leak=****  200  listed 1 of 1 invoices; no parameter "leak"
  09:00:00.250  GET    /public/health/                          200  reported health  (x10)
  09:00:00.250  GET    /public/health/                          429  endpoint bucket of GET /public/health/ has 0 of 10 tokens, refills 1 per second (docs/service.md §9.1)
2026-01-16
  09:00:00.000  POST   /public/v1/invoices/                     ---  fault 1: the response was lost, it was 422: date: Field required (docs/service.md §7.4)
  09:00:00.000  GET    /public/v1/invoice/                      403  no such key was issued; good is test-api-key (docs/service.md §6)`)
})
