import type { LocalFleet } from '../../../sandbox/local-fleet'

const LOOK_MS = 1000

/** Work of a deployment that no request starts: waking, evicting and deleting sandboxes. */
export class Housekeeping {
  #timer: NodeJS.Timeout | undefined
  #wakesAt = Number.POSITIVE_INFINITY
  #round: Promise<void> | undefined
  #isStopped = false

  /** @param look called at the end of each round */
  constructor(
    private readonly fleet: LocalFleet,
    /** Milliseconds without a request after which a sandbox is evicted from memory. */
    private readonly idle: number,
    private readonly look: () => void,
  ) {
    this.plan()
  }

  /** Sets the timer for the due time, unless it is already set for an earlier time. */
  plan(due = this.fleet.nextDue): void {
    const now = Date.now()
    const at = Math.max(now, Math.min(due, now + this.idle, now + LOOK_MS))
    if (this.#isStopped || this.#round || at >= this.#wakesAt) return
    this.#wakesAt = at
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#begin(), at - now)
  }

  /** Waits for a round that is under way. */
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

  /** Errors are dropped, because the next request of the sandbox fails likewise and reports them. */
  async #work(): Promise<void> {
    // Not awaited: a slow webhook receiver of one sandbox must not delay the others.
    void this.fleet.wakeDue().catch(() => undefined)
    await this.fleet.evict(this.idle).catch(() => undefined)
    await this.fleet.tidy().catch(() => undefined)
    this.look()
  }
}
