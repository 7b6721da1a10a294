import type { World } from '../../engine/model/context'
import { OptionError } from '../../errors/option-error'
import { below, form, orUndefined, text } from '../../errors/reader'
import { synchronous } from '../../errors/synchronous'
import type { PlainRequest } from '../../events/traffic/plain-request'
import type { TrafficEntry } from '../../events/traffic/traffic-entry'
import { parseJson } from '../../kernel/decoded-text'
import { isPlainObject } from '../../kernel/is-object'
import { mapValues } from '../../kernel/map-values'
import { compare, isAsymmetric } from '../../kernel/partial-match'
import { checkPattern, reachedBy } from './faults/check-pattern'
import { matchesPattern, readPattern } from './faults/fault-pattern'
import { acceptsNoSlash, type Route, type Router } from './routes/route'
import { misspeltMembers } from './unknown-names'

export interface ReceivedEntry extends TrafficEntry {
  /** The request, with its parsed body. */
  readonly request: PlainRequest & {
    /** The value of a JSON body; undefined for another body and for none. */
    readonly json: unknown
  }
}

/**
 * The requests to a route whose bodies have at least the wanted members.
 * @throws OptionError for a route that no operation has, and for a misspelt member that no request had
 */
export function receivedBy(
  world: World,
  routes: Router,
  entries: Iterable<TrafficEntry>,
  route: string,
  body?: object,
): ReceivedEntry[] {
  text(route, 'route')
  const withoutSlash = acceptsNoSlash(world)
  checkPattern({ routes }, route, withoutSlash, 'route')
  orUndefined(wantedBody)(body, 'body')
  const wanted = atOnce('body', body)
  const found: ReceivedEntry[] = []
  const bodies: string[] = []
  for (const entry of entries) {
    const { request } = entry
    if (!matchesPattern(route, request.method, new URL(request.url).pathname)) continue
    const json = parseJson(request.body ?? '')
    bodies.push(request.body ?? '')
    if (body === undefined || compare(wanted, json).differences.length === 0)
      found.push({ ...entry, request: { ...request, json } })
  }
  const pattern = readPattern(route)
  if (found.length === 0 && pattern) refuseMisspelt(reachedBy(routes, pattern, withoutSlash), body, bodies)
  return found
}

const wantedBody = form<object>(
  'an object or a list of members, or a function',
  (given) =>
    isPlainObject(given) || Array.isArray(given) || typeof given === 'function' || isAsymmetric(given),
)

/** Wraps the functions in the wanted body so that none returns a promise, which would match every request. */
function atOnce(place: string, wanted: unknown, around: readonly unknown[] = []): unknown {
  if (around.includes(wanted)) return wanted
  const within = [...around, wanted]
  if (typeof wanted === 'function') return synchronous(place, wanted as (value: unknown) => unknown)
  if (Array.isArray(wanted)) return wanted.map((one, index) => atOnce(`${place}[${index}]`, one, within))
  if (!isPlainObject(wanted) || isAsymmetric(wanted)) return wanted
  return mapValues(wanted, (one, name) => atOnce(below(place, name), one, within))
}

/** Refuses a misspelt member, which never matches. An unlike name may be one that a client must not send. */
function refuseMisspelt(reached: readonly Route[], body: unknown, received: readonly string[]): void {
  if (!isPlainObject(body)) return
  const wanted = plainPartsOf(body)
  const misspelt = reached
    .filter(({ takes }) => takes === 'json')
    .map((one) => misspeltMembers(one, wanted)[0])
  const [first] = misspelt
  if (first?.meant === undefined || misspelt.includes(undefined)) return
  const { place, meant } = first
  const name = JSON.stringify(place.split('.').at(-1))
  if (received.some((sent) => sent.includes(name))) return
  throw new OptionError(
    `body.${place}`,
    `body: no member "${place}", perhaps ${meant}, and no request had it`,
  )
}

/** The wanted body without matchers and functions, whose members are not names of fields. */
function plainPartsOf(wanted: Readonly<Record<string, unknown>>): object {
  const partOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(partOf)
    return isPlainObject(value) && !isAsymmetric(value) ? plainPartsOf(value) : null
  }
  return mapValues(wanted, partOf)
}
