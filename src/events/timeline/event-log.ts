import type { World } from '../../engine/model/context'
import { OptionError } from '../../errors/option-error'
import { firstPosition } from '../../kernel/first-position'
import type { Cause } from '../../kernel/history'
import { messageOf } from '../../kernel/message-of'
import type { Mutable } from '../../kernel/mutable'
import type { Coverage } from '../coverage/coverage'
import { RecordVersions } from '../record-versions'
import { Allowance, type TrafficLimits } from '../traffic/allowance'
import { NOTHING_CHANGED } from '../traffic/open-exchange'
import type { SequenceNumbers, Traffic } from '../traffic/traffic'
import type { Event, NewEvent, RecordReference, TimelineEntry, WriteEntry } from './timeline-entry'

interface KeptEntry {
  /** The size in characters, for the limit. */
  readonly size: number
  readonly sequence: number
  readonly event: Mutable<Event>
}

/** Every entry of the timeline except requests. Not part of the world. Drops the oldest beyond its limits. */
export class EventLog {
  readonly causes = new Causes()
  readonly versions: RecordVersions
  readonly #allowance: Allowance<KeptEntry>
  readonly #numbers: SequenceNumbers
  readonly #world: World
  #events: KeptEntry[] = []
  #isSilent = false
  /** The records that the current call is about. */
  #concerned: RecordReference[] = []
  readonly #traffic: Traffic
  /** Counts the changes of the world. */
  readonly #revision: () => number
  #lastLook: { readonly at: number } | undefined

  constructor(
    limits: Required<TrafficLimits>,
    numbers: SequenceNumbers,
    world: World,
    traffic: Traffic,
    revision: () => number,
    readonly coverage: Coverage,
  ) {
    this.#revision = revision
    this.#world = world
    this.#traffic = traffic
    this.#allowance = new Allowance(limits)
    this.versions = new RecordVersions(limits.bytes)
    this.#numbers = numbers
  }

  get count(): number {
    return this.#events.length
  }

  get events(): Event[] {
    return this.#events.map(({ event }) => event)
  }

