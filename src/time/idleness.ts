import type { HostTime } from '../host-time'

/**
 * Turns of the event loop without a sign of life after which nothing but time can go on. A request needs one
 * between any two signs through msw and two over loopback.
 */
const QUIET_TURNS = 4

/** Finds out when the host's program can only go on if time does. */
export class Idleness {
  readonly #host: HostTime
  #signs = 0
  #watchers: (() => void)[] = []

  constructor(host: HostTime) {
    this.#host = host
  }

  /** Signs of life so far. */
  get signs(): number {
    return this.#signs
  }

  /** A request, an answer, a timer: somebody is at work. */
  note(): void {
    this.#signs += 1
    for (const wake of this.#watchers.splice(0)) wake()
  }

  /** Comes back when no sign of life was given for a while. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; ) {
      const before = this.#signs
      await this.#host.turn()
      turns = this.#signs === before ? turns + 1 : 0
    }
  }

  /** The next sign of life. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#watchers.push(resolve))
  }
}
