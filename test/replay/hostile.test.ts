import { createSimulator } from 'accounting-simulator'
import { isRecordingError, type ReplayOptions, replay, toHar } from 'accounting-simulator/replay'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../support/client'

const simulator = createSimulator({ apiKeys: [{ key: 'a-key-that-is-secret' }] })
const send = clientOf(simulator)
await send('GET', '/public/v1/invoices/')
const hook = { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }
const registered = (await send('POST', '/public/v2/webhooks/', hook)).body
const [first] = simulator.traffic.map(({ at, request, response }) => ({ at, request, response }))
const har = JSON.stringify(toHar(simulator.traffic))
const line = JSON.stringify(first)

const withRequest = (more: object) => [{ ...first, request: { ...first?.request, ...more } }]
const withResponse = (more: object) => [{ ...first, response: { ...first?.response, ...more } }]
const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`

test.each([
  ['within an object', '{"a":{"b":1', true],
  ['within a text', '{"a":"b}', true],
  ['within a text that has a quote', '{"a":"b\\"}', true],
  ['after a whole text', '["a"', true],
  ['not at all', '{"a":1} and more', false],
  ['not at all, with brackets in a text', '{"a":"[{"} and more', false],
])('a recording that is cut %s', async (_, recording, isCut) => {
  const text = String(await replay(recording).catch((error: unknown) => error))
  expect(text).toContain('this is not JSON')
  expect(text.includes('it seems to be cut off')).toBe(isCut)
})

describe('what cannot be read is a RecordingError that names the place', () => {
  // what, recording, words of the message
  const table: [string, unknown, string][] = [
    ['nothing', undefined, 'a recording is a HAR 1.2 file'],
    ['a number', 7, 'a recording is a HAR 1.2 file'],
    ['an object of something else', { entries: [] }, 'a recording is a HAR 1.2 file'],
    ['an empty text', '  \n', 'the recording is empty'],
    ['an empty list', [], 'the recording is empty'],
    ['a HAR without entries', { log: {} }, 'log.entries of the HAR must be a list'],
    ['a HAR that was cut', har.slice(0, har.length / 2), 'cut off'],
    ['a line that was cut', `${line}\n${line.slice(0, 60)}\n${line}`, 'line 2: this is not JSON'],
    ['a line that is a number', `${line}\n7`, 'line 2: this is JSON, but neither'],
    ['a page', '<html></html>', 'this is not JSON'],
    ['an entry that is null', { log: { entries: [null] } }, 'entry 0: an entry must be an object'],
    ['a time that is none', [{ ...first, at: 'yesterday' }], 'exchange 0: at must be a date-time'],
    ['a time that is a number', [{ ...first, at: 12 }], 'exchange 0: at must be a date-time'],
    ['a method that is none', withRequest({ method: 'GET /' }), 'request.method must be a word'],
    [
      'a URL without an origin',
      withRequest({ url: '/public/v1/' }),
      "request.url must be a whole URL such as https://api.example/public/v1/invoices/, not '/public/v1/'",
    ],
    ['headers that are text', withRequest({ headers: 'a: b' }), 'headers must be an object'],
    ['a header that is a list', withRequest({ headers: { a: ['b'] } }), 'every header must have a name'],
    ['a body that is a number', withRequest({ body: 7 }), 'request.body must be a text'],
    ['a status that is text', withResponse({ status: '200' }), 'response.status must be a whole number'],
    ['a status beyond all', withResponse({ status: 1000 }), 'response.status must be a whole number'],
    [
      'a body that nests',
      withResponse({ body: deep }),
      '#1 GET /public/v1/invoices/: a body nests deeper than 64 levels',
    ],
    ['a file that nests', deep, 'nests deeper than 72 levels'],
    ['a body of lists', withResponse({ body: `[${'[],'.repeat(2e6)}0]` }), 'too many members and entries'],
    ['a file of lists', `[${'[],'.repeat(2e6)}0]`, 'too many members and entries'],
    ['a request that nests', withRequest({ method: 'POST', body: deep }), 'nests deeper than 64 levels'],
    [
      'only other origins',
      withRequest({ url: 'https://example.com/search' }),
      'it holds https://example.com',
    ],
    ['no answer at all', [{ ...first, response: null }], 'it holds no answered request'],
    ['more exchanges than allowed', Array(5001).fill(first), 'more than 5000 exchanges'],
    ['a text of 100 MB', `${line}\n`.padEnd(100 * 1024 * 1024, ' '), 'more than 67108864 characters'],
    [
      'a body of 100 MB',
      withResponse({ body: ' '.repeat(100 * 1024 * 1024) }),
      'more than 67108864 characters',
    ],
  ]

  test.each(table)('%s', async (_, recording, words) => {
    const error = await replay(recording).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(isRecordingError(error), String(error)).toBe(true)
    expect((error as Error).message).toContain(words)
  })
})

test.each([
  [{ limits: { exchange: 5 } }, 'limits.exchange is not a known member'],
  [{ limits: { depth: 0 } }, 'limits.depth must be a whole number'],
  [{ limits: 5 }, 'limits must be an object'],
  [{ orign: 'https://a.test' }, 'orign is not a known member, perhaps origin'],
])('the option %j is refused', async (options, words) => {
  await expect(replay(simulator.traffic, options as ReplayOptions)).rejects.toMatchObject({
    name: 'OptionError',
    message: expect.stringContaining(words),
  })
})

test('an entry of a browser that was blocked is left out', async () => {
  const blocked = { ...toHar(simulator.traffic).log.entries[0], response: { status: 0, content: {} } }
  const { log } = toHar(simulator.traffic)
  const { exchanges, ignored } = await replay({ log: { ...log, entries: [...log.entries, blocked] } })
  expect({ exchanges, ignored }).toEqual({ exchanges: 2, ignored: 1 })
})

test('other origins are left out, and a path before that of the service is none of it', async () => {
  const behind = simulator.traffic.map(({ at, request, response }) => ({
    at,
    request: { ...request, url: request.url.replace('https://accounting.test', 'http://localhost:8080/api') },
    response,
  }))
  const report = await replay([...behind, ...withRequest({ url: 'https://cdn.example.com/app.js' })])
  expect(report).toMatchObject({
    origin: 'http://localhost:8080/api',
    exchanges: 2,
    ignored: 1,
    differences: [],
  })
})

test('keys of prototypes are names like any other', async () => {
  const body = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"items":[],"count":0}'
  const headers = JSON.parse('{"__proto__":"x","constructor":"y","x-api-key":"k"}')
  const { differences } = await replay([
    { ...first, request: { ...first?.request, headers }, response: { ...first?.response, body } },
  ])
  expect(differences.map(({ kind, where }) => `${kind} ${where}`)).toEqual([
    'missing __proto__',
    'missing constructor',
  ])
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

test('keys and secrets are in no report', async () => {
  const told = withResponse({
    body: `{"items":[],"count":0,"seen":"a-key-that-is-secret","secret":"${String(registered.secret)}"}`,
  })
  const report = await replay([...told, ...simulator.traffic.slice(1)])
  expect(report.differences).toHaveLength(2)
  for (const secret of ['a-key-that-is-secret', String(registered.secret)])
    expect(JSON.stringify(report)).not.toContain(secret)
  expect(JSON.stringify(toHar(simulator.traffic))).not.toContain('a-key-that-is-secret')
})
