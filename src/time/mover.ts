/** A party that the clock moves for automatically. */
export interface Mover {
  /** Waits for the host's own pending work. Returns whether there was any. */
  rest?(): Promise<boolean>
  /** What `rest` waits for at the moment, as text. */
  restsFor?(): string | undefined
  /**
   * Whether, since the last call, nothing was started that may go on without time. `turns` of the event loop, as many
   * as the host has had so far, are not meant.
   */
  isStill?(turns: number): boolean
  /**
   * Whether time should move for the service's own events, such as delivery retries, while the program is
   * still running but waits for nothing on the clock.
   */
  isPatient?(): Promise<boolean>
  /** Called when no event is left that could let the program continue. */
  onStuck?(): void
  /** Called before time moves; returns whether it may. */
  mayLeap?(): boolean
}

/** All parties that the clock moves for automatically. */
export class Movers {
  readonly #all = new Set<Mover>()

  get areAny(): boolean {
    return this.#all.size > 0
  }

  get areSomePatient(): boolean {
    return [...this.#all].some(({ isPatient }) => isPatient)
  }

  /** The real work that one of them waits for, as text. */
  get obstacle(): string | undefined {
    for (const { restsFor } of this.#all) {
      const io = restsFor?.()
      if (io !== undefined) return `real I/O is under way (${io})`
    }
    return undefined
  }

  add(mover: Mover): () => void {
    this.#all.add(mover)
    return () => this.#all.delete(mover)
  }

  clear(): void {
    this.#all.clear()
  }

  /** Waits for the pending work of each. Returns whether there was any. */
  async rest(): Promise<boolean> {
    let isAtWork = false
    for (const { rest } of this.#all) if (rest && (await rest())) isAtWork = true
    return isAtWork
  }

  /** Whether none has started anything since the last call that may go on without time. Asks each of them. */
  areStill(turns: number): boolean {
    const isStill = [...this.#all].map((mover) => mover.isStill?.(turns) ?? false)
    return isStill.length > 0 && !isStill.includes(false)
  }

  /** Whether time should move for the service's own events. Asks each of them. */
  async wantNextOfService(): Promise<boolean> {
    let isWorth = false
    for (const { isPatient } of this.#all) if (await isPatient?.()) isWorth = true
    return isWorth
  }

  mayLeap(): boolean {
    return [...this.#all].every(({ mayLeap }) => mayLeap?.() !== false)
  }

  tellStuck(): void {
    for (const { onStuck } of this.#all) onStuck?.()
  }
}
