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
    // Copied at once: keeping the host's own objects alive costs more than reading them.
    const entry: Draft = {
      at: formatInstant(at),
      request: plainRequest(request),
      response: null,
      why: 'under way',
    }
    this.#entries.push(entry)
    if (this.#entries.length > this.#capacity) this.#entries.shift()
    return new Exchange(entry)
  }

  clear(): void {
    this.#entries.length = 0
  }
}

type Draft = { -readonly [Member in keyof TrafficEntry]: TrafficEntry[Member] }

/** One request under way. */
export class Exchange {
  readonly #entry: Draft

  constructor(entry: Draft) {
    this.#entry = entry
  }

  /** What became of the request. */
  close(handled: Handled): Handled {
    if (handled.kind === 'reply') {
      this.#entry.response = plain(handled.reply)
      this.#entry.why = handled.reply.why
    } else this.#entry.why = handled.why
    return handled
  }

  /** The response of a parked call has arrived, or never will. */
  settle(response: WireResponse | null, note?: string): void {
    if (response) this.#entry.response = plain(response)
    if (note !== undefined) this.#entry.why += `; ${note}`
  }
}

const plain = ({ status, headers, body }: WireResponse): PlainResponse => ({ status, headers, body })
