import type { LocalFleet, Shelf } from '../../../sandbox/local-fleet'

const LOOK_MS = 1000
const SOONEST_MS = 10
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
  readonly #shelf: Shelf
  readonly #periods: Periods
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #expired = 0
  #isStopped = false

  constructor(fleet: LocalFleet, shelf: Shelf, periods: Periods) {
    this.#fleet = fleet
    this.#shelf = shelf
    this.#periods = periods
    this.#plan()
  }

  /** Ends after a round that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#round
  }

  #plan(): void {
    if (this.#isStopped) return
    const due = (this.#shelf.nextDue() ?? Number.POSITIVE_INFINITY) - Date.now()
    const wait = Math.min(Math.max(due, SOONEST_MS), this.#periods.idle, LOOK_MS)
    this.#timer = setTimeout(() => {
      this.#round = this.#work().finally(() => this.#plan())
    }, wait)
  }

  /** What fails here fails again for the next request of the sandbox, which is told of it. */
  async #work(): Promise<void> {
    const { idle, days } = this.#periods
    await this.#fleet.wakeDue().catch(() => undefined)
    await this.#fleet.evict(idle).catch(() => undefined)
    if (Date.now() - this.#expired < HOUR_MS) return
    this.#expired = Date.now()
    await this.#fleet.expire(days).catch(() => undefined)
  }
}
