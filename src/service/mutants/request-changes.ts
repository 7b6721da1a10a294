import { requestUrl } from '../../events/traffic/request-url'
import type { WireRequest } from '../../events/traffic/wire-message'
import { isUuid } from '../../kernel/uuid'
import type { MutantTarget } from './mutant-kind'

const KEY = 'idempotency-key'

export const requestKeyOf = ({ headers }: WireRequest): string | undefined => headers[KEY]

export function withoutHeader(asked: WireRequest, name: string): WireRequest {
  const { [name]: _, ...headers } = asked.headers
  return { ...asked, headers }
}

/** The longest key that the service accepts. */
const LONGEST = 255

/** The request with a different key for each number. Unchanged without a key, or for 0. */
export function anotherKey(asked: WireRequest, number: number): WireRequest {
  const key = requestKeyOf(asked)
  if (key === undefined || number === 0) return asked
  // The service may accept UUIDs only.
  const digit = ((Number.parseInt(key.slice(-1), 16) + number) % 16).toString(16)
  const suffix = `-${number}`
  const changed = isUuid(key) ? key.slice(0, -1) + digit : key.slice(0, LONGEST - suffix.length) + suffix
  return { ...asked, headers: { ...asked.headers, [KEY]: changed } }
}

/** Parameters that select a page or an order, not records. */
const PAGES: ReadonlySet<string> = new Set(['limit', 'offset', 'ordering'])

/** The names of a list's filters, without duplicates. */
export function parametersOf({ method, url }: WireRequest): MutantTarget[] {
  if (method !== 'GET') return []
  const names = new Set([...url.searchParams.keys()].filter((name) => !PAGES.has(name)))
  return [...names].map((member) => ({ member }))
}

export function withoutParameter(asked: WireRequest, name: string): WireRequest[] | undefined {
  const { searchParams } = asked.url
  if (!searchParams.has(name)) return []
  return searchParams.getAll(name).every((value) => value === '') ? undefined : [without(asked, name)]
}

/** Undefined for the first page, which needs no change. */
export const firstPage = (asked: WireRequest): WireRequest[] | undefined => {
  const { searchParams } = asked.url
  return Number(searchParams.get('offset') ?? 0) === 0 ? undefined : [without(asked, 'offset')]
}

function without(asked: WireRequest, name: string): WireRequest {
  const url = new URL(asked.url.href)
  url.searchParams.delete(name)
  return { ...asked, url: requestUrl(url.href) }
}
