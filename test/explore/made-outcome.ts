import type { PlanOutcome, RequestEvent } from '../../src/tools/explore/run/events'
import { ROUTE } from './tiny'

/** A request that is sent at an instant and answered 250 ms later. */
export const request = (number: number, given: Partial<RequestEvent> = {}): RequestEvent => ({
  kind: 'request',
  sentAt: 1000 * (number - 1),
  at: 1000 * (number - 1) + 250,
  after: [],
  on: ROUTE,
  request: number,
  attempt: 1,
  path: ROUTE.slice('POST '.length),
  hidesArchived: false,
  isLaterPage: false,
  body: '',
  idempotencyKey: null,
  apiKey: 'key',
  status: 200,
  reason: null,
  assumptions: [],
  ...given,
})

/** What is known of a plan, as if it had been played. */
export const outcomeOf = (given: Partial<PlanOutcome>): PlanOutcome => ({
  plan: [],
  complaints: [],
  events: [],
  calmAt: given.events?.length ?? 0,
  rounds: [],
  arrivals: [],
  met: [],
  requests: {},
  hittableTries: {},
  deliveries: {},
  writes: {},
  fingerprint: [],
  assumptions: [],
  isEmpty: false,
  ...given,
})
