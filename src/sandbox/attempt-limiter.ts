import { expanded, hasOlder } from '../service/webhooks/public-url'
import { HostAnswer, keepNewest, overQuota, type Quotas, TokenBucket } from './quotas'
import type { Addressed } from './route'

/** A client of a deployment, and what it asks for. */
export interface Client extends Addressed {
  /** Its own; undefined where it is not known. */
  readonly address?: string
}

interface Trying {
  readonly client: Client
  readonly tries?: AttemptLimiter
  readonly quotas: Quotas
  now(): number
}

/** The answer to somebody who has tried too often to get in where it was never let in. */
export function overTries({ tries, client, quotas, now }: Trying, subject = ''): Response | undefined {
  const wait = client.address === undefined ? undefined : tries?.wait(client.address, subject, now())
  if (wait === undefined) return undefined
  const error = `this address has sent ${quotas.triesPerMinute} wrong tokens, keys or ids within a minute`
  return overQuota(429, 'triesPerMinute', error, wait)
}

/** Counts a try with a token, a key or an id. A sandbox that refuses a key has let nobody in. */
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

/** The statuses of the service for a key that is missing, unknown or not for this. */
const REFUSED: ReadonlySet<number> = new Set([401, 403])

const ADDRESSES_AT_MOST = 10_000
const SUBJECTS_AT_MOST = 1000

/** A client of IPv6 has a network of 64 bits, and an older address is the same one in its longer form. */
function placeOf(address: string): string {
  const [plain = ''] = address.split('%')
  const words = expanded(plain.includes(':') ? plain : `::ffff:${plain}`)
  if (words.length !== 8 || words.some(Number.isNaN)) return address
  return (hasOlder(words) ? words.slice(6) : words.slice(0, 4)).join(':')
}

interface Address {
  readonly failures: TokenBucket
  /** Teams and sandboxes that it was let in to. */
  readonly known: Set<string>
}

/**
 * Counts wrong tokens, keys and ids of each address. One that has used up its tries is refused everything but what it
 * was let in to before, so that a client with an old token does not lock out the others behind its address.
 */
export class AttemptLimiter {
  readonly #addresses = new Map<string, Address>()

  constructor(private readonly perMinute: number) {}

  /** Seconds until it may try this again; undefined if it may now. */
  wait(address: string, what: string, now: number): number | undefined {
    const own = this.#addresses.get(placeOf(address))
    if (!own || own.known.has(what) || own.failures.has(now)) return undefined
    // One that goes on trying is not forgotten.
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

  /** It is the newest then. */
  #of(address: string): Address {
    const place = placeOf(address)
    const failures = () => new TokenBucket(this.perMinute, this.perMinute / 60)
    const own = this.#addresses.get(place) ?? { failures: failures(), known: new Set<string>() }
    this.#addresses.delete(place)
    keepNewest(this.#addresses.set(place, own), ADDRESSES_AT_MOST)
    return own
  }
}
