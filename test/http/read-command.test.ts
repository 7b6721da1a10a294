import { expect, test } from 'vitest'
import { nestsDeeperThan } from '../../src/service/http/checks/json-text'
import type { RouteCall } from '../../src/service/http/routes/route'
import { tinyWire } from './tiny-wire'

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

/** A wire that shows what a body became. */
function looking(assumptions = {}) {
  const calls: RouteCall[] = []
  const wire = tinyWire({
    assumptions,
    rateLimits: false,
    routes: [
      {
        method: 'POST',
        template: '/public/v1/looks/',
        key: 'POST /public/v1/looks/',
        version: 'v1',
        group: 'looks',
        takes: 'json',
        run: (call) => {
          calls.push(call)
          return { status: 200, body: {}, summary: 'looked' }
        },
      },
    ],
  })
  const look = async (
    body: Uint8Array<ArrayBuffer> | string | null,
    type: string | null = 'application/json',
    query = '',
  ) => {
    const request = new Request(`https://accounting.test/public/v1/looks/${query}`, {
      method: 'POST',
      headers: { 'X-API-KEY': 'test-api-key' },
      body: typeof body === 'string' ? utf8(body) : body,
    })
    if (type !== null) request.headers.set('content-type', type)
    const response = await wire.port(request)
    const { errors } = (await response.json()) as { errors?: Record<string, string[]> }
    return errors ? `${response.status} ${errors.__all__?.join()}` : JSON.stringify(calls.at(-1)?.body)
  }
  return { ...wire, calls, look }
}

test.each([
  ['an object', '{"a":1}', '{"a":1}'],
  ['white space around', ' \n{"a":1}\t', '{"a":1}'],
  ['a byte order mark', '\ufeff{"a":1}', '{"a":1}'],
  ['the last of equal members', '{"a":1,"a":2}', '{"a":2}'],
  ['64 levels', nested(64), nested(64)],
  ['brackets in text', `{"a":"${'['.repeat(100)}\\"{{"}`, `{"a":"${'['.repeat(100)}\\"{{"}`],
  ['65 levels', nested(65), '400 Request body is nested too deeply'],
  ['a million levels', '['.repeat(1_000_000), '400 Request body is nested too deeply'],
  ['nothing', '', '400 Request body is not valid JSON'],
  ['no body', null, '400 Request body is not valid JSON'],
  ['half an object', '{"a":', '400 Request body is not valid JSON'],
  ['two objects', '{}{}', '400 Request body is not valid JSON'],
  ['NaN', '{"a":NaN}', '400 Request body is not valid JSON'],
  ['a single quote', "{'a':1}", '400 Request body is not valid JSON'],
  [
    'no UTF-8',
    new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    '400 Request body is not valid JSON',
  ],
  ['an array', '[]', '400 Request body must be a JSON object'],
  ['null', 'null', '400 Request body must be a JSON object'],
  ['a number', '1', '400 Request body must be a JSON object'],
  ['a text', '"a"', '400 Request body must be a JSON object'],
])('%s', async (_name, body, expected) => {
  expect(await looking().look(body)).toBe(expected)
})

test.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['Application/JSON', true],
  ['application/vnd.api+json', true],
  [null, true],
  ['text/plain;charset=UTF-8', false],
  ['text/json', false],
  ['application/jsonp', false],
  ['application/x-www-form-urlencoded', false],
  ['application/xml', false],
])('content type %s', async (type, accepted) => {
  expect(await looking().look('{}', type)).toBe(accepted ? '{}' : '400 Content type must be application/json')
})

test('the size in bytes', async () => {
  const { look } = looking({ 'size-limits': { body: 20 } })
  expect(await look('{"a":"12345678901"}')).toBe('{"a":"12345678901"}')
  expect(await look('{"a":"1234567890é"}')).toBe('{"a":"1234567890é"}')
  expect(await look('{"a":"12345678901é"}')).toBe('400 Request body is too large')
  expect(await look('{"a":"1234567890123"}')).toBe('400 Request body is too large')
})

test('ten megabytes pass, one more byte does not', async () => {
  const { calls, look } = looking()
  const body = `{"a":"${'x'.repeat(10 * 1024 * 1024 - 8)}"}`
  await look(body)
  expect(calls.length).toBe(1)
  expect(await look(`${body} `)).toBe('400 Request body is too large')
})

test('names of the language pollute nothing', async () => {
  const { calls, look } = looking()
  await look('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
  const body = calls[0]?.body ?? {}
  expect(Object.getPrototypeOf(body)).toBe(Object.prototype)
  expect('polluted' in body).toBe(false)
  expect('polluted' in {}).toBe(false)
})

test('another status by assumption', async () => {
  expect(await looking({ 'malformed-body': 422 }).look('[')).toBe('422 Request body is not valid JSON')
})

test('the query keeps every value in its order', async () => {
  const { calls, look } = looking()
  await look('{}', 'application/json', '?b=2&a=1&b=1&c=&d&e=1,2&f=%zz&b%5B%5D=3')
  expect([...(calls[0]?.query ?? [])]).toEqual([
    ['b', ['2', '1']],
    ['a', ['1']],
    ['c', ['']],
    ['d', ['']],
    ['e', ['1,2']],
    ['f', ['%zz']],
    ['b[]', ['3']],
  ])
})

test('a form where JSON is expected, and JSON where a form is', async () => {
  const { send, port } = tinyWire()
  await send('POST', '/public/v1/invoices/', {})
  const form = new FormData()
  form.append('a', '1')
  const headers = { 'X-API-KEY': 'test-api-key' }
  const json = await port('https://accounting.test/public/v1/invoices/', {
    method: 'POST',
    headers,
    body: form,
  })
  expect(json.status).toBe(400)
  const upload = await send('POST', '/public/v1/invoices/1/attachments/', {})
  expect([upload.status, await upload.json()]).toEqual([
    400,
    { success: false, errors: { __all__: ['Content type must be multipart/form-data'] } },
  ])
  const broken = await port('https://accounting.test/public/v1/invoices/1/attachments/', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=x' },
    body: 'no parts',
  })
  expect(await broken.json()).toEqual({
    success: false,
    errors: { __all__: ['Request body could not be read'] },
  })
})

test.each([
  ['{}', 1, false],
  ['{}', 0, true],
  ['{"a":[{}]}', 2, true],
  ['{"a":[{}]}', 3, false],
  ['"[[["', 0, false],
  ['["\\\\",[]]', 1, true],
  ['["\\"[["]', 1, false],
  ['[[],[],[]]', 2, false],
])('%s nests deeper than %i: %s', (text, levels, expected) => {
  expect(nestsDeeperThan(text, levels)).toBe(expected)
})
