import { expect, it } from 'vitest'
import { curlOf, reachedAt, unusedKeys } from '../../src/tools/inspector/copies'
import type { EntryJson } from '../../src/tools/inspector/entries'

const entry = (method: string, url: string): EntryJson => ({
  sequence: 1,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'request',
  request: { method, url, headers: {}, body: null },
})

it.each([
  ['GET', 'https://a.test/', "curl -X 'GET' 'https://a.test/'"],
  ['GET;rm', 'https://a.test/', "curl -X 'GET;rm' 'https://a.test/'"],
  ["'$(id)'", "https://a.test/?q='", "curl -X ''\\''$(id)'\\''' 'https://a.test/?q='\\'''"],
])('%s %s: the shell gets it as it is', (method, url, command) => {
  expect(curlOf(entry(method, url))).toBe(command)
})

// A panel that is served names the address of its server; one in a page the address that the page intercepts.
it.each([
  [
    'http://127.0.0.1:4010',
    'https://accounting.test/public/v1/a/?b=c%20d',
    'http://127.0.0.1:4010/public/v1/a/?b=c%20d',
  ],
  [undefined, 'https://accounting.test/public/v1/a/', 'https://accounting.test/public/v1/a/'],
  ['http://127.0.0.1:4010', 'no url', 'no url'],
])('from %s the request to %s goes to %s', (origin, url, reached) => {
  expect(reachedAt(entry('GET', url), origin).request?.url).toBe(reached)
})

it.each([
  ['another key', 'Reports', [2]],
  ['its own', 'Shop', []],
  // One that the simulator chose may be that of the request.
  ['one without a name', undefined, []],
])('a test issues no key that its requests do not have: %s', (_, key, unused) => {
  const at = '2026-01-15T09:00:00.000Z'
  const request = { method: 'GET', url: 'https://a.test/', headers: { 'x-api-key': 'Shop' }, body: null }
  const all: EntryJson[] = [
    { sequence: 1, at, kind: 'request', request },
    { sequence: 2, at, kind: 'write', call: 'admin.keys.issue', arguments: [{ key }] },
  ]
  expect(unusedKeys(all, new Set([1, 2]))).toEqual(unused)
  expect(unusedKeys(all, new Set([1]))).toEqual([])
})
