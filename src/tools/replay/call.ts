import { UUID } from '../../kernel/uuid'
import { COLLECTIONS } from './collections'
import { type ParseBudget, parsedBody } from './read-recording'
import type { RecordedDelivery, RecordedExchange, RecordedResponse } from './recorded-exchange'

/** A recorded exchange with the service, parsed for the replay. */
export interface Call {
  /** Its index among the exchanges with the service. */
  readonly index: number
  /** The service's time in milliseconds since 1970. */
  readonly at: number
  readonly method: string
  /** The path from `/public/` on. */
  readonly pathname: string
  readonly query: URLSearchParams
  /** The path of the collection below the version; empty if there is none. */
  readonly collection: string
  /** The collection of the records in bodies: `contracts/usage` below one contract, else the path's. */
  readonly bodyCollection: string
  /** The identifier in the path as text. */
  readonly identifier: string | undefined
  readonly isWrite: boolean
  /** True if the service sent it to a webhook receiver. */
  readonly isDelivery: boolean
  /** The event of a delivery, if its body names one. */
  readonly delivery?: RecordedDelivery
  /** A label in place of the API key; empty if the recording has no key. */
  readonly keyLabel: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: string | null
  /** True if the recording contains the body. */
  readonly isHeld: boolean
  /** The parsed body, if it is a JSON object or array. */
  readonly json: unknown
  readonly answer: RecordedResponse & { readonly json: unknown }
}

const IDENTIFIER = new RegExp(`^(\\d+|${UUID})$`, 'i')

/** @throws RecordingError for a body that is nested too deeply or too large to parse */
export function callOf(
  { at, request, response }: RecordedExchange,
  isDelivery: boolean,
  index: number,
  pathname: string,
  allowance: ParseBudget,
): Call {
  const { collection, rest } = isDelivery ? NOWHERE : resourceOf(pathname)
  const [first = '', part] = rest
  const identifier = IDENTIFIER.test(first) ? first : undefined
  const place = `#${index + 1} ${request.method} ${pathname}`
  return {
    index,
    at,
    method: request.method,
    pathname,
    query: request.url.searchParams,
    collection,
    bodyCollection: identifier !== undefined && part !== undefined ? `${collection}/${part}` : collection,
    identifier,
    isDelivery,
    isWrite: !isDelivery && request.method !== 'GET' && request.method !== 'HEAD',
    keyLabel: request.headers.get('x-api-key') ?? '',
    headers: request.headers,
    body: request.body,
    isHeld: request.isHeld,
    json: request.body === null ? undefined : parsedBody(request.body, allowance, place),
    answer: { ...response, json: parsedBody(response.body, allowance, place) },
  }
}

const NOWHERE = { collection: '', rest: [] }

/** The longest collection path at the start of this path, and the segments after it. */
function resourceOf(pathname: string): { collection: string; rest: readonly string[] } {
  const [, , ...segments] = pathname.split('/').filter((segment) => segment !== '')
  for (const length of [2, 1]) {
    const collection = segments.slice(0, length).join('/')
    if (COLLECTIONS.has(collection)) return { collection, rest: segments.slice(length) }
  }
  return { collection: '', rest: segments }
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** `GET /public/v1/invoices/{}/` */
export const callRoute = ({ method, pathname, identifier }: Call): string =>
  `${method} ${identifier === undefined ? pathname : pathname.replace(`/${identifier}`, '/{}')}`

/** `POST /public/v1/invoices/?x=1` */
export const callText = ({ method, pathname, query, isDelivery, delivery }: Call): string =>
  isDelivery
    ? `delivery ${delivery?.topic ?? 'to a webhook'}`
    : `${method} ${pathname}${query.size > 0 ? `?${query}` : ''}`
