import { formatInstant } from '../kernel/instant'
import type { Handled } from './handled'
import { type PlainRequest, plainRequest } from './plain-request'
import { timeline } from './timeline'
import type { WireHeaders, WireRequest, WireResponse } from './wire'

export interface PlainResponse {
  readonly status: number
  readonly headers: Readonly<WireHeaders>
  readonly body: string
}

export interface TrafficEntry {
  /** When the request came, ISO 8601 on the simulator's clock. */
  readonly at: string
  readonly request: PlainRequest
  /** Null when the client got none, or not yet. */
  readonly response: PlainResponse | null
  /** The rule behind the answer: the bucket, the fault, the replayed key, the refusal. */
  readonly why: string
}

const CAPACITY = 10_000

/** The entries in order of arrival: an array whose text is a timeline with masked keys. */
export interface TrafficLog extends ReadonlyArray<TrafficEntry> {
  clear(): void
  toString(): string
}

/**
 * Every request and its response; the oldest go first when it is full. It is the host's record of what happened, no
 * part of the world: a restore does not rewind it.
 */
export class Traffic {
  readonly log: TrafficLog
  readonly #entries: TrafficEntry[] = []
  readonly #capacity: number

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity
    // Not a class of its own below Array: those lose the fast shift, half a millisecond per request when full.
    this.log = Object.defineProperties(this.#entries, {
      clear: { value: () => this.clear() },
      toString: { value: () => timeline(this.#entries) },
    }) as unknown as TrafficLog
  }

  /** A request has come; what becomes of it is told by closing the exchange. */
  open(at: number, request: WireRequest): Exchange {
    const exchange = new Exchange(at, request)
    this.#entries.push(entryOf(exchange))
    if (this.#entries.length > this.#capacity) this.#entries.shift()
    return exchange
  }

  clear(): void {
    this.#entries.length = 0
  }
}

/** One request under way and what became of it. */
export class Exchange {
  readonly at: number
  #request: WireRequest | PlainRequest
  #response: WireResponse | PlainResponse | null = null
  #why = 'under way'

  constructor(at: number, request: WireRequest) {
    this.at = at
    this.#request = request
  }

  close(handled: Handled): Handled {
    if (handled.kind === 'reply') {
      this.#response = handled.reply
      this.#why = handled.reply.why
    } else this.#why = handled.why
    return handled
  }

  // Made on first sight: most entries are never looked at.
  get request(): PlainRequest {
    if ('url' in this.#request && typeof this.#request.url !== 'string') {
      this.#request = plainRequest(this.#request as WireRequest)
    }
    return this.#request as PlainRequest
  }

  get response(): PlainResponse | null {
    if (this.#response && 'why' in this.#response) {
      const { status, headers, body } = this.#response
      this.#response = { status, headers, body }
    }
    return this.#response
  }

  get why(): string {
    return this.#why
  }

  /** The response of a parked call has arrived, or never will. */
  settle(response: WireResponse | null, note?: string): void {
    this.#response = response
    if (note !== undefined) this.#why = `${this.#why}; ${note}`
  }
}

const entryOf = (exchange: Exchange): TrafficEntry => ({
  get at() {
    return formatInstant(exchange.at)
  },
  get request() {
    return exchange.request
  },
  get response() {
    return exchange.response
  },
  get why() {
    return exchange.why
  },
})
