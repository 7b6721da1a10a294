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
  #activity = 0
  #watchers: (() => void)[] = []

  constructor(host: HostTime) {
    this.#host = host
  }

  /** Signs of activity so far. */
  get signs(): number {
    return this.#signs
  }

  /** Signs of work: a program that begins or ends a wait for the clock shows none of these. */
  get activity(): number {
    return this.#activity
  }

  /** Signals activity: a request or a response. */
  note(): void {
    this.#activity += 1
    this.noteWait()
  }

  /** Signals that somebody waits for the clock, or does no longer. */
  noteWait(): void {
    this.#signs += 1
    if (this.#watchers.length === 0) return
    for (const wake of this.#watchers.splice(0)) wake()
  }

  /** Resolves after some turns without activity. With `isLastOwn` the caller waits for the last one. */
  async quiet(isLastOwn = false): Promise<void> {
    const wanted = isLastOwn ? QUIET_TURNS - 1 : QUIET_TURNS
    for (let turns = 0; turns < wanted; ) {
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
