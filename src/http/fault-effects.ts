import type { World } from '../engine/world'
import { addDuration, parseDuration } from '../kernel/duration'
import { formatInstant } from '../kernel/instant'
import { isBodiless } from './bodiless'
import type { FaultEffect } from './fault-options'
import type { Strike } from './faults'
import type { Handled } from './handled'
import type { ParkedExchange, ParkedResponses } from './parked-responses'
import { respond, respondErrors, respondText } from './respond'
import type { WireResponse } from './wire'
import { WIRE_TEXTS } from './wire-texts'

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
export function answerInstead({ id, effect }: Strike): Handled | undefined {
  if ('status' in effect) return { kind: 'reply', reply: statusReply(id, effect) }
  if ('networkError' in effect) {
    return { kind: 'network-error', why: `fault ${id}: network error before the service saw the request` }
  }
  return undefined
}

/**
 * What is left of the service's reply after a fault that acts behind it; all is committed and stored by now.
 */
export function answerAfter(
  world: World,
  parked: ParkedResponses,
  { id, effect }: Strike,
  reply: WireResponse,
  /** The stored reply that stays in progress while its response is held back. */
  keptReply: string | null,
  exchange: ParkedExchange,
): Handled {
  const changed = (body: string, what: string): Handled => ({
    kind: 'reply',
    reply: { ...reply, body, why: `${reply.why}; fault ${id}: ${what}` },
  })
  if ('loseResponse' in effect) {
    const { status, why } = reply
    const told = why.startsWith(`${status}: `) ? why : `${status}: ${why}`
    return { kind: 'network-error', why: `fault ${id}: the response was lost, it was ${told}` }
  }
  if ('truncateBody' in effect) {
    return changed(reply.body.slice(0, effect.truncateBody), `body cut to ${effect.truncateBody} characters`)
  }
  if ('malformedJson' in effect) return changed(`${reply.body.slice(0, -1)},`, 'body is no longer JSON')
  if (!('delay' in effect)) return { kind: 'reply', reply }
  const due = addDuration(world.clock.now, parseDuration(effect.delay))
  return {
    kind: 'parked',
    id: parked.park(reply, due, keptReply, exchange),
    why: `${reply.why}; fault ${id}: response held back until ${formatInstant(due)}`,
  }
}

function statusReply(id: number, effect: Extract<FaultEffect, { status: number }>): WireResponse {
  const { status, body, headers = {} } = effect
  const retryAfter = effect.retryAfter ?? (status === 429 ? 1 : undefined)
  const reply = statusBody(status, body, `fault ${id}: status ${status} instead of the service`)
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
