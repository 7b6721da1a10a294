import type { Simulator } from 'accounting-simulator'
import { describe } from 'vitest'
import { cases } from './cases'
import { send } from './send'

describe('waiting as long as Retry-After says', () => {
  const storm = (simulator: Simulator, times = 1) =>
    simulator.faults.inject({ times, then: { status: 429, retryAfter: 30 } })
  const get = (simulator: Simulator, path = '/public/v1/customers/', headers?: Record<string, string>) =>
    send(simulator, `GET ${path}`, undefined, headers)

  cases('toHaveHonouredRetryAfter', 'traffic', [
    ['no refusal', (s) => get(s), undefined],
    [
      'exactly as long',
      async (s) => [storm(s), await get(s), await s.clock.advance('30 seconds'), await get(s)],
      undefined,
    ],
    [
      'a second too short',
      async (s) => [storm(s), await get(s), await s.clock.advance('29 seconds'), await get(s)],
      '#3 at 2026-01-15T09:00:29.000Z: GET /public/v1/customers/ (200) came before 2026-01-15T09:00:30.000Z, the end of the Retry-After of #1 (429)',
    ],
    ['the same again at once', async (s) => [storm(s), await get(s), await get(s)], 'came before'],
    [
      'another record of the route',
      async (s) => [
        storm(s),
        await get(s, '/public/v1/customers/1/'),
        await s.clock.advance('1 second'),
        await get(s, '/public/v1/customers/2/'),
      ],
      'customers/2/ (200) came before',
    ],
    [
      'another one that was under way',
      async (s) => [
        storm(s),
        await get(s, '/public/v1/customers/1/'),
        await get(s, '/public/v1/customers/2/'),
      ],
      undefined,
    ],
    [
      'another route',
      async (s) => [
        storm(s),
        await get(s),
        await s.clock.advance('1 second'),
        await get(s, '/public/v1/items/'),
      ],
      undefined,
    ],
    [
      'another key',
      async (s) => [
        storm(s),
        await get(s),
        await s.clock.advance('1 second'),
        await get(s, undefined, { 'X-API-KEY': 'of-another' }),
      ],
      undefined,
    ],
    [
      'a date',
      async (s) => {
        const headers = { 'Retry-After': 'Thu, 15 Jan 2026 09:05:00 GMT' }
        s.faults.inject({ then: { status: 503, headers } })
        await get(s)
        await s.clock.advance('4 minutes')
        await get(s)
      },
      'before 2026-01-15T09:05:00.000Z, the end of the Retry-After of #1 (503)',
    ],
    [
      'another life',
      async (s) => {
        const mark = s.snapshot()
        await s.clock.advance('1 minute')
        storm(s)
        await get(s)
        s.restore(mark)
        await get(s)
        await s.clock.advance('70 seconds')
        await get(s)
      },
      undefined,
    ],
    [
      'the limits of the service itself',
      async (s) => {
        for (let n = 0; n < 11; n += 1) await get(s)
        await s.clock.advance('1 second')
        await get(s)
      },
      undefined,
    ],
  ])
})
