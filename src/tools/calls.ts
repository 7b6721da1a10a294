import type { RecordName, TrafficEntry } from '../index'
import { jsonOrText } from '../kernel/decoded-text'
import { UUID } from '../kernel/uuid'
import { RECORD_PATHS } from './record-paths'

export function requestLine({ sequence, at, request, response, unseen }: TrafficEntry): string {
  const { pathname, search } = new URL(request.url)
  const lost = unseen ? `no response; the service answered ${unseen.status}` : 'no response'
  return `#${sequence} at ${at}: ${request.method} ${pathname}${search} (${response?.status ?? lost})`
}

const IDENTIFIER = new RegExp(`/(\\d+|${UUID})(?=/|$)`, 'gi')

/** 'PUT /public/v1/invoices/{}/', which the pattern of a fault matches. */
export const operationPattern = (method: string, pathname: string): string =>
  `${method} ${pathname.replace(IDENTIFIER, '/{}')}`

export const routeOf = ({ request }: TrafficEntry): string =>
  operationPattern(request.method, new URL(request.url).pathname)

/** 'recurringInvoices' and '7/' for '/public/v1/recurring/invoices/7/'; undefined for what holds no records. */
export function recordsAt(
  pathname: string,
): { readonly records: RecordName; readonly rest: string } | undefined {
  const below = pathname.replace(/^\/public\/v[^/]+\//, '')
  const row = RECORD_PATHS.find(([path]) => `${below}/`.startsWith(`${path}/`))
  return row && { records: row[2], rest: below.slice(row[0].length + 1) }
}

export const callerOf = ({ request }: TrafficEntry): string => request.headers['x-api-key'] ?? ''

export const idempotencyKeyOf = ({ request }: TrafficEntry): string | undefined =>
  request.headers['idempotency-key']

/** Equal for requests with the same content, also of other callers. JSON is compared by value. */
export const requestContent = ({ request: { method, url, body } }: TrafficEntry): string =>
  JSON.stringify([method, url, body === null ? null : canonical(jsonOrText(body))])

/** Equal for requests of one caller with the same content. */
export const callContent = (entry: TrafficEntry): string => `${callerOf(entry)} ${requestContent(entry)}`

/** A copy with the members of every object in sorted order. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]))
}
