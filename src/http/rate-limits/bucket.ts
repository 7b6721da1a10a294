import type { Row } from '../../kernel/store'

const MICROS_PER_SECOND = 1_000_000

export interface Rate {
  readonly burst: number
  readonly refillPerSecond: number
}

export interface BucketRow extends Row {
  readonly id: string
  /** Microseconds since the epoch at which the bucket is full again. */
  readonly fullAt: number
}

/**
 * A token bucket at one instant. It is kept as the instant at which it will be full, in whole microseconds:
 * with fractions of tokens, a client that waits exactly as told could still be a hair too early
 * (docs/service.md §9.3).
 */
export class Bucket {
  /** Microseconds until full. */
  readonly #debt: number
  readonly #microsPerToken: number

  constructor(
    readonly id: string,
    /** What it limits, for a person. */
    readonly name: string,
    readonly rate: Rate,
    fullAt: number,
    private readonly now: number,
  ) {
    this.#microsPerToken = Math.max(1, Math.round(MICROS_PER_SECOND / rate.refillPerSecond))
    this.#debt = Math.max(0, fullAt - now)
  }

  /** May be negative after an override made the bucket smaller. */
  get tokens(): number {
    return this.rate.burst - this.#debt / this.#microsPerToken
  }

  get hasToken(): boolean {
    return this.#debt + this.#microsPerToken <= this.rate.burst * this.#microsPerToken
  }

  /** The same bucket with one token less. */
  spend(): Bucket {
    const fullAt = this.now + this.#debt + this.#microsPerToken
    return new Bucket(this.id, this.name, this.rate, fullAt, this.now)
  }

  get row(): BucketRow {
    return { id: this.id, fullAt: this.now + this.#debt }
  }

  /** Unix seconds at which the bucket is full, never too early. */
  get resetSeconds(): number {
    return Math.floor(this.now / MICROS_PER_SECOND) + Math.ceil(this.#debt / MICROS_PER_SECOND)
  }

  /** Whole seconds after which there is a token. */
  get retryAfterSeconds(): number {
    const lacking = this.#debt + this.#microsPerToken - this.rate.burst * this.#microsPerToken
    return Math.max(1, Math.ceil(lacking / MICROS_PER_SECOND))
  }
}
