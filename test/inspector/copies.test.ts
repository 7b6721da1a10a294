import { expect, it } from 'vitest'
import { curlOf } from '../../src/tools/inspector/copies'
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
