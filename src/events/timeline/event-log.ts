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
  /** In characters, for the limit. */
  readonly size: number
  readonly sequence: number
  readonly event: Mutable<Event>
}

/** Everything that happened besides requests. It belongs to the host and drops the oldest beyond its limits. */
export class EventLog {
  readonly causes = new Causes()
  readonly versions: RecordVersions
  readonly #allowance: Allowance<KeptEntry>
  readonly #numbers: SequenceNumbers
  readonly #world: World
  #events: KeptEntry[] = []
  #isSilent = false
  /** The records that the call under way is about. */
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
    // They are in order, and the newest are asked for most.
    let from = this.#events.length
    while (from > 0 && (this.#events[from - 1] as KeptEntry).sequence > sequence) from -= 1
    return this.#events.slice(from).map(({ event }) => event)
  }

  get last(): Mutable<Event> | undefined {
    return this.#events.at(-1)?.event
  }

  /** The entry with that sequence number, a request too, unless it was dropped. */
  entryAt(sequence: number): TimelineEntry | undefined {
    return withSequence(this.#traffic, sequence) ?? withSequence(this.#events, sequence)?.event
  }

  /** The host reads records or calls a matcher. */
  noteRead(): void {
    this.#lastLook = { at: this.#numbers.last }
  }

  /** The place of the last entry when the host last looked at what the program did. */
  get lastLook(): { readonly at: number } | undefined {
    return this.#lastLook
  }

  /** A test begins. */
  forgetLooks(): void {
    this.#lastLook = undefined
  }

  /** Adds an event. The returned entry may be completed later. What its cause does from then on refers to it. */
  add<D extends NewEvent>(made: D, cause?: Cause): Mutable<Extract<Event, { kind: D['kind'] }>> {
    this.coverage.event(made)
    const event: unknown = { sequence: this.#numbers.next(), at: this.#world.clock.instant, ...made }
    const { sequence } = event as Event
    if (cause) cause.sequence = sequence
    this.#keep({ event: event as Mutable<Event>, sequence, size: JSON.stringify(made).length })
    return event as Mutable<Extract<Event, { kind: D['kind'] }>>
  }

  /** Notes a call that writes and its outcome, after what it wrote. Calls within `silently` are not noted. */
  write<T>(
    call: WriteCall,
    work: () => T,
    summaryOf: (result: T) => string = () => 'done',
    about: (result: T) => readonly RecordReference[] = () => [],
  ): T {
    if (this.#isSilent) return work()
    const cause: Cause = {}
    // Before the call, because callers may change what they passed.
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

  /** Notes a record that the call under way is about, also if it is refused then. */
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
    // A copy, as a list that grew keeps room for sixteen more.
    this.#keep(new WrittenCall(sequence, at, organization, call, end, given, [...records]))
  }

  /** Runs a function whose writes something else tells of. */
  silently<T>(work: () => T): T {
    const before = this.#isSilent
    this.#isSilent = true
    try {
      return work()
    } finally {
      this.#isSilent = before
    }
  }

  /** Adds an event that a storage kept. */
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

/** One of a list in order. */
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

/** The arguments as JSON, where a bigint is a text. */
function argumentsJson({ call, given }: WriteCall): string {
  try {
    return JSON.stringify(given)
  } catch {
    // Most calls have no bigint, and without a function JSON is written several times faster.
    const textOf = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
    try {
      return JSON.stringify(given, textOf)
    } catch {
      throw new OptionError(call, `${call} takes JSON data, not an object that holds itself`)
    }
  }
}

/** Events whose causes are kept: more than any timeline has deliveries. */
const AT_MOST = 20_000

/** The cause of each webhook event, as places in the timeline. It belongs to the host, as the timeline does. */
class Causes {
  readonly #causes = new Map<string, Cause>()

  /** A cause may get its place in the timeline later. */
  note(events: readonly string[], cause: Cause | undefined): void {
    if (cause === undefined) return
    for (const event of events) this.#causes.set(event, cause)
    for (const oldest of this.#causes.keys()) {
      if (this.#causes.size <= AT_MOST) break
      this.#causes.delete(oldest)
    }
  }

  /** The last ones whose place is known. */
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

/** Characters shown of the arguments of one call. */
const ARGUMENTS_AT_MOST = 10_000

/** A call that wrote. Few are ever looked at, so its entry is made when it is asked for. */
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
