import { overQuota, type Quotas, TokenBucket } from './quotas'

/** The address and the credentials of a client. */
export interface Client {
  /** The name by which it reached the deployment. */
  readonly host: string
  /** Its own; undefined where it is not known. */
  readonly address?: string
}

interface Trying {
  readonly client: Client
  readonly tries?: Tries
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

/** @param status of the deployment's own answer; 200 if a service answered */
export function noteTry(
  { tries, client: { address }, now }: Trying,
  subject: string | undefined,
  status: number,
): void {
  if (!tries || address === undefined) return
  if (status === 401 || status === 404) tries.failed(address, now())
  else if (subject !== undefined && status !== 429) tries.succeeded(address, subject)
}

const ADDRESSES_AT_MOST = 10_000

interface Address {
  readonly failures: TokenBucket
  /** Teams and sandboxes that it was let in to. */
  readonly known: Set<string>
}

/**
 * Counts wrong tokens, keys and ids of each address. One that has used up its tries is refused everything but what it
 * was let in to before, so that a client with an old token does not lock out the others behind its address.
 */
export class Tries {
  readonly #addresses = new Map<string, Address>()

  constructor(private readonly perMinute: number) {}

  /** Seconds until it may try this again; undefined if it may now. */
  wait(address: string, what: string, now: number): number | undefined {
    const own = this.#addresses.get(address)
    if (!own || own.known.has(what) || own.failures.has(now)) return undefined
    return own.failures.wait
  }

  failed(address: string, now: number): void {
    this.#of(address).failures.take(now)
  }

  succeeded(address: string, what: string): void {
    const { known } = this.#of(address)
    if (known.size >= ADDRESSES_AT_MOST) known.clear()
    known.add(what)
  }

  #of(address: string): Address {
    const known = this.#addresses.get(address)
    if (known) return known
    if (this.#addresses.size >= ADDRESSES_AT_MOST) this.#addresses.clear()
    const failures = new TokenBucket(this.perMinute, this.perMinute / 60)
    const own = { failures, known: new Set<string>() }
    this.#addresses.set(address, own)
    return own
  }
}
