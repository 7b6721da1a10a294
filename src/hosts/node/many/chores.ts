import type { LocalFleet } from '../../../sandbox/local-fleet'

const LOOK_MS = 1000
const HOUR_MS = 60 * 60 * 1000

interface Periods {
  /** Milliseconds after which a sandbox is put away. */
  readonly idle: number
  /** Days after which it is deleted. */
  readonly days: number
}

/** What has to be done without a request: waking, putting away and deleting. */
export class Chores {
  readonly #fleet: LocalFleet
  readonly #periods: Periods
  #timer: NodeJS.Timeout | undefined
  #wakesAt = Number.POSITIVE_INFINITY
  #round: Promise<void> | undefined
  #expired = 0
  #isStopped = false

  constructor(fleet: LocalFleet, periods: Periods) {
    this.#fleet = fleet
    this.#periods = periods
    this.plan()
  }

  /** Sets the timer for what is due then, unless it is set for an earlier time. */
  plan(due = this.#fleet.nextDue): void {
    const now = Date.now()
    const at = Math.max(now, Math.min(due, now + this.#periods.idle, now + LOOK_MS))
    if (this.#isStopped || this.#round || at >= this.#wakesAt) return
    this.#wakesAt = at
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#begin(), at - now)
  }

  /** Ends after a round that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#round
  }

  #begin(): void {
    this.#round = this.#work().finally(() => {
      this.#round = undefined
      this.#wakesAt = Number.POSITIVE_INFINITY
      this.plan()
    })
  }

  /** What fails here fails again for the next request of the sandbox, which is told of it. */
  async #work(): Promise<void> {
    const { idle, days } = this.#periods
    // Nobody waits for the receivers of others.
    void this.#fleet.wakeDue().catch(() => undefined)
    await this.#fleet.evict(idle).catch(() => undefined)
    if (Date.now() - this.#expired < HOUR_MS) return
    this.#expired = Date.now()
    await this.#fleet.expire(days).catch(() => undefined)
  }
}