  since(sequence: number): Event[] {
    // Searches from the end, because the newest events are requested most.
    let from = this.#events.length
    while (from > 0 && (this.#events[from - 1] as KeptEntry).sequence > sequence) from -= 1
    return this.#events.slice(from).map(({ event }) => event)
  }

  get last(): Mutable<Event> | undefined {
    return this.#events.at(-1)?.event
  }

  /** The entry with that sequence number, requests included; undefined if it was dropped. */
  entryAt(sequence: number): TimelineEntry | undefined {
    return withSequence(this.#traffic, sequence) ?? withSequence(this.#events, sequence)?.event
  }

  /** Called when the host reads records or calls a matcher. */
  noteRead(): void {
    this.#lastLook = { at: this.#numbers.last }
  }

  /** The last entry's number when the host last read what the program did. */
  get lastLook(): { readonly at: number } | undefined {
    return this.#lastLook
  }

  /** Called when a test begins. */
  forgetLooks(): void {
    this.#lastLook = undefined
  }

  /** Adds an event. The caller may complete the returned entry later. Links the cause to the entry. */
  add<D extends NewEvent>(made: D, cause?: Cause): Mutable<Extract<Event, { kind: D['kind'] }>> {
    this.coverage.event(made)
    const event: unknown = { sequence: this.#numbers.next(), at: this.#world.clock.instant, ...made }
    const { sequence } = event as Event
    if (cause) cause.sequence = sequence
    this.#keep({ event: event as Mutable<Event>, sequence, size: JSON.stringify(made).length })
    return event as Mutable<Extract<Event, { kind: D['kind'] }>>
  }

  /** Records a writing call after its own writes, with its outcome. Records nothing within `silently`. */
  write<T>(
    call: WriteCall,
    work: () => T,
    summaryOf: (result: T) => string = () => 'done',
    about: (result: T) => readonly RecordReference[] = () => [],
  ): T {
    if (this.#isSilent) return work()
    const cause: Cause = {}
    // Taken before the call, because callers may change what they passed.
    const given = argumentsJson(call)
    const before = this.#revision()
    const outer = this.#concerned
    const records: RecordReference[] = []
    this.#concerned = records
    try {
      const result = this.#world.store.history.causedBy(cause, work)
      const changed = this.#revision() !== before
      const text = changed ? summaryOf(result) : `${summaryOf(result)}; ${NOTHING_CHANGED}`
      for (const record of about(result)) this.concerns(record)
      this.#addWrite(call, given, { outcome: 'done', changed, text }, records, cause)
      return result
    } catch (error) {
      const text = messageOf(error)
      this.#addWrite(call, given, { outcome: 'refused', changed: false, text }, records, cause)
      throw error
    } finally {
      this.#concerned = outer
    }
  }

  /** Records that the current call is about this record, even if the call is then refused. */
  concerns({ type, id }: RecordReference): void {
    const isNew = !this.#concerned.some((one) => one.type === type && one.id === id)
    if (isNew) this.#concerned.push({ type, id })
  }

  #addWrite(
    { organization, call }: WriteCall,
    given: string,
    end: Pick<WriteEntry, 'outcome' | 'changed' | 'text'>,
    records: readonly RecordReference[],
    cause: Cause,
  ): void {
    const sequence = this.#numbers.next()
    cause.sequence = sequence
    const at = this.#world.clock.instant
    // A copy, because a list that grew reserves room for sixteen more.
    this.#keep(new WrittenCall(sequence, at, organization, call, end, given, [...records]))
  }

  /** Runs a function whose writes are recorded elsewhere. */
  silently<T>(work: () => T): T {
    const before = this.#isSilent
    this.#isSilent = true
    try {
      return work()
    } finally {
      this.#isSilent = before
    }
  }

  /** Adds a stored event. */
  load(event: Event): void {
    this.#keep({ event: { ...event }, sequence: event.sequence, size: JSON.stringify(event).length })
  }

  clear(): void {
    this.#events = []
    this.#allowance.clear()
    this.causes.clear()
    this.versions.clear()
  }

  #keep(kept: KeptEntry): void {
    this.#events.push(kept)
    this.#allowance.measure(kept, kept.size)
    const excess = this.#allowance.excess(this.#events)
    if (excess > 0) this.#events = this.#events.slice(excess)
  }
}

/** Finds an element of an ordered list. */
function withSequence<T extends { readonly sequence: number }>(
  list: readonly T[],
  wanted: number,
): T | undefined {
  const found = list[firstPosition(list, ({ sequence }) => sequence >= wanted)]
  return found?.sequence === wanted ? found : undefined
}

interface WriteCall {
  readonly organization: string
  readonly call: string
  readonly given: readonly unknown[]
}

/** The arguments as JSON. A bigint becomes a text. */
function argumentsJson({ call, given }: WriteCall): string {
  try {
    return JSON.stringify(given)
  } catch {
    // Most calls have no bigint, and JSON.stringify is several times faster without a function.
    const textOf = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
    try {
      return JSON.stringify(given, textOf)
    } catch {
      throw new OptionError(call, `${call} takes JSON data, not an object that holds itself`)
    }
  }
}

/** The maximum number of events whose causes are stored: more than any timeline has deliveries. */
const AT_MOST = 20_000

/** The timeline's entry that caused each webhook event. Not part of the world, like the timeline. */
class Causes {
  readonly #causes = new Map<string, Cause>()

  /** A cause may get its sequence number later. */
  note(events: readonly string[], cause: Cause | undefined): void {
    if (cause === undefined) return
    for (const event of events) this.#causes.set(event, cause)
    for (const oldest of this.#causes.keys()) {
      if (this.#causes.size <= AT_MOST) break
      this.#causes.delete(oldest)
    }
  }

  /** The last causes with a sequence number. */
  stored(last: number): [string, number][] {
    const known = [...this.#causes].flatMap(([event, { sequence }]): [string, number][] =>
      sequence === undefined ? [] : [[event, sequence]],
    )
    return last > 0 ? known.slice(-last) : []
  }

  of(event: string): number | null {
    return this.#causes.get(event)?.sequence ?? null
  }

  clear(): void {
    this.#causes.clear()
  }
}

/** The maximum number of characters shown of the arguments of one call. */
const ARGUMENTS_AT_MOST = 10_000

/** A call that wrote. Its entry is built when it is read, because few entries are. */
class WrittenCall {
  constructor(
    readonly sequence: number,
    readonly at: string,
    readonly organization: string,
    readonly call: string,
    readonly end: Pick<WriteEntry, 'outcome' | 'changed' | 'text'>,
    readonly given: string,
    readonly records: readonly RecordReference[],
  ) {}

  get size(): number {
    return this.given.length + this.end.text.length + this.call.length
  }

  get event(): WriteEntry {
    const { sequence, at, organization, call, end, given, records } = this
    const [record] = records
    return {
      sequence,
      at,
      kind: 'write',
      organization,
      call,
      ...end,
      ...(record && (records.length > 1 ? { records } : { record })),
      get arguments() {
        return argumentsIn(given)
      },
    }
  }
}

const argumentsIn = (text: string): unknown[] =>
  text.length <= ARGUMENTS_AT_MOST
    ? (JSON.parse(text) as unknown[])
    : [`${text.slice(0, ARGUMENTS_AT_MOST)}… [${text.length} characters]`]
