import type { WireHeaders, WireResponse } from '../wire-message'

/** A JSON response. With an undefined body the response is empty. */
export function respond(status: number, body: unknown, why: string, headers?: WireHeaders): WireResponse {
  if (body === undefined) return { status, headers: { ...headers }, body: '', why }
  const reply = respondText(status, JSON.stringify(body), 'application/json', why)
  return headers ? { ...reply, headers: { ...reply.headers, ...headers } } : reply
}

export function respondText(status: number, body: string, contentType: string, why: string): WireResponse {
  return { status, headers: { 'content-type': contentType }, body, why }
}

/** The service's error body (docs/service.md §7.3). */
export function respondErrors(
  status: number,
  errors: Readonly<Record<string, readonly string[]>>,
  why: string,
): WireResponse {
  return respond(status, { success: false, errors }, why)
}
