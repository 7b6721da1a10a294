import { expanded, hasOlder } from '../service/webhooks/public-url'
import { HostAnswer, keepNewest, overQuota, type Quotas, TokenBucket } from './quotas'
import type { Addressed } from './route'

/** The client of a request, and the sandbox that the request names. */
export interface Client extends Addressed {
  /** The client's IP address; undefined if it is not known. */
  readonly address?: string
}

interface Trying {
  readonly client: Client
  readonly tries?: AttemptLimiter
  readonly quotas: Quotas
  now(): number
}

/** Refuses a client that has tried too many wrong tokens, keys or ids. Known teams and sandboxes pass. */
export function overTries({ tries, client, quotas, now }: Trying, subject = ''): Response | undefined {
  const wait = client.address === undefined ? undefined : tries?.wait(client.address, subject, now())
  if (wait === undefined) return undefined
  const error = `this address has sent ${quotas.triesPerMinute} wrong tokens, keys or ids within a minute`
  return overQuota(429, 'triesPerMinute', error, wait)
}

/** Counts a try with a token, a key or an id. A sandbox that refuses the key does not count as success. */
export function noteTry(
  { tries, client: { address }, now }: Trying,
  subject: string | undefined,
  response: Response,
): void {
  if (!tries || address === undefined) return
  const { status } = response
  const isOfHost = response instanceof HostAnswer
  if (isOfHost && (status === 401 || status === 404)) tries.failed(address, now())
  else if (subject !== undefined && (isOfHost ? status !== 429 : !REFUSED.has(status)))
    tries.succeeded(address, subject)
}

/** The service's statuses for a missing or unknown key and for a missing permission. */
const REFUSED: ReadonlySet<number> = new Set([401, 403])

const ADDRESSES_AT_MOST = 10_000
const SUBJECTS_AT_MOST = 1000

/** Groups addresses: an IPv6 client owns a /64 network, and an IPv4-mapped address is its IPv4 address. */
function placeOf(address: string): string {
  const [plain = ''] = address.split('%')
  const words = expanded(plain.includes(':') ? plain : `::ffff:${plain}`)
  if (words.length !== 8 || words.some(Number.isNaN)) return address
  return (hasOlder(words) ? words.slice(6) : words.slice(0, 4)).join(':')
}

interface Address {
  readonly failures: TokenBucket
  /** Teams and sandboxes to which the address had access. */
  readonly known: Set<string>
}

/**
 * Counts wrong tokens, keys and ids of each address. After too many, the address is refused all but the teams
 * and sandboxes that it had access to, so that one old token does not lock out others behind the address.
 */
export class AttemptLimiter {
  readonly #addresses = new Map<string, Address>()

  constructor(private readonly perMinute: number) {}

  /** Seconds until the address may try again; undefined if it may try now. */
  wait(address: string, what: string, now: number): number | undefined {
    const own = this.#addresses.get(placeOf(address))
    if (!own || own.known.has(what) || own.failures.has(now)) return undefined
    // Moves the address to the newest, so that an address that goes on trying is not forgotten.
    return this.#of(address).failures.wait
  }

  failed(address: string, now: number): void {
    this.#of(address).failures.take(now)
  }

  succeeded(address: string, what: string): void {
    const { known } = this.#of(address)
    known.delete(what)
    keepNewest(known.add(what), SUBJECTS_AT_MOST)
  }

  /** Returns the entry of an address and makes it the newest. */
  #of(address: string): Address {
    const place = placeOf(address)
    const failures = () => new TokenBucket(this.perMinute, this.perMinute / 60)
    const own = this.#addresses.get(place) ?? { failures: failures(), known: new Set<string>() }
    this.#addresses.delete(place)
    keepNewest(this.#addresses.set(place, own), ADDRESSES_AT_MOST)
    return own
  }
}
