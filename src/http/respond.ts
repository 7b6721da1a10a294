import type { WireResponse } from './wire'

/** A JSON answer; an undefined body sends none. */
export function respond(status: number, body: unknown, why: string): WireResponse {
  if (body === undefined) return { status, headers: {}, body: '', why }
  return respondText(status, JSON.stringify(body), 'application/json', why)
}

export function respondText(status: number, body: string, contentType: string, why: string): WireResponse {
  return { status, headers: { 'content-type': contentType }, body, why }
}

/** The one error body of the service (docs/service.md §7.3). */
export function respondErrors(
  status: number,
  errors: Readonly<Record<string, readonly string[]>>,
  why: string,
): WireResponse {
  return respond(status, { success: false, errors }, why)
}
