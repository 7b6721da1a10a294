import { formatInstant } from '../../kernel/instant'
import { oncePer } from '../../kernel/once-per'
import type { WireRequest } from '../wire-message'
import { type Draft, Exchange } from './exchange'
import { plainRequest } from './plain-request'
import type { Reason } from './reason'
import { timeline } from './timeline'
import type { PlainResponse, TrafficEntry } from './traffic-entry'

/** Limits of the traffic. Beyond either, the oldest entries are dropped. */
export interface TrafficLimits {
  /** Maximum number of entries. @default 10000 */
  readonly entries?: number
  /** Maximum size: characters of URLs, headers and bodies. @default 67108864, which is 64 MiB */
  readonly bytes?: number
}

export const TRAFFIC_LIMITS: Required<TrafficLimits> = { entries: 10_000, bytes: 64 * 1024 * 1024 }

/** What is known of a request before it is served. */
interface Asked {
  readonly route?: string | null
  readonly key?: string | null
}

const NONE: TrafficEntry['assumptions'] = Object.freeze([])
const UNDER_WAY: Reason = { rule: 'under-way', section: null }

/** Counts from 1. */
export function counter(): () => number {
  let count = 0
  return () => {
    count += 1
    return count
  }
}

/** One body may take this fraction (1/64) of the size; only the beginning of a longer body is kept. */
const SHARE_OF_ONE_BODY = 64

/**
 * All requests and responses in order of arrival, as an array; its text is a timeline. The traffic belongs to
 * the host and not to the world, so a restore does not rewind it. It never exceeds its limits.
 */
export class Traffic extends Array<TrafficEntry> {
  // The results of filter and map are ordinary arrays.
  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }

  readonly #limits: Required<TrafficLimits>
  /** The size of each entry in the sum. */
  readonly #sizes = new Map<TrafficEntry, number>()
  #sum = 0

  readonly #nextSequence: () => number
  readonly #onChange: () => void

  constructor(
    limits: Required<TrafficLimits> = TRAFFIC_LIMITS,
    /** Called after every change of an entry. */
    onChange: () => void = () => undefined,
    nextSequence: () => number = counter(),
  ) {
    super()
    this.#limits = limits
    this.#onChange = onChange
    this.#nextSequence = nextSequence
  }

  /**
   * Adds a request. Close the returned exchange with its outcome.
   * @internal
   */
  open(at: number, request: WireRequest, { route = null, key = null }: Asked = {}): Exchange {
    const bodyAtMost = Math.floor(this.#limits.bytes / SHARE_OF_ONE_BODY)
    // Copied at once: keeping the host's objects alive costs more than reading them.
    const entry: Draft = {
      kind: 'request',
      sequence: this.#nextSequence(),
      at: formatInstant(at),
      request: plainRequest(request, bodyAtMost),
      route,
      key,
      idempotencyKey: request.headers['idempotency-key'] ?? null,
      replayed: false,
      fault: null,
      assumptions: NONE,
      changed: false,
      reason: UNDER_WAY,
      response: null,
      why: 'under way',
    }
    this.push(entry)
    this.#sizes.set(entry, 0)
    this.#measure(entry)
    return new Exchange(entry, bodyAtMost, () => {
      this.#measure(entry)
      this.#onChange()
    })
  }

  /** The entries after that sequence number, oldest first. */
  since(sequence: number): TrafficEntry[] {
    // Entries are in order, and the newest are asked for most.
    let from = this.length
    while (from > 0 && (this[from - 1] as TrafficEntry).sequence > sequence) from -= 1
    return this.slice(from)
  }

  /** How often each operation was called, by route. */
  operations(): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const { route } of this) if (route !== null) counts[route] = (counts[route] ?? 0) + 1
    return counts
  }

  clear(): void {
    this.length = 0
    this.#sizes.clear()
    this.#sum = 0
    this.#onChange()
  }

  /** A timeline for people, with masked keys. The entries are not masked. */
  override toString(): string {
    return timeline(this)
  }

  /** Updates the size of a changed entry. Dropped entries do not count. */
  #measure(entry: TrafficEntry): void {
    const before = this.#sizes.get(entry)
    if (before === undefined) return
    const size = sizeOf(entry)
    this.#sizes.set(entry, size)
    this.#sum += size - before
    // The host may have removed entries.
    if (this.#sizes.size !== this.length) this.#countAnew()
    this.#forgetOldest()
  }

  /** Drops a tenth at a time, because a subclass of Array moves its elements slowly. */
  #forgetOldest(): void {
    const { entries, bytes } = this.#limits
    if (this.length <= entries && this.#sum <= bytes) return
    const most = this.length > entries ? Math.max(1, Math.floor(entries * 0.9)) : this.length
    let forgotten = 0
    for (const entry of this) {
      // The last entry stays, whatever its size.
      const isWithin = this.length - forgotten <= most && this.#sum <= bytes * 0.9
      if (isWithin || forgotten === this.length - 1) break
      this.#sum -= this.#sizes.get(entry) ?? 0
      this.#sizes.delete(entry)
      forgotten += 1
    }
    this.splice(0, forgotten)
  }

  #countAnew(): void {
    this.#sizes.clear()
    for (const entry of this) this.#sizes.set(entry, sizeOf(entry))
    this.#sum = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0)
  }
}

/** For the other members of an entry. */
const BASE = 400

const sizeOf = ({ request, response, unseen, why, assumptions }: TrafficEntry): number =>
  BASE +
  listSize(assumptions) +
  request.url.length +
  why.length +
  (request.body?.length ?? 0) +
  headersSize(request.headers) +
  responseSize(response) +
  responseSize(unseen)

/** Worked out once, because requests that rested on the same share one list. */
const listSize = oncePer((ids: readonly string[]): number => ids.reduce((sum, id) => sum + id.length + 3, 0))

const responseSize = (response: PlainResponse | null | undefined): number =>
  response ? response.body.length + headersSize(response.headers) : 0

function headersSize(headers: Readonly<Record<string, string>>): number {
  let size = 0
  for (const name in headers) size += name.length + (headers[name]?.length ?? 0)
  return size
}
