import { DAY } from './quotas'

/** Milliseconds after a start, or after a jump of the host's clock, in which nothing is deleted. */
const CALM = 60 * 60 * 1000

/** A deployment notes the time that it has served in this form. */
export interface Heartbeat {
  /** Milliseconds that it has served. The first of all began with the host's time. */
  readonly served: number
  /** The host's time, in milliseconds since 1970. */
  readonly at: number
}

/**
 * The time that a deployment has served. Sandboxes grow old by it, and not by the host's clock: neither a downtime, nor
 * a restored backup, nor a clock that jumps makes them older.
 */
export class ServedTime {
  #served: number
  #at: number
  /** The beginning of the calm. */
  #calm: Heartbeat

  constructor(last: Heartbeat | undefined, now: number) {
    this.#served = last?.served ?? now
    this.#at = now
    this.#calm = this.heartbeat
  }

  get heartbeat(): Heartbeat {
    return { served: this.#served, at: this.#at }
  }

  /** Counts the time since the last call. Returns by how much the host's clock has jumped, if by more than a day. */
  pass(now: number): number | undefined {
    const passed = now - this.#at
    this.#at = now
    if (Math.abs(passed) > DAY) {
      this.#calm = this.heartbeat
      return passed
    }
    this.#served += Math.max(0, passed)
    return undefined
  }

  /** Tells whether what is over may be deleted: not soon after a start or a jump, unless it ended since then. */
  mayDelete(ended = Number.NEGATIVE_INFINITY): boolean {
    return this.#served - this.#calm.served >= CALM || ended > this.#calm.at
  }
}
