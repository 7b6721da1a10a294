import type { World } from '../engine/model/world'
import type { Timer } from '../kernel/clock'
import { invariant } from '../kernel/invariant'
import type { Send, TimerHandlers } from '../timer-handlers'
import type { Idleness } from './idleness'
import type { WaitKind, Waits } from './waits'

/** What is due next: a timer of the world, or somebody of the host who waits. */
export interface Step {
  readonly due: number
  readonly kind: string | WaitKind
  readonly timer?: Timer
}

/** Takes one due thing after another. Of several due at one instant the service goes first. */
export class Steps {
  readonly #world: World
  readonly #handlers: TimerHandlers
  readonly #waits: Waits
  readonly #idleness: Idleness
  #isTaking = false

  constructor(world: World, handlers: TimerHandlers, waits: Waits, idleness: Idleness) {
    this.#world = world
    this.#handlers = handlers
    this.#waits = waits
    this.#idleness = idleness
  }

  /** What a timer does may ask for the time, which must not bring the next timer's turn forward. */
  get isTaking(): boolean {
    return this.#isTaking
  }

  /** The earliest thing that is due by then. */
  next(until: number): Step | undefined {
    const wait = this.#waits.first
    const waitDue = wait && this.#waits.dueOf(wait)
    const timer = this.#world.clock.next(Math.min(until, waitDue ?? until))
    if (timer) return { due: timer.due, kind: timer.kind, timer }
    return wait && waitDue !== undefined && waitDue <= until ? { due: waitDue, kind: wait.kind } : undefined
  }

  /** What a timer does is done whole or not at all, at the timer's time; what it wants sent is returned. */
  take({ due, timer }: Step): Send | undefined {
    const { clock, store } = this.#world
    if (!timer) {
      if (due > clock.now) clock.moveTo(due)
      this.#wake(due)
      return undefined
    }
    this.#isTaking = true
    try {
      return store.history.atomically(() => {
        if (due > clock.now) clock.moveTo(due)
        clock.cancel(timer.id)
        const wake = this.#handlers[timer.kind]
        invariant(wake, `nobody wakes timers of kind ${timer.kind}`)
        return wake(this.#world, timer) ?? undefined
      })
    } finally {
      this.#isTaking = false
    }
  }

  /** All who wait for one instant, in their order. */
  #wake(due: number): void {
    for (let wait = this.#waits.first; wait && this.#waits.dueOf(wait) <= due; wait = this.#waits.first) {
      this.#waits.cancel(wait)
      wait.wake()
    }
    this.#idleness.note()
  }
}
