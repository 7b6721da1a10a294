/** Limits of the traffic. Beyond either limit, the oldest entries are dropped. */
export interface TrafficLimits {
  /** Maximum number of entries. @default 10000 */
  readonly entries?: number
  /** Maximum size: characters of URLs, headers and bodies. @default 67108864, which is 64 MiB */
  readonly bytes?: number
}

export const TRAFFIC_LIMITS: Required<TrafficLimits> = { entries: 10_000, bytes: 64 * 1024 * 1024 }

/** Measures a list of entries, and tells how many of the oldest exceed the limits. */
export class Allowance<Entry> {
  readonly #sizes = new Map<Entry, number>()
  #sum = 0

  constructor(readonly limits: Required<TrafficLimits>) {}

  get count(): number {
    return this.#sizes.size
  }

  counts(entry: Entry): boolean {
    return this.#sizes.has(entry)
  }

  /** Counts an entry, or counts it again after a change. */
  measure(entry: Entry, size: number): void {
    this.#sum += size - (this.#sizes.get(entry) ?? 0)
    this.#sizes.set(entry, size)
  }

  /** The number of oldest entries to drop: at least a tenth, because shifting is slow, but never all. */
  excess(entries: readonly Entry[]): number {
    const { entries: mostEntries, bytes } = this.limits
    const count = entries.length
    if (count <= mostEntries && this.#sum <= bytes) return 0
    const most = count > mostEntries ? Math.max(1, Math.floor(mostEntries * 0.9)) : count
    let dropped = 0
    for (const entry of entries) {
      const isWithin = count - dropped <= most && this.#sum <= bytes * 0.9
      if (isWithin || dropped === count - 1) break
      this.#sum -= this.#sizes.get(entry) ?? 0
      this.#sizes.delete(entry)
      dropped += 1
    }
    return dropped
  }

  clear(): void {
    this.#sizes.clear()
    this.#sum = 0
  }
}
