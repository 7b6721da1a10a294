import { FairQueue } from '../../../sandbox/work'

/** Requests that are let in in a turn of the event loop: to find out whose they are costs, too. */
const AT_ONCE = 16

/** Lets requests in, and in a crowd one of each sandbox after the other. */
export class AdmissionQueue {
  readonly #lines = new FairQueue()
  #entered = 0

  /** Undefined if it may come in at once. */
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
