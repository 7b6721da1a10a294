import { formatInstant } from '../../kernel/instant'
import type { Handled } from '../handled'
import { plainRequest } from '../plain-request'
import type { WireRequest, WireResponse } from '../wire'
import { timeline } from './timeline'
import type { PlainResponse, TrafficEntry } from './traffic-entry'

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

type Draft = { -readonly [Member in keyof TrafficEntry]: TrafficEntry[Member] }

/** One request under way. */
class Exchange {
  readonly #entry: Draft

  constructor(entry: Draft) {
    this.#entry = entry
  }

  /** What became of the request, and what the service answered where a fault stands in between. */
  close(handled: Handled, answered?: WireResponse): Handled {
    if (handled.kind === 'reply') {
      this.#entry.response = plain(handled.reply)
      this.#entry.why = handled.reply.why
    } else this.#entry.why = handled.why
    if (answered && !(handled.kind === 'reply' && isSame(handled.reply, answered)))
      this.#entry.unseen = plain(answered)
    return handled
  }

  /** The response of a parked call has arrived, or never will. */
  settle(response: WireResponse | null, note?: string): void {
    if (response) {
      this.#entry.response = plain(response)
      delete this.#entry.unseen
    }
    if (note !== undefined) this.#entry.why += `; ${note}`
  }
}

const isSame = (one: WireResponse, other: WireResponse): boolean =>
  one.body === other.body && one.headers['content-type'] === other.headers['content-type']

const plain = ({ status, headers, body }: WireResponse): PlainResponse => ({ status, headers, body })
