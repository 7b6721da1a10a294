import type { WireResponse } from './wire-message'

/** The end of a request. */
export type RequestOutcome = (
  | { readonly kind: 'reply'; readonly reply: WireResponse }
  | { readonly kind: 'network-error'; readonly why: string }
  /** The response waits for the clock. `HeldResponses.wait` returns it. */
  | { readonly kind: 'held'; readonly id: number; readonly why: string }
) & {
  /** The service's original response, if a fault changed it. */
  readonly answered?: WireResponse
  /** The number of the fault that hit the request. */
  readonly fault?: number
}

/** The receiver's reaction to a delivery. */
export type Reception =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  | { readonly kind: 'network-error'; readonly text: string; readonly error?: unknown }
  | { readonly kind: 'time-out' }
