import { formatInstant } from '../../kernel/instant'
import type { WireRequest } from '../wire-message'
import { type Draft, Exchange } from './exchange'
import { plainRequest } from './plain-request'
import { timeline } from './timeline'
import type { TrafficEntry } from './traffic-entry'

const CAPACITY = 10_000

/**
 * Every request and its response in order of arrival, as an array whose text is a timeline. It is the host's
 * record of what happened, no part of the world: a restore does not rewind it. It never holds more than its
 * capacity.
 */
export class Traffic extends Array<TrafficEntry> {
  // What filter and map make is an ordinary array.
  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }

  readonly #capacity: number

  constructor(capacity = CAPACITY) {
    super()
    this.#capacity = capacity
  }

  /**
   * A request has come; what becomes of it is told by closing the exchange.
   * @internal
   */
  open(at: number, request: WireRequest): Exchange {
    if (this.length >= this.#capacity) this.#forgetOldest()
    // Copied at once: keeping the host's own objects alive costs more than reading them.
    const entry: Draft = {
      at: formatInstant(at),
      request: plainRequest(request),
      response: null,
      why: 'under way',
    }
    this.push(entry)
    return new Exchange(entry)
  }

  clear(): void {
    this.length = 0
  }

  /** A timeline for people. Keys are masked; the entries themselves are not. */
  override toString(): string {
    return timeline(this)
  }

  /** A tenth at a time: a subclass of Array moves its elements slowly. */
  #forgetOldest(): void {
    this.splice(0, Math.max(1, Math.floor(this.#capacity / 10)))
  }
}
