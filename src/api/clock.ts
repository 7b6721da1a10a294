import type { World } from '../engine/model/context'
import { type Undone, undoneIn } from '../engine/write/undone'
import { wrongOption } from '../errors/option-error'
import { UsageError } from '../errors/usage-error'
import type { EventLog } from '../events/timeline/event-log'
import type { Timer } from '../kernel/clock'
import { addDuration, type DurationInput, parseDuration } from '../kernel/duration'
import { formatInstant, parseInstant } from '../kernel/instant'
import { type Advance, advanceOf, type Condition, type Moved } from '../time/advance'
import type { ClockClient } from '../time/clock-client'
import type { LinkedTimers } from '../time/steps'
import type { TimeDriver } from '../time/time-driver'
import { type VirtualTimers, virtualTimers } from '../time/virtual-timers'
import type { Wait } from '../time/waits'

export interface Pending {
  /** ISO 8601 in UTC, with milliseconds. */
  readonly due: string
  /**
   * The service's kinds are 'webhook-delivery', 'webhook-time-out', 'recurrence', 'parked-response' and others; a
   * client's are 'sleep' and 'timer'.
   */
  readonly kind: string
  /**
   * The member of `simulator.records`, the topic of a delivery, the request held back or the name of a
   * scenario; 'client' for a sleep or a timer, 'webhooks' for a time-out.
   */
  readonly subject: string
  /** The record's identifier, the delivery's id, the index of the step, or the timer's own number. */
  readonly id: number
}

/**
 * The virtual clock of the simulator (docs/service.md §1.2). Rate limits, idempotency windows, deliveries,
 * recurrences and the clients that use its `sleep` or `timers` follow it.
 *
 * A call that moves time first waits until requests in flight have arrived. Several calls may run at once:
 * each ends when the clock reaches its target.
 *
 * @example
 * await simulator.clock.advance('5 days')
 * simulator.clock.now // '2026-01-20T09:00:00.000Z'
 */
export interface Clock {
  /** The current virtual time: ISO 8601 in UTC, with milliseconds. */
  readonly now: string
  /**
   * Advances the clock by a duration and runs every timer due on the way, in order: '5 days', { days: 5 } or 'P5D'.
   * @throws DurationError that lists the accepted forms
   */
  advance(duration: DurationInput): Promise<Advance>
  /**
   * Advances the clock to an instant in ISO 8601, which must not lie in the past.
   * @throws OptionError
   */
  advanceTo(instant: string): Promise<Advance>
  /**
   * Runs timer after timer until the condition holds, for at most ten years of virtual time. The condition
   * may return a promise. If it throws, the call rejects with that error.
   * @throws UsageError if no timer is left and the condition does not hold
   */
  runUntil(condition: Condition): Promise<Advance>
  /**
   * Waits for a duration of virtual time; a number is milliseconds. Any number of sleeps may run at once. A
   * manual clock does not move by itself: a sleep ends when another call advances it.
   * @throws DurationError that lists the accepted forms
   * @throws UsageError if the simulator is disposed of meanwhile
   * @example
   * const client = new Client({ fetch: simulator.fetch, sleep: simulator.clock.sleep })
   */
  readonly sleep: (duration: DurationInput | number) => Promise<void>
  /** The timer due next, of the service or a client. The cost does not depend on the number of timers. */
  next(): Pending | undefined
  /** All timers, ordered by due time. */
  pending(): Pending[]
  /** Timers, `Date` and `AbortSignal.timeout` on virtual time, for clients that accept them as options. */
  readonly timers: VirtualTimers
  /**
   * @internal Calls back after milliseconds (at least one), in its own turn of the event loop. Returns the
   * function that cancels. Unlike `timers`, it keeps no asynchronous context and makes no handle.
   */
  readonly after: (milliseconds: number, wake: () => void) => () => void
  /** @internal Moves the clock automatically for programs that run on virtual time. */
  moveFor(client: ClockClient): () => void
  /** @internal Milliseconds since 1970, and since the simulator was created. */
  readonly instant: { readonly now: number; readonly elapsed: number }
  /** A manual clock moves only by calls, an automatic one also for waiting clients, a live one by itself. */
  readonly kind: 'manual' | 'auto' | 'live'
  /** @internal */
  readonly isLive: boolean
  /** @internal Links the fake timers of a test library. */
  readonly fakeTimers: {
    readonly isLinked: boolean
    /** True if programs or fake timers use or have used this clock. */
    readonly hasServed: boolean
    join(linked: LinkedTimers): () => void
    jumpTo(instant: number): void
  }
  /**
   * Work of timers that was refused or whose day is locked, oldest first. An invoice of a contract waits and
   * is retried each day. An occurrence of a template is skipped (docs/service.md §11.6, §13.5). Finished
   * entries stay in the list; beyond 1,000 entries, the oldest finished ones are removed.
   */
  undone(): Undone[]
}

