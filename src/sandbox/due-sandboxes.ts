/** Milliseconds after which a failed wake-up is tried again. */
const WAKES_AGAIN = 1000
/** Milliseconds after which an expired sandbox that may not be deleted yet is checked again. */
const LOOKS_AGAIN = 60_000

/** The times at which sandboxes have work to do, whether they are open or not. */
export class DueSandboxes {
  readonly #due: Map<string, number>
  /** Sandboxes that are being woken. */
  readonly #waking = new Set<string>()

  constructor(
    dues: Iterable<readonly [id: string, at: number]>,
    private readonly now: () => number,
    /** Called when a sandbox gets a due time. */
    private readonly onDue: (at: number) => void,
    /** Wakes a sandbox. True if it must be checked again later. */
    private readonly wake: (id: string) => Promise<boolean>,
  ) {
    this.#due = new Map(dues)
  }

  wakeAt(id: string, at: number | undefined): void {
    if (at === undefined) this.#due.delete(id)
    else {
      this.#due.set(id, at)
      this.onDue(at)
    }
  }

  delete(id: string): void {
    this.#due.delete(id)
  }

  /** The earliest due time of the sandboxes that are not being woken; Infinity if there is none. */
  get next(): number {
    let next = Number.POSITIVE_INFINITY
    for (const [id, at] of this.#due) if (at < next && !this.#waking.has(id)) next = at
    return next
  }

  get isQuiet(): boolean {
    return this.#waking.size === 0
  }

  async wakeAll(): Promise<void> {
    const now = this.now()
    const due = [...this.#due].filter(([id, at]) => at <= now && !this.#waking.has(id))
    await Promise.all(due.map(([id]) => this.#wake(id)))
  }

  async #wake(id: string): Promise<void> {
    this.#due.delete(id)
    this.#waking.add(id)
    try {
      if (await this.wake(id)) this.#due.set(id, this.now() + LOOKS_AGAIN)
    } catch {
      // The error is dropped, because the next request of the sandbox fails in the same way and reports it.
      if (!this.#due.has(id)) this.#due.set(id, this.now() + WAKES_AGAIN)
    } finally {
      this.#waking.delete(id)
      const at = this.#due.get(id)
      if (at !== undefined) this.onDue(at)
    }
  }
}
