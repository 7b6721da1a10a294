import type { LocalFleet } from '../../../sandbox/local-fleet'

const LOOK_MS = 1000

/** The housekeeping of a deployment without a request: waking, putting away and deleting. */
export class Housekeeping {
  #timer: NodeJS.Timeout | undefined
  #wakesAt = Number.POSITIVE_INFINITY
  #round: Promise<void> | undefined
  #isStopped = false

  /** @param look called at the end of each round */
  constructor(
    private readonly fleet: LocalFleet,
    /** Milliseconds after which a sandbox is put away. */
    private readonly idle: number,
    private readonly look: () => void,
  ) {
    this.plan()
  }

  /** Sets the timer for what is due then, unless it is set for an earlier time. */
  plan(due = this.fleet.nextDue): void {
    const now = Date.now()
    const at = Math.max(now, Math.min(due, now + this.idle, now + LOOK_MS))
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

  /** A failure here comes again at the next request of the sandbox, which is told of it. */
  async #work(): Promise<void> {
    // Nobody waits for the receivers of others.
    void this.fleet.wakeDue().catch(() => undefined)
    await this.fleet.evict(this.idle).catch(() => undefined)
    await this.fleet.tidy().catch(() => undefined)
    this.look()
  }
}
