/** A program for which the clock moves by itself. */
export interface ClockClient {
  /** Waits for the host's own pending work. Returns whether there was any. */
  settle?(): Promise<boolean>
  /** The I/O that `settle` waits for at the moment, as text. */
  pendingIo?(): string | undefined
  /**
   * Tells whether nothing was started since the last call that may go on without time, and begins to count anew. The
   * `turns` of the event loop that the host itself has had so far do not count.
   */
  takeQuiet?(turns: number): boolean
  /**
   * Tells whether time should move for the service's own events, such as delivery retries, while the program is still
   * running but waits for nothing on the clock.
   */
  letsServiceGoFirst?(): Promise<boolean>
  /** Called when no event is left that could let the program continue. */
  onStuck?(): void
  /** Called before time moves; returns whether it may. */
  mayJump?(): boolean
}

/** All programs for which the clock moves by itself. */
export class ClockClients {
  readonly #all = new Set<ClockClient>()

  get areAny(): boolean {
    return this.#all.size > 0
  }

  get hasPatient(): boolean {
    return this.patient > 0
  }

  /** The number of programs on virtual time. */
  get patient(): number {
    return [...this.#all].filter(({ letsServiceGoFirst }) => letsServiceGoFirst).length
  }

  /** The real work that one of them waits for, as text. */
  get obstacle(): string | undefined {
    for (const { pendingIo } of this.#all) {
      const io = pendingIo?.()
      if (io !== undefined) return `real I/O is under way (${io})`
    }
    return undefined
  }

  add(client: ClockClient): () => void {
    this.#all.add(client)
    return () => this.#all.delete(client)
  }

  clear(): void {
    this.#all.clear()
  }

  /** Waits for the pending work of each. Returns whether there was any. */
  async settle(): Promise<boolean> {
    let isAtWork = false
    for (const { settle } of this.#all) if (settle && (await settle())) isAtWork = true
    return isAtWork
  }

  /** Asks each whether it has been quiet since the last call, so that each begins to count anew. */
  takeQuiet(turns: number): boolean {
    const areQuiet = [...this.#all].map((client) => client.takeQuiet?.(turns) ?? false)
    return areQuiet.length > 0 && !areQuiet.includes(false)
  }

  /** Tells whether time should move for the service's own events. Asks each of them. */
  async wantNextOfService(): Promise<boolean> {
    let isWanted = false
    for (const { letsServiceGoFirst } of this.#all) if (await letsServiceGoFirst?.()) isWanted = true
    return isWanted
  }

  mayJump(): boolean {
    return [...this.#all].every(({ mayJump }) => mayJump?.() !== false)
  }

  tellStuck(): void {
    for (const { onStuck } of this.#all) onStuck?.()
  }
}
