import type { HostTime } from '../host-time/host-time'

/**
 * After this many turns of the event loop without activity, only time can let the program continue. A request
 * takes one turn between two activities through msw, and two over loopback.
 */
const QUIET_TURNS = 4

/** Detects that the host's program waits only for the clock. */
export class Idleness {
  #events = 0
  #workEvents = 0
  #watchers: (() => void)[] = []

  constructor(private readonly host: HostTime) {}

  /** The number of requests, responses and waits for the clock so far. */
  get events(): number {
    return this.#events
  }

  /** The number of requests and responses so far. */
  get workEvents(): number {
    return this.#workEvents
  }

  /** Counts a request or a response. */
  note(): void {
    this.#workEvents += 1
    this.noteWait()
  }

  /** Counts the begin or the end of a wait for the clock. */
  noteWait(): void {
    this.#events += 1
    if (this.#watchers.length === 0) return
    for (const wake of this.#watchers.splice(0)) wake()
  }

  /** Resolves after quiet turns. With `isLastOwn`, the caller itself waits for the last turn. */
  async quiet(isLastOwn = false): Promise<void> {
    const wanted = isLastOwn ? QUIET_TURNS - 1 : QUIET_TURNS
    for (let turns = 0; turns < wanted; ) {
      const before = this.#events
      await this.host.turn()
      turns = this.#events === before ? turns + 1 : 0
    }
  }

  next(): Promise<void> {
    return new Promise((resolve) => this.#watchers.push(resolve))
  }
}
