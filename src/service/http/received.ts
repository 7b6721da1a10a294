import type { World } from '../../engine/model/world'
import { text } from '../../errors/reader'
import type { PlainRequest } from '../../events/traffic/plain-request'
import type { TrafficEntry } from '../../events/traffic/traffic-entry'
import { compare } from '../../kernel/partial-match'
import { checkPattern } from './faults/check-pattern'
import { matchesPattern } from './faults/fault-pattern'
import type { Router } from './routes/router'

/** A request with its parsed body. */
export interface ReceivedEntry extends TrafficEntry {
  /** The request, with its parsed body. */
  readonly request: PlainRequest & {
    /** The value of a JSON body; undefined for another body and for none. */
    readonly json: unknown
  }
}

/**
 * The requests to a route whose bodies have at least the wanted members.
 * @throws OptionError for a route that no operation has
 */
export function receivedBy(
  { assumptions }: World,
  routes: Router,
  entries: Iterable<TrafficEntry>,
  route: string,
  body?: object,
): ReceivedEntry[] {
  text(route, 'route')
  checkPattern({ routes }, route, assumptions.readUnnoted('trailing-slash') === 'accept', 'route')
  const found: ReceivedEntry[] = []
  for (const entry of entries) {
    const { request } = entry
    if (!matchesPattern(route, request.method, new URL(request.url).pathname)) continue
    const json = jsonOfBody(request.body)
    if (body === undefined || compare(body, json).differences.length === 0)
      found.push({ ...entry, request: { ...request, json } })
  }
  return found
}

function jsonOfBody(body: string | null): unknown {
  if (body === null) return undefined
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}
