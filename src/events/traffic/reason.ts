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
  /** The verb that was carried out on the record: `create`, `update`, `remove` and others. */
  readonly verb?: string
  /** Of a refusal: what is wrong, for people. Unlike `why` it is without the status and without what faults did. */
  readonly text?: string
  /** The subscription groups that a fault let lapse just before. */
  readonly lapsed?: readonly string[]
  /** The records that a fault changed between this page and the next, as if somebody else had. */
  readonly drifted?: {
    readonly did: 'created' | 'archived' | 'removed'
    /** A member of `simulator.records`. */
    readonly type: string
    readonly ids: readonly number[]
  }
}

/** The change that a fault made besides the response: for people, and as data for the reason. */
export interface FaultChange {
  readonly what: string
  readonly reason?: Pick<Reason, 'lapsed' | 'drifted'>
}
