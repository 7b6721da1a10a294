import { refuseSurplus } from '../../errors/at-caller'
import { callback, number as readNumber } from '../../errors/reader'
import { synchronous } from '../../errors/synchronous'
import { type DatedLine, datedLines } from '../../kernel/dated-lines'
import { formatInstant } from '../../kernel/instant'
import { masked } from '../../kernel/masked'
import { memoize } from '../../kernel/memoize'
import { Allowance, TRAFFIC_LIMITS, type TrafficLimits } from './allowance'
import { describeCall } from './describe-call'
import { type OpenEntry, OpenExchange } from './open-exchange'
import { type PlainRequest, plainRequest } from './plain-request'
import { ReasonText } from './reason-text'
import type { PlainResponse, TrafficEntry } from './traffic-entry'
import type { Reason, WireRequest } from './wire-message'

const NONE: TrafficEntry['assumptions'] = Object.freeze([])
const UNDER_WAY: Reason = { rule: 'under-way', section: null }

/** Holds the reason of an entry, so that its size is known without computing its warnings. */
const REASON_TEXT = Symbol('text')

/** The `why` of all entries. A getter in the object literal would give each entry its own hidden class. */
const WHY: PropertyDescriptor = {
  get(this: { readonly [REASON_TEXT]: ReasonText }) {
    return this[REASON_TEXT].text
  },
  enumerable: true,
  configurable: true,
}

/** Sequence numbers from 1, which requests and events share. */
export class SequenceNumbers {
  last = 0

  next(): number {
    this.last += 1
    return this.last
  }
}

/** One body may take 1/64 of the maximum size. Of a longer body, only the beginning is stored. */
const SHARE_OF_ONE_BODY = 64

/**
 * All requests and responses in order of arrival, as an array; its text is a timeline. Not part of the world,
 * so a restore does not rewind it. It never exceeds its limits.
 */
