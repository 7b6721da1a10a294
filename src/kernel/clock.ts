import { formatInstant, isInstant } from './instant'
import { InvariantViolation, invariant } from './invariant'
import { dateOf } from './plain-date'
import type { Row } from './row'
import type { Store } from './store'
import type { Table } from './table'
import { type RowIn, worldTable } from './table-shape'

/** A scheduled event. `kind` selects the handler. The row is removed when it fires or is cancelled. */
export const TIMERS = worldTable('timers', {
  id: 'count',
  /** Milliseconds since 1970. */
  due: 'instant',
  kind: 'text',
  scope: 'text',
  data: 'object',
})
export type Timer = RowIn<typeof TIMERS>

/** `scheduled` counts all timers ever scheduled: ids are not reused, so a stale id cancels nothing. */
export const CLOCK = worldTable('clock', { id: 'text', now: 'instant', scheduled: 'count' })

export type TimerRequest = { due: number; kind: string; scope?: string; data?: Row }

const noData: Row = Object.freeze({})

/** Keeps virtual time in rows of the world, so a rewind of the store also rewinds time and timers. */
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

  /** Returns the id of the new timer. A timer in the past becomes due next. */
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

  /** The earliest timer due by `until` whose kind passes `isMeant`. Equal due times keep their order. */
  next(until: number, isMeant: (kind: string) => boolean = () => true): Timer | undefined {
    for (const id of this.#timers.keysOrderedBy('due')) {
      const timer = this.#timers.getRequired(id)
      if (timer.due > until) return undefined
      if (isMeant(timer.kind)) return timer
    }
    return undefined
  }

  /** All timers, ordered by due time. */
  pending(): Timer[] {
    return this.#timers.keysOrderedBy('due').map((id) => this.#timers.get(id) as Timer)
  }

  /** Sets the clock back while a world is being made. */
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
