import type { RecordName } from '../../../engine/model/names'
import type { PlainRequest } from '../../../events/traffic/plain-request'
import type { DurationInput } from '../../../kernel/duration'
import type { FaultEffect } from './fault-kinds'

/** A required number of records. `record` is a member of `simulator.records`. */
export interface RecordCondition {
  /** The record type that is counted. */
  readonly records: RecordName
  /** The least number of records. @default 1 unless `atMost` is given */
  readonly atLeast?: number
  /** The most records. */
  readonly atMost?: number
}

/**
 * A fault: its effect, the requests or deliveries it hits, and how often.
 *
 * @example
 * { on: 'POST /public/v1/invoices/', skip: 2, then: { loseResponse: true } }
 * { on: 'POST /public/v1/invoices/', request: 1, attempt: 2, then: { revokeKey: true } }
 * { on: 'GET /public/*', probability: 0.1, then: { status: 503 } }
 * { after: '10 minutes', during: '1 hour', then: { status: 429, retryAfter: 30 } }
 * { on: 'DELIVERY *', probability: 0.2, then: { duplicate: true } }
 * { on: 'DELIVERY *', then: { duplicate: true, after: '0 seconds' } }
 * { on: 'DELIVERY core.invoice/*', then: { delay: '3 seconds' } }
 */
export interface FaultOptions {
  /**
   * A pattern or a predicate. For requests: `METHOD /path/` with `{}` for one segment and a final `*` as a wildcard.
   * For deliveries: `DELIVERY *`, `DELIVERY https://hooks.example.com/*` or `DELIVERY core.invoice/*`.
   * @default all requests; all deliveries for the effects `timeout` and `duplicate`
   */
  readonly on?: string | ((request: PlainRequest) => boolean)
  /** Hits only while the condition holds. It is evaluated for each request or delivery. */
  readonly when?: RecordCondition | (() => boolean)
  /**
   * Number of matches to let through first.
   * @default 0
   */
  readonly skip?: number
  /**
   * Hits the nth distinct request only, counted from 1 among those that `on` selects, since the fault was
   * injected. Requests with the same URL, idempotency key and body are tries of one request. Every request
   * counts, also one that another fault hits.
   */
  readonly request?: number
  /** Hits the kth try of a request only, counted from 1. */
  readonly attempt?: number
  /**
   * Maximum number of hits; `Infinity` for no maximum.
   * @default 1, or Infinity with `probability` or `during`
   */
  readonly times?: number
  /** The share of matches to hit, from 0 to 1; drawn by the simulator's seed. */
  readonly probability?: number
  /** Delay from now before the fault can hit. */
  readonly after?: DurationInput
  /** Period in which the fault can hit, from now or from the end of `after`. */
  readonly during?: DurationInput
  /** The effect on each hit. */
  readonly then: Exclusive<FaultEffect>
}

/** The matches of a fault that are hit, as it was injected. Null for a condition that was left out. */
export interface FaultSelection {
  /** The number of matches that pass before the first hit. */
  readonly skip: number
  /** Only this distinct request, counted from 1. */
  readonly request: number | null
  /** Only this try of a request, counted from 1. */
  readonly attempt: number | null
  /** Null for no maximum. */
  readonly times: number | null
  /** The share of the matches that are hit, from 0 to 1. */
  readonly probability: number | null
  /** Null also for a function. */
  readonly when: RecordCondition | null
}

/** An injected fault. Each property reads the current state, so the object can be kept. */
export interface Fault {
  /** The id, unique in a simulator. */
  readonly id: number
  /** Number of hits so far. */
  readonly hits: number
  /** Number of hits to come at most: `Infinity` without a maximum, 0 once the fault is over. */
  readonly remaining: number
  /** The fault can hit from here, until `until`: ISO 8601 in UTC; `until` is null without an end. */
  readonly from: string
  /** It can no longer hit then; null without an end. */
  readonly until: string | null
  /** A description of what the fault acts on. */
  readonly on: string
  /** The effect on each hit. */
  readonly effect: FaultEffect
  /** The matches that it hits. */
  readonly selection: FaultSelection
  /** Disarms this fault. Its hits stay readable. */
  disarm(): void
}

type KeysOf<Kinds> = Kinds extends unknown ? keyof Kinds : never

/** One of the kinds, without members of another. */
type Exclusive<Kinds, Keys extends PropertyKey = KeysOf<Kinds>> = Kinds extends unknown
  ? Kinds & { readonly [Key in Exclude<Keys, keyof Kinds>]?: never }
  : never
