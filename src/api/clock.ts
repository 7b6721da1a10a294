import type { World } from '../engine/model/world'
import type { HeldCall } from '../http/responses/parked-responses'
import { addDuration, type DurationInput, parseDuration } from '../kernel/duration'
import { formatInstant, parseInstant } from '../kernel/instant'
import { OptionError } from '../option-error'
import type { Advance, Condition } from '../time/advance'
import type { Mover } from '../time/mover'
import type { Guest } from '../time/steps'
import { subjectOf } from '../time/subject-of'
import { type VirtualTimers, virtualTimers } from '../time/virtual-timers'
import type { Wait } from '../time/waits'
import type { TimeDriver } from '../time-driver'
import { UsageError } from '../usage-error'

export interface Pending {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly due: string
  /** Such as 'webhook-delivery', 'recurrence', 'parked-response'; 'sleep' and 'timer' are a client's. */
  readonly kind: string
  /**
   * What it is about: a member of `simulator.records`, a delivery's topic, a request held back, a scenario's name;
   * 'client' for a sleep or a timer.
   */
  readonly subject: string
  /** The record's identifier, the delivery's id, the place of the step, or a number of its own. */
  readonly id: number
}

/**
 * The one clock that limits, idempotency windows, deliveries and recurrences follow, and clients that are given
 * its `sleep` or its `timers`.
 *
 * A call that moves time first lets requests under way arrive. Several may be under way at once: each ends when
 * the clock has come to where it wanted to go.
 */
export interface ClockFace {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly now: string
  /**
   * Moves time on and runs everything due on the way, in order: '5 days', { days: 5 } or 'P5D'.
   * @throws DurationError that lists the accepted forms
   */
  advance(duration: DurationInput): Promise<Advance>
  /** The same up to an instant, which cannot lie in the past. */
  advanceTo(instant: string): Promise<Advance>
  /**
   * Runs one due thing after another until the condition holds, for at most ten years. The condition may return a
   * promise. What it throws, the call rejects with.
   * @throws UsageError when nothing else is due and the condition does not hold
   */
  runUntil(condition: Condition): Promise<Advance>
  /**
   * Waits for that much time to pass by this clock; a number is milliseconds. Any number of sleeps may be under
   * way. With a manual clock it only waits: somebody has to move time.
   * @throws DurationError that lists the accepted forms; UsageError when the simulator is disposed of
   * @example
   * const client = new Client({ fetch: simulator.fetch, sleep: simulator.clock.sleep })
   */
  readonly sleep: (duration: DurationInput | number) => Promise<void>
  /** What is due next, for the service or for a client; cheap, however much is scheduled. */
  next(): Pending | undefined
  /** What is scheduled, in order. */
  pending(): Pending[]
  /** Timers, `Date` and `AbortSignal.timeout` by this clock, for a client that takes its own as options. */
  readonly timers: VirtualTimers
  /** @internal Lets the clock move by itself, for programs that live on it. */
  moveFor(mover: Mover): () => void
  /** @internal Milliseconds since 1970, and since the simulator was made. */
  readonly instant: { readonly now: number; readonly elapsed: number }
  /** @internal */
  readonly isLive: boolean
  /** @internal For fake timers of a test library. */
  readonly link: { host(guest: Guest): () => void; jumpTo(instant: number): void }
}

const LONGEST_RUN: DurationInput = { years: 10 }

export function clockOf(world: World, time: TimeDriver, held: () => readonly HeldCall[]): ClockFace {
  const { clock } = world
  const now = (): number => {
    time.catchUp()
    return clock.now
  }
  const ofWait = (wait: Wait): Pending => ({
    due: formatInstant(time.waits.dueOf(wait)),
    kind: wait.kind,
    subject: wait.kind === 'webhook-time-out' ? 'webhooks' : 'client',
    id: wait.id,
  })
  const ofTimer = (timer: Parameters<typeof subjectOf>[1]): Pending => ({
    due: formatInstant(timer.due),
    kind: timer.kind,
    ...subjectOf(world, timer, held()),
  })
  return {
    get now() {
      return formatInstant(now())
    },
    async advance(duration) {
      return time.advanceTo(addDuration(now(), parseDuration(duration)))
    },
    async advanceTo(instant) {
      const target = typeof instant === 'string' ? parseInstant(instant) : undefined
      if (target === undefined)
        throw new OptionError('instant', 'instant must be ISO 8601, such as 2026-02-01T00:00:00Z')
      if (target < now())
        throw new OptionError('instant', `${instant} lies in the past: it is ${clock.instant}`)
      return time.advanceTo(target)
    },
    async runUntil(condition) {
      if (typeof condition !== 'function') throw new OptionError('condition', 'condition must be a function')
      return time.advanceTo(addDuration(now(), parseDuration(LONGEST_RUN)), condition)
    },
    sleep: async (duration) => {
      const given = typeof duration === 'number' ? { milliseconds: duration } : duration
      const from = now()
      const after = addDuration(from, parseDuration(given)) - from
      return new Promise((resolve, reject) => {
        const end = (): void => reject(new UsageError('the simulator was disposed of while a client slept'))
        time.wait({ after, kind: 'sleep', holdsUp: true, wake: resolve, end })
      })
    },
    next() {
      const wait = time.waits.first
      const timer = clock.next(wait ? time.waits.dueOf(wait) : Number.POSITIVE_INFINITY)
      return timer ? ofTimer(timer) : wait && ofWait(wait)
    },
    pending() {
      const all = [...clock.pending().map(ofTimer), ...time.waits.inOrder().map(ofWait)]
      return all.sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0))
    },
    timers: virtualTimers(time, now),
    isLive: time.isLive,
    link: time,
    moveFor: (mover) => time.moveFor(mover),
    get instant() {
      return { now: now(), elapsed: time.elapsed }
    },
  }
}
