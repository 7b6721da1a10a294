/** A program for which the clock moves by itself. */
export interface ClockClient {
  /** Waits for the pending work of the host. Returns true if there was any. */
  settle?(): Promise<boolean>
  /** Describes the I/O that `settle` waits for; undefined if there is none. */
  pendingIo?(): string | undefined
  /**
   * Returns true if, since the last call, the program started nothing that can continue without time.
   * Restarts the count. `turns` is the number of the host's own turns of the event loop, which do not count.
   */
  takeQuiet?(turns: number): boolean
  /**
   * Returns true if time should move to the service's own events, such as delivery retries, while the program
   * still runs but does not wait for the clock.
   */
  letsServiceGoFirst?(): Promise<boolean>
  /** Called when no event is left that could let the program continue. */
  onStuck?(): void
  /** Called before time moves. Returns false to prevent it. */
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

  /** Describes the real I/O that a program waits for; undefined if there is none. */
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

  /** Waits for the pending work of all clients. Returns true if there was any. */
  async settle(): Promise<boolean> {
    let isAtWork = false
    for (const { settle } of this.#all) if (settle && (await settle())) isAtWork = true
    return isAtWork
  }

  /** Asks every client, even after a false answer, because each call starts a new count. */
  takeQuiet(turns: number): boolean {
    const areQuiet = [...this.#all].map((client) => client.takeQuiet?.(turns) ?? false)
    return areQuiet.length > 0 && !areQuiet.includes(false)
  }

  /** True if time should move to the service's own events. Asks every client. */
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
