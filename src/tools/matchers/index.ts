import type { Simulator } from '../..'
import { refuseSurplus } from '../../errors/at-caller'
import { suggestingNames } from '../../errors/suggesting-names'
import { isPlainObject } from '../../kernel/is-object'
import { untilRead } from '../../running-test/until-read'
import { internalsOf } from '../../simulator/internals-of'
import { hasReceived } from './has-received'
import { honouredRetryAfter } from './honoured-retry-after'
import { type DuplicateOptions, hasNoDuplicates } from './no-duplicates'
import { receivedBooks, refuseEmptyTimeline } from './received'
import { toHaveSurvived } from './survived'
import { usedIdempotencyKeys } from './used-idempotency-keys'
import { type Verdict, verdict } from './verdict'

export { runTest } from '../ending/run-test'
export type { DuplicateOptions } from './no-duplicates'
export type { Verdict } from './verdict'

const CHECKS = {
  /**
   * A request to the route had at least these members in its body. Takes a simulator, with the arguments of
   * `simulator.received`. A failure shows the nearest request, member by member.
   */
  toHaveReceived(this: unknown, received: unknown, route: string, body?: object): Verdict {
    return hasReceived(received, route, body, (this as { isNot?: unknown } | undefined)?.isNot === true)
  },

  /** Every invariant of the books holds. Takes a simulator, an organisation or their `books`. */
  toBeBalanced: (received: unknown): Verdict => balanced(received),

  /**
   * Nothing was created twice. For a simulator or its traffic: no two POSTs with equal content were carried
   * out, except replays under one idempotency key; lost responses count. For a record type such as
   * `simulator.records.invoices`, or an array of records: no two records are alike.
   */
  toHaveNoDuplicates: (received: unknown, options?: DuplicateOptions): Verdict =>
    hasNoDuplicates(received, options),

  /**
   * After a response with `Retry-After`, the same key sent nothing to the same route before that time was over. Takes a
   * simulator or its traffic. At the instant of the response only a repetition of the same request counts.
   */
  toHaveHonouredRetryAfter: (received: unknown): Verdict => honouredRetryAfter(received),

  /**
   * Every POST, PUT, PATCH and DELETE had an Idempotency-Key, shared with its retries and with no other
   * write. Takes a simulator or its traffic.
   */
  toHaveUsedIdempotencyKeys: (received: unknown): Verdict => usedIdempotencyKeys(received),

  /** The program survived every plan. Takes a report of `accounting-simulator/explore`. */
  toHaveSurvived: (received: unknown): Verdict => toHaveSurvived(received),
}

/** Test runners call a matcher as a method of an object with `isNot`. */
type Matching = (this: unknown, received: unknown, ...given: never[]) => Verdict

/** Wraps each check. The first argument is the value that was given to `expect`. */
const matching = Object.entries<Matching>(CHECKS).map(([name, check]) => {
  const matcher: Matching = function (received, ...given) {
    refuseSurplus(matcher, given.map(asData), check.length - 1, name)
    refuseEmptyTimeline(received)
    noteLook(received)
    const found = check.call(this, received, ...given)
    return found.pass ? found : untilRead(found, `${name} found that pass is false, and nobody read it`)
  }
  return [name, matcher]
})

/** Hides a record's lists, for which `refuseSurplus` would accept it as an argument of a runner. */
const asData = (given: unknown): unknown => (isPlainObject(given) ? {} : given)

/** Records the look: requests after the last look need not be awaited. Older versions lack the log. */
function noteLook(received: unknown): void {
  const simulator: Partial<Simulator> = received ?? {}
  internalsOf(simulator)?.recorder?.log?.noteRead?.()
}

/**
 * Matchers for `expect.extend` of jest, vitest and Playwright that check a simulator after a test. Each can
 * also be called directly and returns `{ pass, message }`; the message names the offending requests.
 *
 * @example
 * expect.extend(matchers)
 * expect(simulator).toHaveUsedIdempotencyKeys()
 * @example
 * const { pass, message } = matchers.toBeBalanced(simulator)
 * assert.ok(pass, message())
 */
export const matchers = suggestingNames(Object.fromEntries(matching) as typeof CHECKS, 'matchers')

/** The matchers as methods of `expect`. */
export interface SimulatorMatchers {
  /** The simulator received a request of this route whose body has at least these members. */
  toHaveReceived(route: string, body?: object): void
  /** Every invariant of the books holds. */
  toBeBalanced(): void
  /** Nothing was created twice. */
  toHaveNoDuplicates(options?: DuplicateOptions): void
  /** After a `Retry-After` the key sent nothing to that route before the time was over. */
  toHaveHonouredRetryAfter(): void
  /** Every write had an Idempotency-Key that only its retries share. */
  toHaveUsedIdempotencyKeys(): void
  /** The program survived every plan of an exploration. */
  toHaveSurvived(): void
}

declare global {
  /** Merges with `@types/jest`, whose type parameters these are. */
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: all declarations of an interface have the same parameters
    interface Matchers<R, T = {}> extends SimulatorMatchers {}
  }
}

/** Passes if every invariant of the books holds (docs/service.md §12). */
function balanced(received: unknown): Verdict {
  const broken = receivedBooks(received).check()
  return verdict(
    'books that balance',
    'an invariant of the books to be broken',
    broken.map(({ invariant, where, text }) => `${invariant}: ${where}: ${text}`),
  )
}
