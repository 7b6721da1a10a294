import { describe, expect, it } from 'vitest'
import type { Reception } from '../../src/events/traffic/outcome'
import { outcomeOf, retryInstant } from '../../src/service/webhooks/outcome'
import { table } from '../support/table'
import { Office } from '../support/worlds/office'

const NOW = Date.parse('2026-01-15T09:00:00Z')
const answered = (status: number, headers = {}): Reception => ({
  kind: 'response',
  status,
  headers,
  body: '',
})
const asked = (text: string, status = 429): string => {
  const at = retryInstant(answered(status, { 'retry-after': text }), NOW)
  return at === undefined ? '-' : new Date(at).toISOString()
}

/** The statuses at both ends of 2xx (docs/service.md §14.4). */
it.each(
  table(`
    status | outcome
    100    | retry
    199    | retry
    200    | delivered
    299    | delivered
    300    | retry
    422    | stop
    423    | retry
  `),
)('$status: $outcome', ({ status, outcome }) => {
  expect(outcomeOf(answered(Number(status)))).toBe(outcome)
})

it.each([{ kind: 'time-out' }, { kind: 'network-error', text: 'connection refused' }] as const)(
  'without an answer there is a retry, at no instant asked for: $kind',
  (reception) => {
    expect([outcomeOf(reception), retryInstant(reception, NOW)]).toEqual(['retry', undefined])
  },
)

describe('the instant that Retry-After asks for', () => {
  /** Seconds or an HTTP date (docs/service.md §14.4). */
  it.each(
    table(`
      text                              | instant
      60                                | 2026-01-15T09:01:00.000Z
      0                                 | 2026-01-15T09:00:00.000Z
      999999999                         | 2057-09-23T10:46:39.000Z
      1000000000                        | -
      a60                               | -
      60s                               | -
      Mon, 05 Jan 2026 01:02:03 GMT     | 2026-01-05T01:02:03.000Z
      Thu, 05 Feb 2026 01:02:03 GMT     | 2026-02-05T01:02:03.000Z
      Thu, 05 Mar 2026 01:02:03 GMT     | 2026-03-05T01:02:03.000Z
      Sun, 05 Apr 2026 01:02:03 GMT     | 2026-04-05T01:02:03.000Z
      Tue, 05 May 2026 01:02:03 GMT     | 2026-05-05T01:02:03.000Z
      Fri, 05 Jun 2026 01:02:03 GMT     | 2026-06-05T01:02:03.000Z
      Sun, 05 Jul 2026 01:02:03 GMT     | 2026-07-05T01:02:03.000Z
      Wed, 05 Aug 2026 01:02:03 GMT     | 2026-08-05T01:02:03.000Z
      Sat, 05 Sep 2026 01:02:03 GMT     | 2026-09-05T01:02:03.000Z
      Mon, 05 Oct 2026 01:02:03 GMT     | 2026-10-05T01:02:03.000Z
      Thu, 05 Nov 2026 01:02:03 GMT     | 2026-11-05T01:02:03.000Z
      Sat, 05 Dec 2026 01:02:03 GMT     | 2026-12-05T01:02:03.000Z
      Sat, 05 Foo 2026 01:02:03 GMT     | -
      Sat, 31 Feb 2026 01:02:03 GMT     | -
      at Sat, 05 Dec 2026 01:02:03 GMT  | -
      Sat, 05 Dec 2026 01:02:03 GMT+1   | -
      Sat, 05 Dec 2026 01:02:03         | -
      2026-12-05T01:02:03Z              | -
    `),
  )('$text: $instant', ({ text, instant }) => {
    expect(asked(text)).toBe(instant)
  })

  it('is read without the spaces around it, and of a 429 only', () => {
    expect([asked(' 60 '), asked('60', 503), retryInstant(answered(429), NOW)]).toEqual([
      '2026-01-15T09:01:00.000Z',
      '-',
      undefined,
    ])
  })
})

/** With the switch, every delay is one hour (docs/service.md §14.4). */
it('an hour lies between the attempts where the delays do not double', async () => {
  const office = new Office({ assumptions: { 'webhook-retry-delays': 'hourly' } })
  await office.register()
  office.receive(500)
  office.sell()
  await office.simulator.clock.advance('210 minutes')
  expect(office.minutes()).toEqual([0, 60, 120, 180])
})