const LONGEST_RUN: DurationInput = { years: 10 }

/** Moves the clock and records the move in the timeline. */
async function move(world: World, log: EventLog, advance: () => Promise<Moved>): Promise<Advance> {
  const entry = log.add({
    kind: 'clock',
    move: 'advance',
    from: world.clock.instant,
    to: null,
    fired: null,
  })
  try {
    const moved = await advance()
    Object.assign(entry, { to: moved.to, fired: moved.dues.length })
    return advanceOf(moved)
  } catch (error) {
    entry.to = world.clock.instant
    throw error
  }
}

export function clockOf(world: World, time: TimeDriver, log: EventLog): Clock {
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
  const ofTimer = (timer: Timer): Pending => ({
    due: formatInstant(timer.due),
    kind: timer.kind,
    ...time.subjectOf(timer),
  })
  return {
    get now() {
      return formatInstant(now())
    },
    async advance(duration) {
      const target = addDuration(now(), parseDuration(duration))
      return move(world, log, () => time.advanceTo(target))
    },
    async advanceTo(instant) {
      const target = typeof instant === 'string' ? parseInstant(instant) : undefined
      if (target === undefined)
        throw wrongOption(
          'instant',
          'an instant such as 2026-02-01T00:00:00Z (clock.advance takes a duration)',
          instant,
        )
      if (target < now())
        throw wrongOption('instant', `no earlier than the current time, ${clock.instant}`, instant)
      return move(world, log, () => time.advanceTo(target))
    },
    async runUntil(condition) {
      if (typeof condition !== 'function') throw wrongOption('condition', 'a function', condition)
      const target = addDuration(now(), parseDuration(LONGEST_RUN))
      return move(world, log, () => time.advanceTo(target, condition))
    },
    sleep: async (duration) => {
      const given = typeof duration === 'number' ? { milliseconds: duration } : duration
      const from = now()
      const after = addDuration(from, parseDuration(given)) - from
      return new Promise((resolve, reject) => {
        const end = (): void => reject(new UsageError('the simulator was disposed of during a sleep'))
        time.wait({ after, kind: 'sleep', movesAutoClock: true, wake: () => resolve(), end })
      })
    },
    after(milliseconds, callBack) {
      const wake = (inOwnTurn: boolean): void => (inOwnTurn ? callBack() : void time.host.turn(callBack))
      const wait = time.wait({ after: milliseconds, kind: 'timer', movesAutoClock: true, wake })
      return () => time.cancel(wait)
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
    undone: () => undoneIn(world),
    timers: virtualTimers(time, now),
    kind: time.kind,
    isLive: time.isLive,
    fakeTimers: time,
    moveFor: (client) => time.moveFor(client),
    instant: {
      get now() {
        return now()
      },
      get elapsed() {
        return time.elapsed
      },
    },
  }
}

/** @deprecated Use `Clock`. */
export type ClockFace = Clock
