import type { KindName } from './kinds'

/** A request on its way out, its answer on the way back, or a delivery on its way in. */
export type Leg = 'out' | 'back' | 'in'

/** A held message waits for it. Numbers count as in a misfortune. */
export interface Until {
  /** An operation, or `DELIVERY` and a topic, as in `Misfortune`. */
  readonly on: string
  /** The nth distinct request. */
  readonly request?: number
  /** The try of that request. @default 1 */
  readonly attempt?: number
  /** The nth delivery of the topic. */
  readonly delivery?: number
  /** The end of the hold: the request's arrival or its answer. @default 'out' for a hold of leg 'out', else 'back' */
  readonly leg?: 'out' | 'back'
}

/**
 * One misfortune of a plan. It names a request by its operation, the number of the distinct request among those of
 * the operation, and the try of it; a webhook delivery by its topic and number; or a write to the disk by its file and
 * number. All numbers count from 1.
 */
export interface Misfortune {
  /** 'PUT /public/v1/invoices/{}/', for deliveries 'DELIVERY core.invoice/created', for files 'WRITE cursor'. */
  readonly on: string
  /** The nth distinct request. Equal method, URL, idempotency key and body make it the same request again. */
  readonly request?: number
  /** The try of that request. @default 1 */
  readonly attempt?: number
  /** The nth delivery of the topic. */
  readonly delivery?: number
  /** The nth write of the file. Numbers and UUIDs in its name count as `{}`: such files are counted together. */
  readonly write?: number
  /** The request reaches the service after those that were sent with it. @default false */
  readonly last?: boolean
  /** The misfortune that happens there. */
  readonly do: KindName
  /** Of a `hold`: what is held. Nothing fails; it only arrives later. */
  readonly leg?: Leg
  /** The message just after which a `hold` ends. */
  readonly until?: Until
  /**
   * Of a `hold`: how many milliseconds after the request was sent it ends, also if that message does not come. The
   * search writes what is less than a time-out of the program.
   */
  readonly within?: number
}

/** A list of misfortunes: plain JSON, so it can be kept and replayed. */
export type Plan = readonly Misfortune[]
