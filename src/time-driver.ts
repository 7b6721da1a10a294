import type { World } from './engine/world'
import type { HostTime } from './host-time'
import { formatInstant } from './kernel/instant'
import { invariant } from './kernel/invariant'
import { UsageError } from './usage-error'
import type { Wakers } from './wakers'

export interface Fired {
  /** ISO 8601 in UTC. */
  readonly due: string
  readonly kind: string
}

export interface Advance {
  readonly from: string
  readonly to: string
  readonly fired: readonly Fired[]
}

// A timer that sets itself anew without end would otherwise run for ever.
const TIMERS_AT_MOST = 1_000_000

/** Moves the clock and runs what is due on the way, in order (docs/service.md §1.2). */
export class TimeDriver {
  readonly #world: World
  readonly #wakers: Wakers
  readonly #live: HostTime | undefined
  /** How far the simulator's time is ahead of the host's, in live mode. */
  #lead = 0
  #isAdvancing = false
  /** Grows with every rewind: what began before it is over. */
  #epoch = 0
  #stopWaiting: (() => void) | undefined

  constructor(world: World, wakers: Wakers, live?: HostTime) {
    this.#world = world
    this.#wakers = wakers
    this.#live = live
    this.follow()
  }

  get isAdvancing(): boolean {
    return this.#isAdvancing
  }

  /** Ends a running advance: the world was rewound under it. */
  interrupt(): void {
    this.#epoch++
    this.#isAdvancing = false
    this.follow()
  }

  stop(): void {
    this.interrupt()
    this.#stopWaiting?.()
  }

  async advanceTo(target: number): Promise<Advance> {
    return this.#advance(target, () => false)
  }

  /** Runs one due thing after another until the condition holds. */
  async runUntil(condition: () => boolean, bound: number): Promise<Advance> {
    const advance = await this.#advance(bound, condition)
    if (!condition())
      throw new UsageError(`the condition did not hold by ${advance.to}, and nothing else is due before`)
    return advance
  }

  async #advance(target: number, isDone: () => boolean): Promise<Advance> {
    if (this.#isAdvancing) throw new UsageError('time is advancing already; await that call first')
    this.#isAdvancing = true
    const epoch = this.#epoch
    const { clock } = this.#world
    const from = clock.instant
    const fired: Fired[] = []
    try {
      while (!isDone() && this.#step(target, fired)) {
        if (this.#epoch !== epoch) return { from, to: formatInstant(target), fired }
      }
      if (!isDone() && target > clock.now && target !== Number.POSITIVE_INFINITY) clock.moveTo(target)
    } finally {
      if (this.#epoch === epoch) {
        this.#isAdvancing = false
        this.follow()
      }
    }
    return { from, to: clock.instant, fired }
  }

  /** Runs the next timer due by then, if there is one. */
  #step(until: number, fired: Fired[]): boolean {
    const { clock, store } = this.#world
    const timer = clock.next(until)
    if (!timer) return false
    if (fired.length >= TIMERS_AT_MOST)
      throw new UsageError(
        `more than ${TIMERS_AT_MOST} timers fired in one call; the last was a ${timer.kind}`,
      )
    fired.push({ due: formatInstant(timer.due), kind: timer.kind })
    store.history.atomically(() => {
      if (timer.due > clock.now) clock.moveTo(timer.due)
      clock.cancel(timer.id)
      const wake = this.#wakers[timer.kind]
      invariant(wake, `nobody wakes timers of kind ${timer.kind}`)
      wake(this.#world, timer)
    })
    return true
  }

  /** In live mode, brings the clock to where the host's time has moved it. */
  catchUp(): void {
    if (!this.#live || this.#isAdvancing) return
    const target = this.#live.now() + this.#lead
    const fired: Fired[] = []
    while (this.#step(target, fired));
    if (target > this.#world.clock.now) this.#world.clock.moveTo(target)
    this.#waitForNext()
  }

  /** From here on the clock runs on from where it stands. */
  follow(): void {
    if (!this.#live) return
    this.#lead = this.#world.clock.now - this.#live.now()
    this.#waitForNext()
  }

  #waitForNext(): void {
    this.#stopWaiting?.()
    const next = this.#world.clock.next(Number.POSITIVE_INFINITY)
    if (this.#live && next)
      this.#stopWaiting = this.#live.after(next.due - this.#world.clock.now, () => this.catchUp())
  }
}
