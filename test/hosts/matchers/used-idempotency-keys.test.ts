import type { Simulator } from 'accounting-simulator'
import { describe } from 'vitest'
import { cases } from './cases'
import { INVOICES, post, send } from './send'

describe('a key for every write', () => {
  const failing = (simulator: Simulator, status: number) => simulator.faults.inject({ then: { status } })

  cases('toHaveUsedIdempotencyKeys', 'traffic', [
    ['reading needs none', (s) => send(s, `GET ${INVOICES}`), undefined],
    [
      'one each',
      async (s) => [await post(s, 'A', 'key-000001'), await post(s, 'B', 'key-000002')],
      undefined,
    ],
    ['none', (s) => post(s, 'A'), 'POST /public/v1/invoices/ (200) has no Idempotency-Key'],
    [
      'a value that is not there',
      (s) => post(s, 'A', String(undefined)),
      'has the key "undefined", which is a value that was made a text',
    ],
    ['none on a DELETE', (s) => send(s, 'DELETE /public/v1/customers/1/'), 'DELETE /public/v1/customers/1/'],
    [
      'the same on a retry',
      async (s) => [failing(s, 503), await post(s, 'A', 'key-000001'), await post(s, 'A', 'key-000001')],
      undefined,
    ],
    [
      'another on a retry',
      async (s) => [failing(s, 503), await post(s, 'A', 'key-000001'), await post(s, 'A', 'key-000002')],
      'with the key "key-000002" instead of "key-000001"',
    ],
    [
      'another after a refusal',
      async (s) => [failing(s, 422), await post(s, 'A', 'key-000001'), await post(s, 'A', 'key-000002')],
      undefined,
    ],
    [
      'another for the same content',
      async (s) => [await post(s, 'A', 'key-000001'), await post(s, 'A', 'key-000002')],
      undefined,
    ],
    [
      'one for two writes',
      async (s) => [await post(s, 'A', 'key-000001'), await post(s, 'B', 'key-000001')],
      'has the key "key-000001" of another write',
    ],
    [
      'one for two writes, days apart',
      async (s) => [
        await post(s, 'A', 'key-000001'),
        await s.clock.advance('3 days'),
        await post(s, 'B', 'key-000001'),
      ],
      undefined,
    ],
  ])
})
