import { jsonTextOf } from '../../../engine/model/json-text'
import type { LazyWarnings } from '../../../events/traffic/reason-text'
import type { Reason, WireHeaders, WireResponse } from '../../../events/traffic/wire-message'

/** The reason behind a response, for the traffic. */
interface Explanation {
  readonly reason?: Reason | undefined
  readonly further?: LazyWarnings | undefined
}

const UNEXPLAINED: Explanation = {}

/** A JSON response. With an undefined body the response is empty. */
export function respond(
  status: number,
  body: unknown,
  why: string,
  explanation: Explanation & { readonly headers?: WireHeaders | undefined } = {},
): WireResponse {
  const { headers, reason, further } = explanation
  if (body === undefined) return { status, headers: { ...headers }, body: '', why, reason, further }
  const reply = respondText(status, jsonTextOf(body), 'application/json', why, explanation)
  if (headers) Object.assign(reply.headers, headers)
  return reply
}

export function respondText(
  status: number,
  body: string,
  contentType: string,
  why: string,
  { reason, further }: Explanation = UNEXPLAINED,
): WireResponse {
  return { status, headers: { 'content-type': contentType }, body, why, reason, further }
}

/** The service's error body (§7.3). */
export function respondErrors(
  status: number,
  errors: Readonly<Record<string, readonly string[]>>,
  why: string,
  explanation: Explanation = UNEXPLAINED,
): WireResponse {
  return respondText(status, JSON.stringify({ success: false, errors }), 'application/json', why, explanation)
}