export class Traffic extends Array<TrafficEntry> {
  // filter and map return ordinary arrays.
  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }

  readonly #allowance: Allowance<TrafficEntry>
  readonly #numbers: SequenceNumbers
  readonly #onChange: () => void
  readonly #onEnd: (entry: TrafficEntry) => void

  constructor(
    limits: Required<TrafficLimits> = TRAFFIC_LIMITS,
    /** Called after every change of an entry. */
    onChange: () => void = () => undefined,
    numbers = new SequenceNumbers(),
    /** Called when the client of a request has the answer, or can no longer get one. */
    onEnd: (entry: TrafficEntry) => void = () => undefined,
  ) {
    super()
    this.#allowance = new Allowance(limits)
    this.#onChange = onChange
    this.#numbers = numbers
    this.#onEnd = onEnd
  }

  /**
   * Adds a request. Close the returned exchange with its outcome.
   * @internal
   */
  open(
    at: number,
    request: WireRequest,
    { route = null, key = null }: { readonly route?: string | null; readonly key?: string | null } = {},
  ): OpenExchange {
    // Copied at once, because references to the host's objects cost more than a copy.
    const text = new ReasonText()
    const entry = {
      kind: 'request',
      sequence: this.#numbers.next(),
      at: formatInstant(at),
      request: this.plain(request),
      route,
      key,
      idempotencyKey: request.headers['idempotency-key'] ?? null,
      replayed: false,
      fault: null,
      assumptions: NONE,
      changed: false,
      outcome: 'held',
      reason: UNDER_WAY,
      response: null,
    } as OpenEntry
    // Configurable, so that a proxy may show another object.
    Object.defineProperty(entry, REASON_TEXT, { value: text, configurable: true })
    Object.defineProperty(entry, 'why', WHY)
    this.push(entry)
    this.#measure(entry)
    return new OpenExchange(entry, text, this.#bodyAtMost, () => {
      // A dropped entry is not counted.
      if (this.#allowance.counts(entry)) this.#measure(entry)
      this.#onChange()
      if (entry.outcome !== 'held') this.#onEnd(entry)
    })
  }

  /**
   * The request in the form of its entry.
   * @internal
   */
  plain(request: WireRequest): PlainRequest {
    return plainRequest(request, this.#bodyAtMost)
  }

  get #bodyAtMost(): number {
    return Math.floor(this.#allowance.limits.bytes / SHARE_OF_ONE_BODY)
  }

  /**
   * Adds a stored entry.
   * @internal
   */
  load({ why, ...kept }: TrafficEntry): void {
    const text = new ReasonText()
    text.say(why)
    const entry = Object.defineProperty(kept, REASON_TEXT, { value: text, configurable: true })
    Object.defineProperty(entry, 'why', WHY)
    this.push(entry as TrafficEntry)
    this.#measure(entry as TrafficEntry)
  }

  /** The filter of arrays. A text is for `timeline.filter`. @throws OptionError for a text or a promise */
  override filter<S extends TrafficEntry>(
    predicate: (entry: TrafficEntry, index: number, all: TrafficEntry[]) => entry is S,
    self?: unknown,
  ): S[]
  override filter(
    predicate: (entry: TrafficEntry, index: number, all: TrafficEntry[]) => unknown,
    self?: unknown,
  ): TrafficEntry[]
  override filter(
    predicate: (entry: TrafficEntry, index: number, all: TrafficEntry[]) => unknown,
    self?: unknown,
  ): TrafficEntry[] {
    callback('a function (a text is for timeline.filter)')(predicate, 'filter')
    return super.filter(synchronous('filter', predicate), self)
  }

  /** The entries after that sequence number, oldest first. */
  since(sequence: number): TrafficEntry[] {
    refuseSurplus(this.since, arguments, 1, 'traffic.since')
    readNumber(sequence, 'sequence')
    // Searches from the end, because the newest entries are requested most.
    let from = this.length
    while (from > 0 && (this[from - 1] as TrafficEntry).sequence > sequence) from -= 1
    return this.slice(from)
  }

  /** Counts the calls of each operation, by route. */
  operations(): Record<string, number> {
    refuseSurplus(this.operations, arguments, 0, 'traffic.operations')
    const counts: Record<string, number> = {}
    for (const { route } of this) if (route !== null) counts[route] = (counts[route] ?? 0) + 1
    return counts
  }

  /** Deletes all entries. */
  clear(): void {
    refuseSurplus(this.clear, arguments, 0, 'traffic.clear')
    this.length = 0
    this.#allowance.clear()
    this.#onChange()
  }

  /** A timeline for people, with masked keys. The entries are not masked. */
  override toString(): string {
    if (this.length === 0) return 'no requests so far'
    return datedLines(this.map(trafficLine))
  }

  /** Counts a new or changed entry. */
  #measure(entry: TrafficEntry): void {
    this.#allowance.measure(entry, this.#sizeOf(entry))
    // The user may have removed entries from the array.
    if (this.#allowance.count !== this.length) this.#countAnew()
    const excess = this.#allowance.excess(this)
    if (excess > 0) this.splice(0, excess)
  }

  #countAnew(): void {
    this.#allowance.clear()
    for (const entry of this) this.#allowance.measure(entry, this.#sizeOf(entry))
  }

  #sizeOf(entry: TrafficEntry): number {
    const text = (entry as { readonly [REASON_TEXT]?: ReasonText })[REASON_TEXT]
    return sizeOf(entry) + (text?.size ?? entry.why.length)
  }
}

function trafficLine(entry: TrafficEntry): DatedLine {
  const { method, headers } = entry.request
  const { path, status, why } = describeCall(entry)
  const shown = (text: string): string => masked(text, [headers['x-api-key'] ?? ''])
  return {
    at: entry.at,
    label: `${method.padEnd(6)} `,
    what: shown(path),
    outcome: status,
    why: shown(why),
  }
}

/** The size of the other members of an entry. */
const BASE = 400

/** The size of an entry in characters, without its reason. */
const sizeOf = ({ request, response, unseen, assumptions }: TrafficEntry): number =>
  BASE +
  listSize(assumptions) +
  request.url.length +
  (request.body?.length ?? 0) +
  headersSize(request.headers) +
  responseSize(response) +
  responseSize(unseen)

/** Computed once per list, because requests with the same assumptions share one list. */
const listSize = memoize((ids: readonly string[]): number => ids.reduce((sum, id) => sum + id.length + 3, 0))

const responseSize = (response: PlainResponse | null | undefined): number =>
  response ? response.body.length + headersSize(response.headers) : 0

function headersSize(headers: Readonly<Record<string, string>>): number {
  let size = 0
  for (const name in headers) size += name.length + (headers[name]?.length ?? 0)
  return size
}
