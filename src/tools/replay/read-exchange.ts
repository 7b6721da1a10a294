import { shown } from '../../errors/option-error'
import { parseInstant } from '../../kernel/instant'
import type { Exchange, RecordedRequest, RecordedResponse } from './exchange'
import { RecordingError } from './recording-error'

/** The header of a delivery that names the webhook; the product's name stands before it. */
export const UUID_HEADER = /-webhook-uuid$/i

export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The member of a value that is an object and has it itself; never one that it inherits. */
export const member = (value: unknown, name: string): unknown =>
  isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined

/**
 * Reads `{ at, request, response }`.
 * @throws RecordingError naming the member that is wrong
 */
export function readExchange(value: unknown, place: string): Exchange {
  if (!isMembers(value))
    throw new RecordingError(
      place,
      `an exchange must be an object with at, request and response, not ${shown(value)}`,
    )
  const at = readTime(member(value, 'at'), place, 'at')
  const request = readRequest(member(value, 'request'), place)
  const response = member(value, 'response') ?? null
  return { at, request, response: response === null ? NO_RESPONSE : readResponse(response, place) }
}

export const NO_RESPONSE: RecordedResponse = { status: 0, headers: new Map(), body: '' }

/** @throws RecordingError unless the value is an ISO 8601 date-time */
export function readTime(value: unknown, place: string, name: string): number {
  const ms = typeof value === 'string' ? parseInstant(value) : undefined
  if (ms === undefined)
    throw new RecordingError(
      place,
      `${name} must be a date-time such as 2026-01-15T09:00:00Z, not ${shown(value)}`,
    )
  return ms
}

/** The attempts of `simulator.webhooks` name none. */
const methodOf = (request: unknown): string | undefined =>
  Object.keys(member(request, 'headers') ?? {}).some((name) => UUID_HEADER.test(name)) ? 'POST' : undefined

function readRequest(value: unknown, place: string): RecordedRequest {
  return {
    method: readMethod(member(value, 'method') ?? methodOf(value), place),
    url: readUrl(member(value, 'url'), place),
    headers: readHeaders(member(value, 'headers'), place),
    body: readBody(member(value, 'body'), place, 'request'),
  }
}

function readResponse(value: unknown, place: string): RecordedResponse {
  return {
    status: readStatus(member(value, 'status'), place),
    headers: readHeaders(member(value, 'headers'), place),
    body: readBody(member(value, 'body'), place, 'response') ?? '',
  }
}

export function readMethod(value: unknown, place: string): string {
  if (typeof value !== 'string' || !/^[A-Za-z]{1,20}$/.test(value))
    throw new RecordingError(place, `request.method must be a word such as GET, not ${shown(value)}`)
  return value.toUpperCase()
}

export function readUrl(value: unknown, place: string): URL {
  try {
    return new URL(value as string)
  } catch {
    throw new RecordingError(
      place,
      `request.url must be a whole URL such as https://api.example/public/v1/invoices/, not ${shown(value)}`,
    )
  }
}

export function readStatus(value: unknown, place: string): number {
  if (!Number.isInteger(value) || (value as number) < 100 || (value as number) > 599)
    throw new RecordingError(
      place,
      `response.status must be a whole number from 100 to 599, not ${shown(value)}`,
    )
  return value as number
}

/** An object of texts, or a list of `{ name, value }` as in a HAR. */
export function readHeaders(value: unknown, place: string): Map<string, string> {
  if (value === undefined || value === null) return new Map()
  if (typeof value !== 'object')
    throw new RecordingError(place, `headers must be an object of texts, not ${shown(value)}`)
  const pairs = Array.isArray(value)
    ? value.map((one) => [member(one, 'name'), member(one, 'value')] as const)
    : Object.entries(value)
  const headers = new Map<string, string>()
  for (const [name, text] of pairs) {
    if (typeof name !== 'string' || typeof text !== 'string')
      throw new RecordingError(place, 'every header must have a name and a text')
    headers.set(name.toLowerCase(), text)
  }
  return headers
}

/** Text as it was sent; an object or a list is what was parsed of JSON. */
function readBody(value: unknown, place: string, side: string): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  if (typeof value === 'object') return JSON.stringify(value)
  throw new RecordingError(place, `${side}.body must be a text, an object or null, not ${shown(value)}`)
}
