import { jsonOf } from '../../../engine/model/json-text'
import type { Reason } from '../../../events/traffic/reason'
import type { Further } from '../../../events/traffic/reason-text'
import type { WireHeaders, WireResponse } from '../../../events/traffic/wire-message'

/** What stands behind a response, for the traffic. */
interface Grounds {
  readonly reason?: Reason | undefined
  readonly further?: Further | undefined
}

const UNTOLD: Grounds = {}

/** A JSON response. With an undefined body the response is empty. */
export function respond(
  status: number,
  body: unknown,
  why: string,
  grounds: Grounds & { readonly headers?: WireHeaders | undefined } = {},
): WireResponse {
  const { headers, reason, further } = grounds
  if (body === undefined) return { status, headers: { ...headers }, body: '', why, reason, further }
  const reply = respondText(status, jsonOf(body), 'application/json', why, grounds)
  if (headers) Object.assign(reply.headers, headers)
  return reply
}

export function respondText(
  status: number,
  body: string,
  contentType: string,
  why: string,
  { reason, further }: Grounds = UNTOLD,
): WireResponse {
  return { status, headers: { 'content-type': contentType }, body, why, reason, further }
}

/** The service's error body (§7.3). */
export function respondErrors(
  status: number,
  errors: Readonly<Record<string, readonly string[]>>,
  why: string,
  grounds: Grounds = UNTOLD,
): WireResponse {
  return respondText(status, JSON.stringify({ success: false, errors }), 'application/json', why, grounds)
}
