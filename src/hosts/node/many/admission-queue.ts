import { FairQueue } from '../../../sandbox/work'

/** Requests admitted in one turn of the event loop. Finding the sandbox of a request also costs time. */
const AT_ONCE = 16

/** Admits requests. If many wait, the sandboxes take turns. */
export class AdmissionQueue {
  readonly #lines = new FairQueue()
  #entered = 0

  /** Returns undefined if the request may enter at once. */
  turn(who: string): Promise<void> | undefined {
    if (this.#entered === AT_ONCE || !this.#lines.isEmpty) return this.#lines.wait(who)
    if (this.#entered === 0) setImmediate(() => this.#nextTurn())
    this.#entered += 1
    return undefined
  }

  #nextTurn(): void {
    this.#entered = 0
    for (const _ of Array(AT_ONCE)) {
      const [who] = this.#lines.names
      if (who === undefined) break
      this.#lines.next(who)
      this.#entered += 1
    }
    if (this.#entered > 0) setImmediate(() => this.#nextTurn())
  }
}
