/** The rule behind a response that was stored under an idempotency key. */
export const REPLAY = 'idempotency-replay'

/** The rule behind a response, as data. The entry's `why` says it in words. */
export interface Reason {
  /**
   * 'done' for an operation that was carried out, 'idempotency-replay' for a stored response, 'fault' where a
   * fault decided the response, else the rule that refused the request: 'key-missing', 'key-refused',
   * 'permission', 'subscription', 'maintenance', 'rate-limit', 'no-operation', 'method-not-allowed',
   * 'validation', 'not-found', 'conflict' and others.
   */
  readonly rule: string
  /** The section of docs/service.md that states the rule; null for faults. */
  readonly section: string | null
  /** For a 429: the empty bucket, such as `endpoint bucket of POST /public/v1/invoices/`. */
  readonly bucket?: string
  /** The record that the operation is about: a member of `simulator.records`, and its identifier. */
  readonly record?: { readonly type: string; readonly id: number }
}
