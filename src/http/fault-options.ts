import type { DurationInput } from '../kernel/duration'
import type { PlainRequest } from './plain-request'

/** What a fault does to the requests it hits; exactly one kind. */
export type FaultEffect =
  /** Answers in the service's place, before the key is looked at: nothing is spent or stored. */
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      /** Text is sent as it is, anything else as JSON; the service's error body unless given. */
      readonly body?: unknown
      /** Seconds. */
      readonly retryAfter?: number
    }
  /** The call fails as if there were no network; the service sees nothing of it. */
  | { readonly networkError: true }
  /** The request is carried out, and the client sees a network error. */
  | { readonly loseResponse: true }
  /** The request is carried out, and its response waits for the clock. */
  | { readonly delay: DurationInput }
  /** The request is carried out, and so many characters of the response's body arrive. */
  | { readonly truncateBody: number }
  /** The request is carried out, and the response's body is no longer JSON. */
  | { readonly malformedJson: true }

export interface FaultOptions {
  /**
   * `METHOD /path/` with `{}` for one segment and a final `*` for any remainder, or a predicate.
   * @default every request
   */
  readonly on?: string | ((request: PlainRequest) => boolean)
  /**
   * Matching requests let through first.
   * @default 0
   */
  readonly skip?: number
  /**
   * Requests hit at most; `Infinity` for all.
   * @default 1, or Infinity with `probability` or `during`
   */
  readonly times?: number
  /** The share of matching requests that are hit, drawn from the simulator's seed. */
  readonly probability?: number
  /** How long from now on. */
  readonly during?: DurationInput
  readonly then: FaultEffect
}

export interface Fault {
  readonly id: number
  /** Requests hit so far. */
  readonly hits: number
  /** What it acts on, for a person. */
  readonly on: string
  readonly effect: FaultEffect
}
