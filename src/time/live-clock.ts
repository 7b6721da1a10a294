import type { World } from '../engine/model/context'
import type { Send } from '../engine/model/timer-kind'
import type { HostTime } from '../host-time/host-time'
import { LAST_INSTANT } from '../kernel/instant'
import { worldTable } from '../kernel/table-shape'
import type { Sends } from './sends'
import type { Steps } from './steps'

/** Stored for a host that stores worlds, because time passes while no simulator runs. */
const LEADS = worldTable('liveClock', {
  id: 'text',
  /** Milliseconds by which virtual time is ahead of the host's. */
  lead: 'number',
})

export class LiveClock {
  /** Milliseconds by which virtual time is ahead of the host's. */
  #lead = 0
  /** The last reading: the host's time, the time passed, and the host's time minus the host's clock. */
  #followed = { now: 0, passed: 0, ahead: 0 }
  #queued = 0
  #stopWatching: (() => void) | undefined
  #stopWaiting: (() => void) | undefined
  #sending: Promise<void> = Promise.resolve()
  #epoch = 0
  #isStopped = false

  constructor(
    private readonly world: World,
    private readonly host: HostTime,
    private readonly steps: Steps,
    private readonly sends: Sends,
    /** In milliseconds of real time, for one delivery. */
    private readonly patience: number,
  ) {}

  /** Settles when all deliveries so far were sent. Each waits for the one before it. */
  get sending(): Promise<void> {
    return this.#sending
  }

  /** Advances the clock to the host's time. At the end of the year 9999 it stands still. */
  catchUp(): void {
    if (this.steps.isTaking || this.#isStopped) return
    const target = Math.min(this.#hostNow() + this.#lead, LAST_INSTANT)
    for (let step = this.steps.next(target); step; step = this.steps.next(target)) {
      const send = this.steps.take(step)
      if (send) this.#sendInTurn(send)
    }
    if (target > this.world.clock.now) this.world.clock.moveTo(target)
    this.waitForNext()
  }

  /** Continues from the clock's time or, in a stored world, as if the clock had run meanwhile. */
  begin(): void {
    const lead = this.host.isGiven ? this.world.store.worldTable(LEADS).get('lead')?.lead : undefined
    this.#follow(lead)
  }

  /** Continues from the clock's current time. */
  follow(): void {
    this.#follow()
  }

  #follow(lead = Number.NEGATIVE_INFINITY): void {
    this.#lead = Math.max(lead, this.world.clock.now - this.#hostNow())
    this.#storeLead()
    this.waitForNext()
  }

  #storeLead(): void {
    if (!this.host.isGiven) return
    const leads = this.world.store.worldTable(LEADS)
    if (leads.get('lead')?.lead !== this.#lead) leads.put({ id: 'lead', lead: this.#lead })
  }

  /** Asks the host to wake the clock for the next due event. */
  waitForNext(): void {
    const stopWaiting = this.#stopWaiting
    const next = this.#isStopped ? undefined : this.steps.next(Number.POSITIVE_INFINITY)
    // The new alarm is set before the old one is cancelled, so that the host is called only for a change.
    this.#stopWaiting =
      next && this.host.at(next.due - this.#lead - this.#followed.ahead, () => this.catchUp())
    stopWaiting?.()
  }

  /** Drops the queued sends after a rewind. */
  interrupt(): void {
    this.#epoch += 1
  }

  stop(): void {
    this.#isStopped = true
    this.#stopWaiting?.()
    this.#stopWatching?.()
  }

  /**
   * The host's time. It advances by the time passed even if somebody sets the host's clock back. A clock that
   * is further ahead wins, because the time passed may exclude the sleep of the host.
   */
  #hostNow(): number {
    const { now: before, passed: passedBefore } = this.#followed
    const wall = this.host.now()
    const passed = this.host.passed()
    const now = Math.max(before + passed - passedBefore, wall)
    this.#followed = { now, passed, ahead: now - wall }
    return Math.floor(now)
  }

  #sendInTurn(send: Send): void {
    const epoch = this.#epoch
    this.#queued += 1
    this.#watch()
    this.#sending = this.#sending
      .then(() => {
        this.#watch()
        return this.#epoch === epoch ? this.sends.patiently(send) : undefined
      })
      .then(() => {
        this.#queued -= 1
        this.#watch()
        this.waitForNext()
      })
  }

  /** A queued delivery has no timer any more, so a host that stops meanwhile must be woken for it. */
  #watch(): void {
    const stopWatching = this.#stopWatching
    const isNeeded = this.#queued > 0 && !this.#isStopped
    this.#stopWatching = isNeeded ? this.host.keepAliveFor(this.patience) : undefined
    stopWatching?.()
  }
}
