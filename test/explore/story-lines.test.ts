import type { Plan } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { storyOf } from '../../src/tools/explore/report/story'
import type { Arrival, RequestEvent, TrialEvent } from '../../src/tools/explore/run/events'
import { outcomeOf, request } from './made-outcome'
import { INVOICES } from './tiny'

/** The story of a plan whose first request lost its answer, or of the calm run. The calm run has the first one only. */
function told(events: readonly TrialEvent[], complaint: string, isCalm = false): string {
  const [first] = events as [RequestEvent]
  const plan: Plan = isCalm ? [] : [{ on: first.on, request: 1, attempt: 1, do: 'lose' }]
  const hit = isCalm ? events : [{ ...first, status: null, misfortune: 0 }, ...events.slice(1)]
  const calm = events.filter((event) => event.kind === 'request' && event.on.startsWith('POST ')).slice(0, 1)
  const arrivals = hit.flatMap((event, index) =>
    event.kind === 'request' && event.status !== null ? [backOf(event, index)] : [],
  )
  const outcome = outcomeOf({ plan, events: hit, arrivals, complaints: [complaint] })
  return storyOf(outcome, outcomeOf({ events: calm }))
}

/** The way of an answer takes 250 ms. */
const backOf = ({ at }: RequestEvent, event: number): Arrival => ({
  event,
  leg: 'back',
  at: at + 250,
  latest: 0,
  timers: [],
})

/** A try that is refused for 45 seconds, and another one 30 seconds later. */
const soon = (
  first: Partial<RequestEvent>,
  next: Partial<RequestEvent> = {},
  between: readonly TrialEvent[] = [],
): TrialEvent[] => {
  const again = { body: named('R-1'), request: 1, status: 429 }
  return [
    request(1, { body: named('R-1') }),
    request(2, { ...again, attempt: 2, retryAt: 46_000, ...first }),
    ...between,
    request(32, { ...again, attempt: 3, ...next }),
  ]
}
const NOT_SOON = /#1, (try|tries 2 to) 3, .*31 s later (?!.*sooner than)/m

const LIST = `GET ${INVOICES}`
const created = (id: number) => ({ rule: 'done', verb: 'create', record: { type: 'invoices', id } }) as never
const refused = { section: '10', text: 'used before' } as never
const named = (name: string): string => JSON.stringify({ reference_number: name })
const page = (more: Partial<RequestEvent>) => request(2, { on: LIST, path: `${INVOICES}?limit=2`, ...more })

