import { TokenBucket } from './quotas'

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
  readonly #perMinute: number
  readonly #addresses = new Map<string, Address>()

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

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
    const failures = new TokenBucket(this.#perMinute, this.#perMinute / 60)
    const own = { failures, known: new Set<string>() }
    this.#addresses.set(address, own)
    return own
  }
}
