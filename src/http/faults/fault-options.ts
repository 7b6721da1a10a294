import type { DurationInput } from '../../kernel/duration'
import type { PlainRequest } from '../traffic/plain-request'

/** An answer in place of the real one. */
export interface StatusEffect {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent as it is, anything else as JSON; the service's error body unless given. */
  readonly body?: unknown
  /** Seconds. @default 1 with status 429, else no such header */
  readonly retryAfter?: number
}

/** What a fault may do to requests and to deliveries alike. */
type SharedEffect =
  /**
   * Answers in the place of the service, before the key is looked at: nothing is spent or stored. Of a
   * delivery: in the place of the receiver, which hears nothing.
   */
  | StatusEffect
  /** Fails as if there were no network; the other side sees nothing of it. */
  | { readonly networkError: true }
  /** Is carried out, or heard by the receiver, and the answer gets lost on its way back. */
  | { readonly loseResponse: true }
  /** The response waits for the clock after it was carried out. A delivery waits before it is sent. */
  | { readonly delay: DurationInput }
  /** Only so many characters arrive of the response's body, or of the delivery's. */
  | { readonly truncateBody: number }
  /** The body that arrives is no longer JSON. */
  | { readonly malformedJson: true }
  /** The body arrives whole under another content type, such as 'text/html'. */
  | { readonly contentType: string }

/** What a fault does to the requests it hits; exactly one kind (docs/faults.md). */
export type RequestEffect =
  | SharedEffect
  /** A GET is answered from the world as it was when the fault was armed. Hits nothing but GET. */
  | { readonly staleRead: true }
  /**
   * The page is answered, and then somebody else creates so many records like its first one, or removes so
   * many of its own, so that the next page shifts. Hits nothing but lists of records.
   */
  | { readonly pageDrift: { readonly create: number } | { readonly remove: number } }
  /** The request's key is revoked before the request is looked at: 403 from here on. */
  | { readonly revokeKey: true }
  /** The key only reads from here on, or loses the permissions named: 403 for what needs them. */
  | { readonly losePermission: true | readonly string[] }
  /** From here on the request's group needs a subscription, or those named do: 402. */
  | { readonly lapseSubscription: true | readonly string[] }
  /**
   * 503 for this request; with `for`, for all requests from this one on until that time has passed.
   * `retryAfter` is in seconds.
   */
  | { readonly maintenance: true | { readonly for: DurationInput; readonly retryAfter?: number } }

/** What a fault does to the webhook deliveries it hits; exactly one kind (docs/faults.md). */
export type DeliveryEffect =
  | SharedEffect
  /** The receiver hears nothing and its time runs out, on the virtual clock alone. */
  | { readonly timeout: true }
  /** The same bytes are sent once more. Hits no copies. */
  | { readonly duplicate: true }

export type FaultEffect = RequestEffect | DeliveryEffect

/** How many records of a type the organisation must have; a type is a member of `simulator.records`. */
export interface RecordCondition {
  readonly records: string
  /** @default 1 unless `atMost` is given */
  readonly atLeast?: number
  readonly atMost?: number
}

/**
 * What goes wrong, with what, and how often.
 *
 * @example
 * { on: 'POST /public/v1/invoices/', skip: 2, then: { loseResponse: true } }
 * { on: 'GET /public/*', probability: 0.1, then: { status: 503 } }
 * { after: '10 minutes', during: '1 hour', then: { status: 429, retryAfter: 30 } }
 * { on: 'DELIVERY *', probability: 0.2, then: { duplicate: true } }
 * { on: 'DELIVERY core.invoice/*', then: { delay: '3 seconds' } }
 */
export interface FaultOptions {
  /**
   * Requests: `METHOD /path/` with `{}` for one segment and a final `*` for any remainder. Deliveries:
   * `DELIVERY *`, `DELIVERY https://hooks.example.com/*` or `DELIVERY core.invoice/*`. Or a predicate.
   * @default every request; every delivery for `timeout` and `duplicate`, which nothing else knows
   */
  readonly on?: string | ((request: PlainRequest) => boolean)
  /** Hits only while this holds; asked for each request or delivery. */
  readonly when?: RecordCondition | (() => boolean)
  /**
   * Matching requests or deliveries let through first.
   * @default 0
   */
  readonly skip?: number
  /**
   * Hit at most; `Infinity` for all.
   * @default 1, or Infinity with `probability` or `during`
   */
  readonly times?: number
  /** The share of what matches that is hit, drawn from the simulator's seed. */
  readonly probability?: number
  /** How long from now on it waits before it can hit anything. */
  readonly after?: DurationInput
  /** How long it can hit, counted from now or from the end of `after`. */
  readonly during?: DurationInput
  readonly then: FaultEffect
}

export interface Fault {
  readonly id: number
  /** Requests or deliveries hit so far. */
  readonly hits: number
  /** What it acts on, for a person. */
  readonly on: string
  readonly effect: FaultEffect
}
