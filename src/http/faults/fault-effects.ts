import type { World } from '../../engine/model/world'
import { addDuration, parseDuration } from '../../kernel/duration'
import { formatInstant } from '../../kernel/instant'
import { isBodiless } from '../bodiless'
import type { Handled } from '../handled'
import { maintenanceReply, startMaintenance } from '../maintenance'
import type { ParkedExchange, ParkedResponses } from '../parked-responses'
import { respond, respondErrors, respondText } from '../respond'
import type { Match } from '../routes/routes'
import type { WireRequest, WireResponse } from '../wire'
import { WIRE_TEXTS } from '../wire-texts'
import { damagedBody } from './damaged-body'
import type { StatusEffect } from './fault-options'
import type { Strike } from './faults'
import { driftPage } from './page-drift'

const TEXTS: Readonly<Record<number, string>> = {
  401: WIRE_TEXTS.keyRequired,
  402: WIRE_TEXTS.subscription,
  403: WIRE_TEXTS.keyFailed,
  404: WIRE_TEXTS.notFound,
  405: WIRE_TEXTS.methodNotAllowed,
  429: WIRE_TEXTS.tooManyRequests,
  500: WIRE_TEXTS.internal,
  503: WIRE_TEXTS.unavailable,
}

/** What a fault answers in the service's place, if it is one of those that act before it. */
export function answerInstead(world: World, { id, effect }: Strike): Handled | undefined {
  if ('status' in effect) {
    const why = `fault ${id}: status ${effect.status} instead of the service`
    return { kind: 'reply', reply: statusReply(effect, why) }
  }
  if ('networkError' in effect) {
    return { kind: 'network-error', why: `fault ${id}: network error before the service saw the request` }
  }
  if (!('maintenance' in effect)) return undefined
  if (effect.maintenance !== true) startMaintenance(world, effect.maintenance)
  const reply =
    maintenanceReply(world) ?? statusReply({ status: 503 }, '503: in maintenance for this request')
  return { kind: 'reply', reply: { ...reply, why: `fault ${id}: ${reply.why.slice('503: '.length)}` } }
}

/** A request on its way through the pipeline, as far as faults behind the service need it. */
export interface Passage {
  readonly request: WireRequest
  readonly match: Match
  /** What was done to the caller's account before. */
  readonly change: string | undefined
  /** The stored reply that stays in progress while its response is held back. */
  readonly keptReply: string | null
  readonly exchange: ParkedExchange
}

/**
 * What is left of the service's reply after a fault that acts behind it; all is committed and stored by now.
 */
export function answerAfter(
  world: World,
  parked: ParkedResponses,
  strike: Strike,
  reply: WireResponse,
  { request, match, change, keptReply, exchange }: Passage,
): Handled {
  const { id, effect } = strike
  const told = (what: string, changes: Partial<WireResponse> = {}): Handled => ({
    kind: 'reply',
    reply: { ...reply, ...changes, why: `${reply.why}; fault ${id}: ${what}` },
  })
  if ('loseResponse' in effect) {
    const { status, why } = reply
    const was = why.startsWith(`${status}: `) ? why : `${status}: ${why}`
    return { kind: 'network-error', why: `fault ${id}: the response was lost, it was ${was}` }
  }
  const damage = damagedBody(effect, reply)
  if (damage) return told(damage.what, { headers: { ...damage.headers }, body: damage.body })
  if ('staleRead' in effect) return told(`answered from the world of ${formatInstant(strike.armedAt)}`)
  if ('pageDrift' in effect) return told(driftPage(world, effect.pageDrift, request, match, reply))
  if ('delay' in effect) {
    const due = addDuration(world.clock.now, parseDuration(effect.delay))
    return {
      kind: 'parked',
      id: parked.park(reply, due, keptReply, exchange),
      why: `${reply.why}; fault ${id}: response held back until ${formatInstant(due)}`,
    }
  }
  return change === undefined ? { kind: 'reply', reply } : told(change)
}

/** An answer made up by a fault. */
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
