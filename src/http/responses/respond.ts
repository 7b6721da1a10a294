import { jsonOf } from '../../engine/model/json-text'
import type { Reason } from '../traffic/reason'
import type { WireHeaders, WireResponse } from '../wire-message'

/** A JSON response. With an undefined body the response is empty. */
export function respond(
  status: number,
  body: unknown,
  why: string,
  { headers, reason }: { readonly headers?: WireHeaders | undefined; readonly reason?: Reason } = {},
): WireResponse {
  if (body === undefined) return { status, headers: { ...headers }, body: '', why, reason }
  const reply = respondText(status, jsonOf(body), 'application/json', why, reason)
  if (headers) Object.assign(reply.headers, headers)
  return reply
}

export function respondText(
  status: number,
  body: string,
  contentType: string,
  why: string,
  reason?: Reason,
): WireResponse {
  return { status, headers: { 'content-type': contentType }, body, why, reason }
}

/** The service's error body (docs/service.md §7.3). */
export function respondErrors(
  status: number,
  errors: Readonly<Record<string, readonly string[]>>,
  why: string,
  reason?: Reason,
): WireResponse {
  return respondText(status, JSON.stringify({ success: false, errors }), 'application/json', why, reason)
}
