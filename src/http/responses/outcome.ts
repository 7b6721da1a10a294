import type { WireResponse } from '../wire-message'

/** How a request ended. */
export type Outcome = (
  | { readonly kind: 'reply'; readonly reply: WireResponse }
  | { readonly kind: 'network-error'; readonly why: string }
  /** The answer waits for the clock; the caller waits for it at the parked responses. */
  | { readonly kind: 'parked'; readonly id: number; readonly why: string }
) & {
  /** The service's own answer, where a fault acted on it. */
  readonly answered?: WireResponse
}
