import type { HostTime } from '../host-time/host-time'

/**
 * Turns of the event loop without activity after which only time can let the program go on. A request needs
 * one turn between two signs of activity through msw, and two over loopback.
 */
const QUIET_TURNS = 4

/** Detects that the host's program waits for the clock only. */
export class Idleness {
  #events = 0
  #workEvents = 0
  #watchers: (() => void)[] = []

  constructor(private readonly host: HostTime) {}

  /** Requests, responses and waits for the clock so far. */
  get events(): number {
    return this.#events
  }

  /** Requests and responses so far, without waits for the clock. */
  get workEvents(): number {
    return this.#workEvents
  }

  /** Counts a request or a response. */
  note(): void {
    this.#workEvents += 1
    this.noteWait()
  }

  /** Counts that somebody begins or ends a wait for the clock. */
  noteWait(): void {
    this.#events += 1
    if (this.#watchers.length === 0) return
    for (const wake of this.#watchers.splice(0)) wake()
  }

  /** Resolves after some turns without activity. With `isLastOwn` the caller waits for the last one. */
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
