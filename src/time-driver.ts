import type { World } from './engine/model/world'
import type { HostTime } from './host-time'
import type { Timer } from './kernel/clock'
import { formatInstant } from './kernel/instant'
import { invariant } from './kernel/invariant'
import type { Send, TimerHandlers } from './timer-handlers'
import { UsageError } from './usage-error'

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
  readonly #handlers: TimerHandlers
  readonly #live: HostTime | undefined
  /** How far the simulator's time is ahead of the host's, in live mode. */
  #lead = 0
  #lastHostNow = Number.NEGATIVE_INFINITY
  #isAdvancing = false
  /** What a timer does may ask for the time, which must not bring the next timer's turn forward. */
  #isFiring = false
  /** Grows with every rewind: what began before it is over. */
  #epoch = 0
  #stopWaiting: (() => void) | undefined
  /** Sends of live mode, one after the other. */
  #sending: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(world: World, handlers: TimerHandlers, live?: HostTime) {
    this.#world = world
    this.#handlers = handlers
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

  /** For good: nothing is woken any more. */
  stop(): void {
    this.interrupt()
    this.#isStopped = true
    this.#stopWaiting?.()
  }

  async advanceTo(target: number): Promise<Advance> {
    return this.#advance(target, () => false)
  }

  /** Runs what is due now; in live mode, where that happens by itself, waits until it has happened. */
  async flush(): Promise<void> {
    if (!this.#live) await this.#advance(this.#world.clock.now, () => false)
    this.catchUp()
    await this.#sending
  }

  /** Runs one due thing after another until the condition holds. */
  async runUntil(condition: () => boolean, bound: number): Promise<Advance> {
    const advance = await this.#advance(bound, condition, 'until-done')
    if (!condition())
      throw new UsageError(`the condition did not hold by ${advance.to}, and nothing else is due before`)
    return advance
  }

  /** Runs something that sends, as if a timer had made it due. */
  async sendNow(begin: () => Send | undefined): Promise<void> {
    const epoch = this.#epoch
    await this.#world.store.history.atomically(begin)?.(() => this.#epoch === epoch)
  }

  async #advance(
    target: number,
    isDone: () => boolean,
    mode: 'to-target' | 'until-done' = 'to-target',
  ): Promise<Advance> {
    if (this.#isAdvancing) throw new UsageError('time is advancing already; await that call first')
    this.#isAdvancing = true
    const epoch = this.#epoch
    const isCurrent = (): boolean => this.#epoch === epoch
    const { clock } = this.#world
    const from = clock.instant
    const fired: Fired[] = []
    try {
      // So that a second call in the same turn is refused whether or not anything is due.
      await undefined
      while (isCurrent() && !isDone()) {
        const timer = this.#nextTimer(target, fired)
        if (!timer) {
          if (mode === 'to-target' && target > clock.now) clock.moveTo(target)
          break
        }
        await this.#fire(timer)?.(isCurrent)
        if (!isCurrent()) break
      }
    } finally {
      if (isCurrent()) {
        this.#isAdvancing = false
        this.follow()
      }
    }
    return { from, to: clock.instant, fired }
  }

  #nextTimer(until: number, fired: Fired[]): Timer | undefined {
    const timer = this.#world.clock.next(until)
    if (!timer) return undefined
    if (fired.length >= TIMERS_AT_MOST)
      throw new UsageError(
        `more than ${TIMERS_AT_MOST} timers fired in one call; the last was a ${timer.kind}`,
      )
    fired.push({ due: formatInstant(timer.due), kind: timer.kind })
    return timer
  }

  /** One timer: the clock shows its time, and what it does is done whole or not at all. */
  #fire(timer: Timer): Send | undefined {
    const { clock, store } = this.#world
    this.#isFiring = true
    try {
      return store.history.atomically(() => {
        if (timer.due > clock.now) clock.moveTo(timer.due)
        clock.cancel(timer.id)
        const wake = this.#handlers[timer.kind]
        invariant(wake, `nobody wakes timers of kind ${timer.kind}`)
        return wake(this.#world, timer) ?? undefined
      })
    } finally {
      this.#isFiring = false
    }
  }

  /** In live mode, brings the clock to where the host's time has moved it; what is sent is sent in order. */
  catchUp(): void {
    if (!this.#live || this.#isAdvancing || this.#isFiring || this.#isStopped) return
    const target = this.#hostNow(this.#live) + this.#lead
    const fired: Fired[] = []
    for (let timer = this.#nextTimer(target, fired); timer; timer = this.#nextTimer(target, fired)) {
      const send = this.#fire(timer)
      if (send) this.#sendInTurn(send)
    }
    if (target > this.#world.clock.now) this.#world.clock.moveTo(target)
    this.waitForNext()
  }

  #sendInTurn(send: Send): void {
    const epoch = this.#epoch
    const isCurrent = (): boolean => this.#epoch === epoch
    this.#sending = this.#sending
      .then(() => (isCurrent() ? send(isCurrent) : undefined))
      .then(() => this.waitForNext())
  }

  /** The host's time. When its clock was set back, the simulator's runs on from where it stands. */
  #hostNow(live: HostTime): number {
    const now = live.now()
    this.#lead += Math.max(0, this.#lastHostNow - now)
    this.#lastHostNow = now
    return now
  }

  /** From here on the clock runs on from where it stands. */
  follow(): void {
    if (!this.#live) return
    this.#lead = this.#world.clock.now - this.#hostNow(this.#live)
    this.waitForNext()
  }

  /** In live mode, wakes up when the next timer is due. */
  waitForNext(): void {
    this.#stopWaiting?.()
    if (this.#isStopped) return
    const next = this.#world.clock.next(Number.POSITIVE_INFINITY)
    if (this.#live && next)
      this.#stopWaiting = this.#live.after(next.due - this.#world.clock.now, () => this.catchUp())
  }
}
