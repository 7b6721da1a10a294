import type { Send } from '../engine/model/timer-kind'
import type { World } from '../engine/model/world'
import type { HostTime } from '../host-time/host-time'
import type { Sends } from './sends'
import type { Steps } from './steps'

/** A clock that runs with the host's. */
export class LiveClock {
  readonly #world: World
  readonly #host: HostTime
  readonly #steps: Steps
  readonly #sends: Sends
  /** Milliseconds by which virtual time is ahead of the host's. */
  #lead = 0
  #lastHostNow = 0
  #stopWaiting: (() => void) | undefined
  #sending: Promise<void> = Promise.resolve()
  #epoch = 0
  #isStopped = false

  constructor(world: World, host: HostTime, steps: Steps, sends: Sends) {
    this.#world = world
    this.#host = host
    this.#steps = steps
    this.#sends = sends
  }

  /** Deliveries are sent one after the other. */
  get sending(): Promise<void> {
    return this.#sending
  }

  /** Advances the clock to the host's time. */
  catchUp(): void {
    if (this.#steps.isTaking || this.#isStopped) return
    const target = this.#hostNow() + this.#lead
    for (let step = this.#steps.next(target); step; step = this.#steps.next(target)) {
      const send = this.#steps.take(step)
      if (send) this.#sendInTurn(send)
    }
    if (target > this.#world.clock.now) this.#world.clock.moveTo(target)
    this.waitForNext()
  }

  /** Continues from the clock's current time. */
  follow(): void {
    this.#lead = this.#world.clock.now - this.#hostNow()
    this.waitForNext()
  }

  /** Sets a host timer for the next due event. */
  waitForNext(): void {
    this.#stopWaiting?.()
    if (this.#isStopped) return
    const next = this.#steps.next(Number.POSITIVE_INFINITY)
    if (next) this.#stopWaiting = this.#host.after(next.due - this.#world.clock.now, () => this.catchUp())
  }

  /** After a rewind, queued sends are dropped. */
  interrupt(): void {
    this.#epoch += 1
  }

  stop(): void {
    this.#isStopped = true
    this.#stopWaiting?.()
  }

  /**
   * The host's clock may jump back, for example under fake timers. Virtual time then continues from its
   * current value.
   */
  #hostNow(): number {
    const now = this.#host.now()
    if (now < this.#lastHostNow) this.#lead += this.#lastHostNow - now
    this.#lastHostNow = now
    return now
  }

  #sendInTurn(send: Send): void {
    const epoch = this.#epoch
    this.#sending = this.#sending
      .then(() => (this.#epoch === epoch ? this.#sends.patiently(send) : undefined))
      .then(() => this.waitForNext())
  }
}