describe('a line of a story says', () => {
  it.each<[what: string, line: RegExp, events: readonly TrialEvent[], complaint: string, isCalm?: boolean]>([
    [
      'how many records a list has on all pages',
      /GET \S+ #2, try 1, 1 s later -> 200, 2 of 9 invoices: R-1, R-2$/m,
      [request(1), page({ answer: { records: ['R-1', 'R-2'], count: 9 } })],
      'lost',
    ],
    [
      'that a page is behind the last one',
      /-> 200, none of 9 invoices$/m,
      [request(1), page({ answer: { records: [], count: 9 } })],
      'lost',
    ],
    [
      'no more of a list that has one page',
      /-> 200, 2 invoices: R-1, R-2$/m,
      [request(1), page({ answer: { records: ['R-1', 'R-2'], count: 2 } })],
      'lost',
    ],
    [
      'that a try came too soon',
      /#1, tries 3 to 4, \S+ s to \S+ s later \(R-1, .*, sooner than Retry-After said\) -> 429$/m,
      [1, 2, 3, 4].map((attempt) =>
        request(attempt, {
          request: 1,
          attempt,
          body: named('R-1'),
          retryAt: 20_000,
          ...(attempt > 1 && { status: 429 }),
        }),
      ),
      'lost',
    ],
    [
      'nothing of that if it waited',
      /#1, try 2, 1 s later \(R-1, no Idempotency-Key, same body\) -> 429$/m,
      [1, 2].map((attempt) =>
        request(attempt, { request: 1, attempt, body: named('R-1'), retryAt: 1000, status: 429 }),
      ),
      'lost',
    ],
    ['nothing of that if the answer came too late', NOT_SOON, soon({ at: 60_000 }), 'lost'],
    ['nothing of that if the client had given up', NOT_SOON, soon({ timeoutAt: 1400 }), 'lost'],
    ['nothing of that if its answer was lost', NOT_SOON, soon({ status: null }), 'lost'],
    ['nothing of that with another API key', NOT_SOON, soon({ apiKey: 'of another worker' }), 'lost'],
    ['nothing of that of another instance', NOT_SOON, soon({}, { sender: 'the second instance' }), 'lost'],
    [
      'nothing of that after a restart',
      NOT_SOON,
      soon({}, {}, [{ kind: 'program', at: 20_000, did: 'died' }]),
      'lost',
    ],
    ['that of one who had read it', /#1, tr.* \(R-1, .*, sooner than Retry-After said\)/m, soon({}), 'lost'],
    [
      'whose key a refused request had',
      /#2, try 1 \(R-2\) -> 422: this Idempotency-Key was used for another body, by POST \S+ #1 \(R-1\)$/m,
      [
        request(1, { body: named('R-1'), idempotencyKey: 'k' }),
        request(2, { body: named('R-2'), idempotencyKey: 'k', status: 422, reason: refused }),
      ],
      'R-2 is not there',
      true,
    ],
    [
      'whose key it was if an earlier request did not reach the service',
      /#3, try 1 \(R-3\) -> 422: .* another body, by POST \S+ #2 \(R-2\)$/m,
      [
        request(1, { body: named('R-1'), idempotencyKey: 'k', status: null }),
        request(2, { body: named('R-2'), idempotencyKey: 'k', status: 201 }),
        request(3, { body: named('R-3'), idempotencyKey: 'k', status: 422, reason: refused }),
      ],
      'R-3 is not there',
      true,
    ],
    [
      'whose key it was if an earlier request was refused, and none of a fault',
      /#4, try 1 \(R-4\) -> 422: .* another body, by POST \S+ #2 \(R-2\)$/m,
      [
        request(1, { body: named('R-1'), idempotencyKey: 'k', status: 429 }),
        request(2, { body: named('R-2'), idempotencyKey: 'k', status: null, reason: created(1) }),
        request(3, {
          body: named('R-3'),
          idempotencyKey: 'k',
          status: 404,
          reason: { rule: 'fault' } as never,
        }),
        request(4, { body: named('R-4'), idempotencyKey: 'k', status: 422, reason: refused }),
      ],
      'R-4 is not there',
      true,
    ],
    [
      'no request whose key is forgotten',
      /#2, try 1 \(R-2\) -> 422: this Idempotency-Key was used for another body$/m,
      [
        request(1, { body: named('R-1'), idempotencyKey: 'k' }),
        request(2, {
          at: 49 * 3_600_000,
          body: named('R-2'),
          idempotencyKey: 'k',
          status: 422,
          reason: refused,
        }),
      ],
      'R-2 is not there',
      true,
    ],
    [
      'who made the record of which there is a second one, though the calm run made it, too',
      /#2, try 1, 1 s later \(R-2\) -> 200, created Invoice 4\n.*#3, .* a duplicate of Invoice 4$/m,
      [
        page({ sentAt: 0, at: 250, request: 1 }),
        request(2, { body: named('R-2'), reason: created(4), idempotencyKey: 'a' }),
        request(3, { body: named('R-2'), reason: created(5), idempotencyKey: 'b' }),
      ],
      'two of them',
    ],
    [
      'the memo of what has no other name',
      /1\. POST \S+ #1, try 1 \(takings of Friday\): carried out, the answer was lost/,
      [request(1, { body: JSON.stringify({ memo: 'takings of Friday' }) })],
      'lost',
    ],
  ])('%s', (_, line, events, complaint, isCalm) => {
    expect(told(events, complaint, isCalm)).toMatch(line)
  })
})
