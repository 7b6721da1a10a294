const PREFIX = '#accounting-simulator:'

export interface MarkedRequest {
  readonly story: string
  /** Its number among the requests of the page. */
  readonly number: number
  /** The address that was asked for. */
  readonly url: string
}

/** Hosts of these names are nowhere (RFC 2606). */
export const NOWHERE = /^https:\/\/[^/]+\.invalid(:\d+)?\//i

/**
 * The address at which a request of a story is sent: that of the service, but at a host that is nowhere. So nobody gets
 * a request that msw's worker lets pass. The fragment, which no network sees, tells the rest.
 */
export function markedAddress(url: URL, story: string, number: number): string {
  const sent = new URL(url)
  const told = [story, number, url.origin]
  sent.protocol = 'https:'
  // The host of an address of IPv6 stands in brackets.
  sent.hostname = `${url.hostname.replace(/[[\]:]/g, '-')}.invalid`
  sent.hash = PREFIX + encodeURIComponent(JSON.stringify(told))
  return sent.href
}

/** Undefined for a request that no page of a story sent by fetch or XMLHttpRequest. */
export function storyMarkOf(address: string): MarkedRequest | undefined {
  const { hash, pathname, search } = new URL(address)
  if (!hash.startsWith(PREFIX)) return undefined
  const [story, number, origin] = JSON.parse(decodeURIComponent(hash.slice(PREFIX.length)))
  return { story, number, url: `${origin}${pathname}${search}` }
}

/** Tells whether both stories are of one page, whose name stands before their numbers. */
export const areOfOnePage = (one: string, other: string): boolean => one.split(' ')[0] === other.split(' ')[0]
