/** Events whose causes are kept: more than any timeline has deliveries. */
const AT_MOST = 20_000

/**
 * What caused each webhook event, as places in the timeline. It belongs to the host, as the timeline does. A request
 * has its place before it runs; a call gets its place afterwards, and claims what was queued meanwhile.
 */
export class Causes {
  readonly #causes = new Map<string, number>()
  #unclaimed: readonly string[] = []

  /** @param sequence the place of the cause, or undefined for whatever gets the next place */
  queued(events: readonly string[], sequence: number | undefined): void {
    if (sequence === undefined) this.#unclaimed = [...this.#unclaimed, ...events]
    else this.#set(events, sequence)
  }

  /** A call begins: what came before was caused by something else. */
  begin(): void {
    if (this.#unclaimed.length > 0) this.#unclaimed = []
  }

  claim(sequence: number): void {
    if (this.#unclaimed.length === 0) return
    this.#set(this.#unclaimed, sequence)
    this.#unclaimed = []
  }

  of(event: string): number | null {
    return this.#causes.get(event) ?? null
  }

  clear(): void {
    this.#causes.clear()
    this.#unclaimed = []
  }

  #set(events: readonly string[], sequence: number): void {
    for (const event of events) this.#causes.set(event, sequence)
    for (const oldest of this.#causes.keys()) {
      if (this.#causes.size <= AT_MOST) break
      this.#causes.delete(oldest)
    }
  }
}
