import type { ReceivedEntry, Simulator } from '../../index'
import { type Comparison, compare, type Mismatch } from '../../kernel/partial-match'
import { internalsOf, type PARTS } from '../../simulator/internals-of'
import { requestLine } from '../calls'
import { wrongReceiver } from './received'
import { type Verdict, warnOfMatcher } from './verdict'

/** A simulator whose requests can be searched by route and members of the body. */
interface Receiver {
  received(route: string, body?: object): readonly ReceivedEntry[]
  /** Internal parts, which a simulator of another version may lack. */
  readonly [PARTS]?: Partial<Pick<Simulator[typeof PARTS], 'misspeltBody'>>
}

const isReceiver = (value: unknown): value is Receiver =>
  typeof (value as { received?: unknown } | null)?.received === 'function'

const SHOWN_AT_MOST = 3

/** Passes if a request to the route had these members. With `not`, a type mismatch causes a warning. */
export function hasReceived(simulator: unknown, route: string, body?: object, isNegated = false): Verdict {
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

/** Warns of a misspelt member, with which `not` would always pass. */
function warnOfMisspelt(receiver: Receiver, route: string, body: object): void {
  const slip = internalsOf(receiver)?.misspeltBody?.(route, body)
  if (slip !== undefined)
    warnOfMatcher(`not.toHaveReceived of ${route}: ${slip}. If it is meant, give a function as the value`)
}

const unwanted = (route: string, found: readonly ReceivedEntry[], body: object | undefined): string =>
  [
    `expected no such request to ${route}, but received:`,
    ...found.map((entry) => `  ${requestLine(entry)}${body ? matched(body, entry.request.json) : ''}`),
  ].join('\n')

/** The members by which the request was found. */
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

/** True for values that look alike but differ in type, such as 5 and "5", or 10 and "10.00". */
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

/** The other requests received, by the most used routes. */
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
