import type { World } from '../engine/model/context'
import { type KindFilter, runTimer, type Send, type TimerKind } from '../engine/model/timer-kind'
import type { Timer } from '../kernel/clock'
import type { Idleness } from './idleness'
import type { WaitKind, Waits } from './waits'

/** The next event: a timer of the world, or a waiter of the host. */
export interface TimeStep {
  readonly due: number
  readonly kind: string | WaitKind
  readonly timer?: Timer
}

/** Timers of others that follow this clock, such as fake timers of a test library. */
export interface LinkedTimers {
  /** The virtual time of the next timer, in milliseconds since 1970. */
  readonly due: number | undefined
  /** Fires all timers due up to an instant. */
  moveTo(now: number): void
  /** Called after the world was moved to another instant. */
  rewound(now: number): void
}

/** Takes one due event after another. At one instant, the service's events come first. */
export class Steps {
  #isTaking = false
  linked: LinkedTimers | undefined

  constructor(
    private readonly world: World,
    private readonly kindOf: (timer: Timer) => TimerKind,
    private readonly waits: Waits,
    private readonly idleness: Idleness,
  ) {}

  /** True during an event. Reading the time then must not run more events. */
  get isTaking(): boolean {
    return this.#isTaking
  }

  /** The earliest event due by `until`. `isMeant` filters the service's timers only. */
  next(until: number, isMeant?: KindFilter): TimeStep | undefined {
    const wait = this.waits.first
    const waitDue = wait && this.waits.dueOf(wait)
    const linkedDue = this.linked?.due
    const timer = this.world.clock.next(Math.min(until, waitDue ?? until, linkedDue ?? until), isMeant)
    if (timer) return { due: timer.due, kind: timer.kind, timer }
    if (linkedDue !== undefined && linkedDue <= Math.min(until, waitDue ?? until))
      return { due: linkedDue, kind: 'fake-timer' }
    return wait && waitDue !== undefined && waitDue <= until ? { due: waitDue, kind: wait.kind } : undefined
  }

  moveTo(now: number): void {
    this.world.clock.moveTo(now)
    if (!this.linked) return
    this.linked.moveTo(now)
    this.idleness.note()
  }

  /** Runs a timer in an atomic block and returns its sends, or wakes everyone who waits for that instant. */
  take({ due, timer }: TimeStep): Send | undefined {
    const { clock } = this.world
    if (!timer) {
      this.moveTo(Math.max(due, clock.now))
      while (this.wakeOne(due, false));
      return undefined
    }
    this.#isTaking = true
    try {
      const send = runTimer(this.world, timer, this.kindOf(timer), due)
      this.linked?.moveTo(clock.now)
      return send
    } finally {
      this.#isTaking = false
    }
  }

  /** Wakes the first waiter of that instant, if `inOwnTurn` in its own turn; false if there is none. */
  wakeOne(due: number, inOwnTurn: boolean): boolean {
    const wait = this.waits.first
    if (!wait || this.waits.dueOf(wait) > due) return false
    this.waits.cancel(wait)
    wait.wake(inOwnTurn)
    this.idleness.noteWait()
    return true
  }
}
