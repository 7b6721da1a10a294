import type { HostTime } from '../host-time/host-time'

/**
 * Turns of the event loop without activity after which only time can let the program go on. A request needs
 * one turn between two signs of activity through msw, and two over loopback.
 */
const QUIET_TURNS = 4

/** Detects that the host's program waits for the clock only. */
export class Idleness {
  readonly #host: HostTime
  #signs = 0
  #watchers: (() => void)[] = []

  constructor(host: HostTime) {
    this.#host = host
  }

  /** Signs of activity so far. */
  get signs(): number {
    return this.#signs
  }

  /** Signals activity: a request, a response or a timer. */
  note(): void {
    this.#signs += 1
    if (this.#watchers.length === 0) return
    for (const wake of this.#watchers.splice(0)) wake()
  }

  /** Resolves after some turns without activity. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; ) {
      const before = this.#signs
      await this.#host.turn()
      turns = this.#signs === before ? turns + 1 : 0
    }
  }

  /** Resolves at the next sign of activity. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#watchers.push(resolve))
  }
}
