import { Allowance, type TrafficLimits } from '../http/traffic/allowance'
import type { Event, EventDraft } from './timeline-entry'

type Mutable<T> = { -readonly [Member in keyof T]: T[Member] }

/** Characters kept of the arguments of one call. */
const ARGUMENTS_AT_MOST = 10_000

/**
 * Everything that happened besides requests, in order. Like the traffic it belongs to the host and not to the
 * world, and keeps within the same limits by dropping the oldest.
 */
export class EventLog {
  readonly #allowance: Allowance<Event>
  readonly #nextSequence: () => number
  readonly #now: () => string
  #events: Mutable<Event>[] = []
  #isSilent = false

  constructor(limits: Required<TrafficLimits>, nextSequence: () => number, now: () => string) {
    this.#allowance = new Allowance(limits)
    this.#nextSequence = nextSequence
    this.#now = now
  }

  get events(): Event[] {
    return [...this.#events]
  }

  get last(): Mutable<Event> | undefined {
    return this.#events.at(-1)
  }

  /** Adds an event. The returned entry may be completed later. */
  add<D extends EventDraft>(
    draft: D,
    size = JSON.stringify(draft).length,
  ): Mutable<Extract<Event, { kind: D['kind'] }>> {
    const place = { sequence: this.#nextSequence(), at: this.#now() }
    const event = Object.defineProperties(place, Object.getOwnPropertyDescriptors(draft)) as Mutable<Event>
    this.#events.push(event)
    this.#allowance.measure(event, size)
    const excess = this.#allowance.excess(this.#events)
    if (excess > 0) this.#events = this.#events.slice(excess)
    return event as Mutable<Extract<Event, { kind: D['kind'] }>>
  }

  /** A call that writes, with its outcome. Calls within `silently` are not told. */
  write<T>(
    { organization, call, given }: WriteCall,
    work: () => T,
    told: (result: T) => string = () => 'done',
  ): T {
    if (this.#isSilent) return work()
    const passed = textOf(given)
    const add = (outcome: 'done' | 'refused', text: string): void => {
      const told = { kind: 'write', organization, call, ...{ outcome, text } } as const
      // Read rarely, and written often.
      const draft = Object.defineProperty(told, 'arguments', {
        enumerable: true,
        get: () => argumentsIn(passed),
      })
      this.add(draft as Extract<EventDraft, { kind: 'write' }>, passed.length + text.length + call.length)
    }
    try {
      const result = work()
      add('done', told(result))
      return result
    } catch (error) {
      add('refused', error instanceof Error ? error.message : String(error))
      throw error
    }
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

  clear(): void {
    this.#events = []
    this.#allowance.clear()
  }
}

interface WriteCall {
  readonly organization: string
  readonly call: string
  readonly given: readonly unknown[]
}

/** A copy, because callers may change what they passed. */
const textOf = (given: readonly unknown[]): string =>
  JSON.stringify(given, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

const argumentsIn = (text: string): unknown[] =>
  text.length <= ARGUMENTS_AT_MOST
    ? (JSON.parse(text) as unknown[])
    : [`${text.slice(0, ARGUMENTS_AT_MOST)}… [${text.length} characters]`]
