import type { World } from '../engine/model/world'
import { addDuration, type DurationInput, parseDuration } from '../kernel/duration'
import { formatInstant, parseInstant } from '../kernel/instant'
import { OptionError } from '../option-error'
import type { Advance, TimeDriver } from '../time-driver'

export interface Pending {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly due: string
  readonly kind: string
}

/** The one clock that limits, idempotency windows, deliveries and recurrences follow. */
export interface ClockFace {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly now: string
  /**
   * Moves time on and runs everything due on the way, in order: '5 days', { days: 5 } or 'P5D'.
   * @throws DurationError that lists the accepted forms; UsageError while time advances already
   */
  advance(duration: DurationInput): Promise<Advance>
  /** The same up to an instant, which cannot lie in the past. */
  advanceTo(instant: string): Promise<Advance>
  /** Runs one due thing after another until the condition holds, for at most ten years. */
  runUntil(condition: () => boolean): Promise<Advance>
  /** What is scheduled, in order. */
  pending(): Pending[]
}

const LONGEST_RUN: DurationInput = { years: 10 }

export const clockOf = (world: World, time: TimeDriver): ClockFace => ({
  get now() {
    time.catchUp()
    return world.clock.instant
  },
  async advance(duration) {
    time.catchUp()
    return time.advanceTo(addDuration(world.clock.now, parseDuration(duration)))
  },
  async advanceTo(instant) {
    time.catchUp()
    const target = typeof instant === 'string' ? parseInstant(instant) : undefined
    if (target === undefined)
      throw new OptionError('instant', 'instant must be ISO 8601, such as 2026-02-01T00:00:00Z')
    if (target < world.clock.now)
      throw new OptionError('instant', `${instant} lies in the past: it is ${world.clock.instant}`)
    return time.advanceTo(target)
  },
  async runUntil(condition) {
    if (typeof condition !== 'function') throw new OptionError('condition', 'condition must be a function')
    return time.runUntil(condition, addDuration(world.clock.now, parseDuration(LONGEST_RUN)))
  },
  pending: () => world.clock.pending().map(({ due, kind }) => ({ due: formatInstant(due), kind })),
})
