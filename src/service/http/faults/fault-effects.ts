import type { World } from '../../../engine/model/world'
import type { Outcome } from '../../../events/traffic/outcome'
import type { FaultChange, Reason } from '../../../events/traffic/reason'
import type { WireRequest, WireResponse } from '../../../events/traffic/wire-message'
import { addDuration, parseDuration } from '../../../kernel/duration'
import { formatInstant } from '../../../kernel/instant'
import { extendMaintenance, maintenanceRefusal } from '../checks/maintenance'
import { isBodiless } from '../responses/bodiless'
import { respond, respondErrors, respondText } from '../responses/respond'
import { WIRE_MESSAGES } from '../responses/wire-messages'
import type { Match } from '../routes/router'
import type { Wire } from '../wire'
import { damagedBody } from './damaged-body'
import type { StatusEffect } from './fault-options'
import type { FaultHit } from './faults'
import { driftPage } from './page-drift'

const TEXTS: Readonly<Record<number, string>> = {
  401: WIRE_MESSAGES.keyRequired.text,
  402: WIRE_MESSAGES.subscription.text,
  403: WIRE_MESSAGES.keyFailed.text,
  404: WIRE_MESSAGES.notFound.text,
  405: WIRE_MESSAGES.methodNotAllowed.text,
  429: WIRE_MESSAGES.tooManyRequests.text,
  500: WIRE_MESSAGES.internal.text,
  503: WIRE_MESSAGES.unavailable.text,
}

/** The response of a fault that replaces the service's; undefined for other faults. */
export function answerInstead(world: World, { id, effect }: FaultHit): Outcome | undefined {
  if ('status' in effect) {
    const why = `fault ${id}: status ${effect.status} instead of the service`
    return { kind: 'reply', reply: statusReply(effect, why) }
  }
  if ('networkError' in effect) {
    return { kind: 'network-error', why: `fault ${id}: network error before the service saw the request` }
  }
  if (!('maintenance' in effect)) return undefined
  if (effect.maintenance !== true) extendMaintenance(world, effect.maintenance)
  const reply = maintenanceRefusal(world)?.reply ?? statusReply({ status: 503 }, '')
  const { text = 'in maintenance for this request', ...reason } = reply.reason ?? {}
  const rule = reply.reason && { reason: reason as Reason }
  return { kind: 'reply', reply: { ...reply, ...rule, why: `fault ${id}: ${text}` } }
}

/** A request with the service's response. */
interface Answered {
  readonly request: WireRequest
  readonly match: Match
  /** The change that the fault made to the caller's account, if any. */
  readonly change: FaultChange | undefined
  readonly reply: WireResponse
}

/** The response after the fault's effect on it. The operation is already committed. */
export function answerAfter(
  { world, parked }: Wire,
  { id, effect, armedAt }: FaultHit,
  { request, match, change, reply }: Answered,
): Outcome {
  const replied = (what: string, changes: Partial<WireResponse> = {}): Outcome => ({
    kind: 'reply',
    reply: { ...reply, ...changes, why: `${reply.why}; fault ${id}: ${what}` },
  })
  const changed = ({ what, reason }: FaultChange): Outcome =>
    replied(what, reason && reply.reason && { reason: { ...reply.reason, ...reason } })
  if ('loseResponse' in effect) {
    const { status, why, reason } = reply
    const was = reason?.text === undefined ? `${status}: ${why}` : why
    return { kind: 'network-error', why: `fault ${id}: the response was lost, it was ${was}` }
  }
  const damage = damagedBody(effect, reply)
  if (damage) return replied(damage.what, { headers: { ...damage.headers }, body: damage.body })
  if ('staleRead' in effect) return replied(`answered from the world of ${formatInstant(armedAt)}`)
  if ('pageDrift' in effect) return changed(driftPage(world, effect.pageDrift, request, match, reply))
  if ('delay' in effect) {
    const due = addDuration(world.clock.now, parseDuration(effect.delay))
    const why = `${reply.why}; fault ${id}: response held back until ${formatInstant(due)}`
    return { kind: 'parked', id: parked.park(reply, due, `${request.method} ${request.url.pathname}`), why }
  }
  return change === undefined ? { kind: 'reply', reply } : changed(change)
}

/** A response defined by a fault. */
export function statusReply(effect: StatusEffect, why: string): WireResponse {
  const { status, body, headers = {} } = effect
  const retryAfter = effect.retryAfter ?? (status === 429 ? 1 : undefined)
  const reply = statusBody(status, body, why)
  if (retryAfter !== undefined) reply.headers['retry-after'] = String(retryAfter)
  for (const [name, value] of Object.entries(headers)) reply.headers[name.toLowerCase()] = value
  return reply
}

function statusBody(status: number, body: unknown, why: string): WireResponse {
  if (isBodiless(status)) return respond(status, undefined, why)
  if (typeof body === 'string') return respondText(status, body, 'text/plain;charset=UTF-8', why)
  if (body !== undefined) return respond(status, body, why)
  if (status < 400) return respond(status, {}, why)
  return respondErrors(status, { __all__: [TEXTS[status] ?? `Simulated status ${status}`] }, why)
}
