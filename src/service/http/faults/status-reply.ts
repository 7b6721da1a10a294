import type { WireResponse } from '../../../events/traffic/wire-message'
import { isBodiless } from '../responses/bodiless'
import { respond, respondErrors, respondText } from '../responses/respond'
import { WIRE_MESSAGES } from '../responses/wire-refusal'

/** A response that replaces the real one. */
export interface StatusEffect {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** A string is sent as it is, other values as JSON. @default the service's error body */
  readonly body?: unknown
  /** Seconds for the `Retry-After` header. @default 1 with status 429, else no header */
  readonly retryAfter?: number
}

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
