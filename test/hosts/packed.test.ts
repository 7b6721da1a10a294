import { expect, test } from 'vitest'
import { packedResponse, unpackedResponse } from '../../src/hosts/browser/packed'

test.each([
  [200, 'paid'],
  [200, ''],
  [204, null],
  [205, null],
  [304, null],
  [503, 'later'],
])('an answer of %s with the body %j passes from tab to tab', async (status, body) => {
  const packed = await packedResponse(new Response(body, { status, headers: { 'x-request-id': '1' } }))
  const answer = unpackedResponse(structuredClone(packed))
  expect([answer.status, await answer.text(), answer.headers.get('x-request-id')]).toEqual([
    status,
    body ?? '',
    '1',
  ])
})
