import { balanced } from './matchers/balanced'
import { honouredRetryAfter } from './matchers/honoured-retry-after'
import { type DuplicateOptions, noDuplicates } from './matchers/no-duplicates'
import { usedIdempotencyKeys } from './matchers/used-idempotency-keys'
import type { Verdict } from './matchers/verdict'

export type { DuplicateOptions } from './matchers/no-duplicates'
export type { Verdict } from './matchers/verdict'

/**
 * What can be expected of a simulator after a test, for `expect.extend` of jest, vitest and Playwright. Each
 * may also be called by itself and returns `{ pass, message }`; the message names the requests that offend.
 *
 * @example
 * expect.extend(matchers)
 * expect(simulator).toHaveUsedIdempotencyKeys()
 * @example
 * const { pass, message } = matchers.toBeBalanced(simulator)
 * assert.ok(pass, message())
 */
export const matchers = {
  /** All invariants of the books hold. Of a simulator, an organisation of one, or their `books`. */
  toBeBalanced: (received: unknown): Verdict => balanced(received),

  /**
   * Nothing was made twice. Of a simulator or its traffic: no two POSTs with the same content were carried out,
   * answered or not, except as replays under one idempotency key. Of a record type, such as
   * `simulator.records.invoices`, or an array of records: no two are alike.
   */
  toHaveNoDuplicates: (received: unknown, options?: DuplicateOptions): Verdict =>
    noDuplicates(received, options),

  /**
   * After an answer with Retry-After the same key sent nothing to the same route before that time was over. Of
   * a simulator or its traffic. At the very instant of that answer only a repetition of the same request counts.
   */
  toHaveHonouredRetryAfter: (received: unknown): Verdict => honouredRetryAfter(received),

  /**
   * Every POST, PUT, PATCH and DELETE bore an Idempotency-Key, its retries the same one, and no other write
   * that. Of a simulator or its traffic.
   */
  toHaveUsedIdempotencyKeys: (received: unknown): Verdict => usedIdempotencyKeys(received),
}
