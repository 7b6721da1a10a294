import type { ReceivedEntry, Simulator } from '../..'
import { refuseSurplus } from '../../errors/at-caller'
import { tellingNearest } from '../../errors/telling-nearest'
import { untilRead } from '../../host-time/until-read'
import { isPlainObject } from '../../kernel/is-object'
import { type Comparison, compare, type Mismatch } from '../../kernel/partial-match'
import { requestLine } from '../calls'
import { honouredRetryAfter } from './honoured-retry-after'
import { type DuplicateOptions, hasNoDuplicates } from './no-duplicates'
import { receivedBooks, refuseEmptyTimeline, wrongReceiver } from './received'
import { toHaveSurvived } from './survived'
import { usedIdempotencyKeys } from './used-idempotency-keys'
import { type Verdict, verdict, warnOfMatcher } from './verdict'

export { runTest } from '../ending/run-test'
export type { DuplicateOptions } from './no-duplicates'
export type { Verdict } from './verdict'

const CHECKS = {
  /**
   * A request to the route had at least these members in its body. Takes a simulator. The route and the body are
   * those of `simulator.received`; a failure shows the nearest request, member by member.
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
   * After a response with `Retry-After`, the same key sent nothing to the same route before that time was
   * over. Takes a simulator or its traffic. At the instant of the response only a repetition of the same
   * request counts.
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

/** Runners call it as a method of their state, which knows of `not`. */
type Matching = (this: unknown, received: unknown, ...given: never[]) => Verdict

/** The first argument is what `expect` was given. */
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

/** A record has lists, as what a runner hands on has them, but no runner hands an object on to a matcher. */
const asData = (given: unknown): unknown => (isPlainObject(given) ? {} : given)

/** Calls that come after the last look are not awaited. A simulator of another version may lack the log. */
function noteLook(received: unknown): void {
  const { parts } = (received ?? {}) as Partial<Simulator>
  parts?.recorder?.log?.noteRead?.()
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
export const matchers = tellingNearest(Object.fromEntries(matching) as typeof CHECKS, 'matchers')

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
  /** For `@types/jest`, whose type parameters these are. */
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

/** Asks for requests by route and members of their bodies. */
interface Receiver {
  received(route: string, body?: object): readonly ReceivedEntry[]
  /** One of another version may lack them. */
  readonly parts?: Partial<Pick<Simulator['parts'], 'misspeltBody'>>
}

const isReceiver = (value: unknown): value is Receiver =>
  typeof (value as { received?: unknown } | null)?.received === 'function'

const SHOWN_AT_MOST = 3

/**
 * Passes if a request to the route had at least these members in its body. Negated, a value that only its type tells
 * from that of a request may be meant, so it is a warning.
 */
function hasReceived(simulator: unknown, route: string, body?: object, isNegated = false): Verdict {
  if (!isReceiver(simulator)) throw wrongReceiver('a simulator', simulator)
  const found = simulator.received(route, body)
  if (found.length > 0) return { pass: true, message: () => unwanted(route, found, body) }
  if (isNegated && body !== undefined) warnOfTypes(simulator, route, body)
  return { pass: false, message: () => missing(simulator, route, body) }
}

function warnOfTypes(simulator: Receiver, route: string, body: object): void {
  const differences = ({ request }: ReceivedEntry) => compare(body, request.json).differences
  const entry = simulator.received(route).find((one) => differences(one).every(differsInType))
  if (!entry) {
    warnOfMisspelt(simulator, route, body)
    return
  }
  const lines = [
    `not.toHaveReceived passes for ${requestLine(entry)} by a type only:`,
    ...differences(entry).map(line),
  ]
  warnOfMatcher(lines.join('\n'))
}

/** A slip of the pen would pass. Anything else may be a member that no client should send. */
function warnOfMisspelt({ parts }: Receiver, route: string, body: object): void {
  const slip = parts?.misspeltBody?.(route, body)
  if (slip !== undefined)
    warnOfMatcher(`not.toHaveReceived of ${route}: ${slip}. If it is meant, give a function as the value`)
}

const unwanted = (route: string, found: readonly ReceivedEntry[], body: object | undefined): string =>
  [
    `expected no such request to ${route}, but received:`,
    ...found.map((entry) => `  ${requestLine(entry)}${body ? matched(body, entry.request.json) : ''}`),
  ].join('\n')

/** The members for which the request was found. */
function matched(body: object, json: unknown): string {
  const parts = compare(body, json).matches.map(({ path, given }) => `${path || 'body'} ${text(given)}`)
  return parts.length === 0 ? '' : `, with ${parts.join(', ')}`
}

function missing(simulator: Receiver, route: string, body: object | undefined): string {
  const others = simulator.received(route)
  if (others.length === 0)
    return `expected a request to ${route}, but received none${came(simulator.received('* /*'))}`
  const compared = others.map((entry) => ({ entry, comparison: compare(body, entry.request.json) }))
  const [nearest] = compared.sort((a, b) => distance(a.comparison) - distance(b.comparison))
  const misses = nearest?.comparison.differences ?? []
  return [
    `expected a request to ${route} with ${text(body)}.`,
    `Received ${countOf(others)} to this route, none with these members.`,
    ...(nearest ? [`The nearest one, ${requestLine(nearest.entry)}, differs in:`] : []),
    ...misses.map(line),
  ].join('\n')
}

/** Tells values that look alike, such as 5 and "5", or 10 and "10.00". */
function differsInType({ wanted, given }: Mismatch): boolean {
  if (TYPES[typeof wanted] === undefined || TYPES[typeof given] === undefined) return false
  const hasNumber = typeof wanted === 'number' || typeof given === 'number'
  return (
    String(wanted) === String(given) ||
    (hasNumber && ![wanted, given].includes('') && Number(wanted) === Number(given))
  )
}

const TYPES: Readonly<Record<string, string>> = { string: 'a text', number: 'a number', boolean: 'a boolean' }

function line(one: Mismatch): string {
  const types = differsInType(one) ? `: ${TYPES[typeof one.wanted]}, and ${TYPES[typeof one.given]} came` : ''
  return `  ${one.path || 'body'}: expected ${text(one.wanted)}, received ${text(one.given)}${types}`
}

const countOf = ({ length }: readonly unknown[]): string =>
  length === 1 ? 'one request' : `${length} requests`

const distance = ({ matches, differences }: Comparison): number => differences.length - matches.length / 1000

/** The requests that did come, most often used routes first. */
function came(entries: readonly ReceivedEntry[]): string {
  const counts = new Map<string, number>()
  for (const { request } of entries) {
    const call = `${request.method} ${new URL(request.url).pathname}`
    counts.set(call, (counts.get(call) ?? 0) + 1)
  }
  const lines = [...counts].sort(([, a], [, b]) => b - a).slice(0, SHOWN_AT_MOST)
  if (lines.length === 0) return ', nor any other request'
  return `. It received:\n${lines.map(([call, count]) => `  ${call}${count > 1 ? ` (x${count})` : ''}`).join('\n')}`
}

const text = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (typeof value === 'function') return 'what the function accepts'
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'function' ? 'a function' : one))
}
