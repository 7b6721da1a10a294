import type { AssumptionId } from '../../assumptions/index'
import type { PlainRequest } from './plain-request'
import type { Reason, WireHeaders } from './wire-message'

export interface PlainResponse {
  /** The status code. */
  readonly status: number
  /** The headers as they were sent. */
  readonly headers: Readonly<WireHeaders>
  /** The body as text. */
  readonly body: string
}

export interface TrafficEntry {
  /** Distinguishes the kinds of entries. */
  readonly kind: 'request'
  /**
   * The position of the request in `simulator.timeline`, from 1. It never restarts, not even after `clear`,
   * `reset` or `restore`.
   */
  readonly sequence: number
  /** Virtual time of the request, ISO 8601. */
  readonly at: string
  /** The request as it was received. */
  readonly request: PlainRequest
  /** The operation, as in the OpenAPI document: `GET /public/v1/invoices/{record_number}/`. */
  readonly route: string | null
  /** The label of the API key, or the key with its middle hidden; null without a key. */
  readonly key: string | null
  /** The idempotency key of the request; null without one. */
  readonly idempotencyKey: string | null
  /** True if the response was stored under the idempotency key. */
  readonly replayed: boolean
  /** The number of the fault that hit the request. */
  readonly fault: number | null
  /** The ids of the assumptions that the response depends on. */
  readonly assumptions: readonly AssumptionId[]
  /** True if the call changed anything besides rate limits and stored replies. */
  readonly changed: boolean
  /**
   * The end of the call for the client. 'held': the response waits for the clock. 'aborted': the client gave
   * up. 'lost': the call ended with a network error.
   */
  readonly outcome: 'answered' | 'held' | 'aborted' | 'lost'
  /** The bucket that the response's X-RateLimit headers describe. */
  readonly bucket?: string
  /** The time at which a held response came or the client stopped waiting: virtual time, ISO 8601. */
  readonly ended?: string
  /** The reason of the answer, as data. */
  readonly reason: Reason
  /** Null if the client got no response, or has none yet. */
  readonly response: PlainResponse | null
  /** The service's original response, if a fault replaced, lost or damaged it. */
  readonly unseen?: PlainResponse
  /** The reason for the response: the bucket, the fault, the replayed key or the refusal. */
  readonly why: string
}
