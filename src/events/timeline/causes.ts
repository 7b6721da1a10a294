import type { Cause } from '../../kernel/history'

/** Events whose causes are kept: more than any timeline has deliveries. */
const AT_MOST = 20_000

/** What caused each webhook event, as places in the timeline. It belongs to the host, as the timeline does. */
export class Causes {
  readonly #causes = new Map<string, Cause>()

  /** A cause may get its place in the timeline later. */
  note(events: readonly string[], cause: Cause | undefined): void {
    if (cause === undefined) return
    for (const event of events) this.#causes.set(event, cause)
    for (const oldest of this.#causes.keys()) {
      if (this.#causes.size <= AT_MOST) break
      this.#causes.delete(oldest)
    }
  }

  of(event: string): number | null {
    return this.#causes.get(event)?.sequence ?? null
  }

  clear(): void {
    this.#causes.clear()
  }
}
