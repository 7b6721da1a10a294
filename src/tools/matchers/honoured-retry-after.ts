import type { TrafficEntry } from '../../index'
import { callContent, callerOf, requestLine, routeOf } from '../calls'
import { endOfWait } from '../end-of-wait'
import { remedyOfStanding } from '../ending/retry-after'
import { isSimulator, trafficOf } from './received'
import { type Verdict, verdict, warnOfNothing } from './verdict'

/**
 * Passes if no key repeats a route before the time in `Retry-After` is over.
 *
 * At the instant of the refusal only a repetition of the same request counts, because others may have been in
 * flight.
 */
export function honouredRetryAfter(received: unknown): Verdict {
  const traffic = trafficOf(received)
  const offences = new Map<TrafficEntry, string>()
  let standing: string | undefined
  if (traffic.every((entry) => endOfWait(entry) === undefined))
    warnOfNothing('toHaveHonouredRetryAfter', 'no response had a Retry-After')
  for (const [position, refusal] of traffic.entries()) {
    const end = endOfWait(refusal)
    if (end === undefined) continue
    for (const later of tooEarly(traffic, position, end)) {
      if (!offences.has(later))
        offences.set(later, `${requestLine(later)} came before ${wanted(refusal, end)}`)
      standing ??= standingText(received, refusal, later)
    }
  }
  return verdict('no request before the end of a Retry-After', 'a request before the end of a Retry-After', [
    ...offences.values(),
    ...(standing === undefined ? [] : [standing]),
  ])
}

/** Undefined for bare traffic, because only a simulator knows how its clock moves. */
function standingText(received: unknown, refusal: TrafficEntry, later: TrafficEntry): string | undefined {
  if (!isSimulator(received)) return undefined
  const remedy = remedyOfStanding(received, refusal, later)
  return remedy && `the clock stood still between #${refusal.sequence} and #${later.sequence}. ${remedy}`
}

function* tooEarly(traffic: readonly TrafficEntry[], position: number, end: number): Iterable<TrafficEntry> {
  const refusal = traffic[position] as TrafficEntry
  let latest = refusal.at
  for (const later of traffic.slice(position + 1)) {
    // Time that goes backwards means a rewind: later entries belong to another timeline.
    if (later.at < latest || Date.parse(later.at) >= end) return
    latest = later.at
    if (callerOf(later) !== callerOf(refusal) || routeOf(later) !== routeOf(refusal)) continue
    if (later.at > refusal.at || callContent(later) === callContent(refusal)) yield later
  }
}

const wanted = ({ sequence, response }: TrafficEntry, end: number): string =>
  `${new Date(end).toISOString()}, the end of the Retry-After of #${sequence} (${response?.status})`
