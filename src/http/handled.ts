import type { WireResponse } from './wire'

/** What became of a request. */
export type Handled =
  | { readonly kind: 'reply'; readonly reply: WireResponse }
  | { readonly kind: 'network-error'; readonly why: string }
  /** The answer waits for the clock; whoever called waits for it at the parked responses. */
  | { readonly kind: 'parked'; readonly id: number; readonly why: string }
