import { formatInstant, isInstant } from './instant'
import { InvariantViolation, invariant } from './invariant'
import { dateOf } from './plain-date'
import type { Row } from './row'
import type { Store } from './store'
import type { Table } from './table'
import { type RowIn, worldTable } from './table-shape'

/** A scheduled event. Its kind selects the handler; a handled timer is cancelled. */
export const TIMERS = worldTable('timers', {
  id: 'count',
  /** Milliseconds since 1970. */
  due: 'instant',
  kind: 'text',
  scope: 'text',
  data: 'object',
})
export type Timer = RowIn<typeof TIMERS>

/** `scheduled` is the number of timers ever scheduled. Ids are never reused: no stale id cancels another timer. */
export const CLOCK = worldTable('clock', { id: 'text', now: 'instant', scheduled: 'count' })

export type TimerRequest = { due: number; kind: string; scope?: string; data?: Row }

const noData: Row = Object.freeze({})

/** Virtual time as rows of the world: rewinding the store also rewinds the time and the timers. */
export class WorldClock {
  readonly #clock: Table<RowIn<typeof CLOCK>>
  readonly #timers: Table<Timer>

  constructor(store: Store) {
    this.#clock = store.worldTable(CLOCK)
    this.#timers = store.worldTable(TIMERS)
  }

  /** Sets the time of a new world. */
  start(ms: number): void {
    invariant(this.#clock.size === 0, 'The clock is started once')
    invariant(isInstant(ms), `The clock cannot start at ${ms}`)
    this.#clock.put({ id: 'clock', now: ms, scheduled: 0 })
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#row().now
  }

  /** ISO 8601 in UTC, always with milliseconds. */
  get instant(): string {
    return formatInstant(this.now)
  }

  get today(): string {
    return dateOf(this.now)
  }

  /** Returns the id of the new timer. A timer in the past is due next. */
  schedule({ due, kind, scope = '', data = noData }: TimerRequest): number {
    invariant(Number.isSafeInteger(due), `A timer cannot be due at ${due}`)
    const row = this.#row()
    const id = row.scheduled + 1
    this.#clock.put({ ...row, scheduled: id })
    this.#timers.put({ id, due, kind, scope, data })
    return id
  }

  /** Returns false if there was no such timer. */
  cancel(id: number): boolean {
    return this.#timers.remove(id)
  }

  /** The earliest timer due up to that instant, of the meant kinds. Equal ones run in the order of scheduling. */
  next(until: number, isMeant: (kind: string) => boolean = () => true): Timer | undefined {
    for (const id of this.#timers.keysOrderedBy('due')) {
      const timer = this.#timers.getRequired(id)
      if (timer.due > until) return undefined
      if (isMeant(timer.kind)) return timer
    }
    return undefined
  }

  /** All timers in the order in which they become due. */
  pending(): Timer[] {
    return this.#timers.keysOrderedBy('due').map((id) => this.#timers.get(id) as Timer)
  }

  /** Shows an earlier time, in which nothing is due, to a world that is being made. */
  setBack(ms: number): void {
    invariant(isInstant(ms) && ms <= this.now, `The clock cannot be set back to ${ms}`)
    this.#clock.put({ ...this.#row(), now: ms })
  }

  moveTo(ms: number): void {
    const row = this.#row()
    invariant(isInstant(ms), `The clock cannot show ${ms}`)
    invariant(ms >= row.now, 'The clock never goes back; a rewind of the history does')
    if (ms > row.now) this.#clock.put({ ...row, now: ms })
  }

  #row(): RowIn<typeof CLOCK> {
    const row = this.#clock.get('clock')
    if (row === undefined) throw new InvariantViolation('The clock has not been started')
    return row
  }
}
