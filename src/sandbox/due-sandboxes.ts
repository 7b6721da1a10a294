/** Milliseconds after which a sandbox that could not be woken is woken again. */
const WAKES_AGAIN = 1000
/** Milliseconds after which one that is over, and must not be deleted yet, is looked at again. */
const LOOKS_AGAIN = 60_000

/** The sandboxes that have something to do, open or not, and the times of it. */
export class DueSandboxes {
  readonly #due: Map<string, number>
  /** Sandboxes that are awake without a request. */
  readonly #waking = new Set<string>()

  constructor(
    dues: Iterable<readonly [id: string, at: number]>,
    private readonly now: () => number,
    /** Called when a sandbox has something to do at another time. */
    private readonly onDue: (at: number) => void,
    /** Wakes a sandbox. True if it is to be looked at again. */
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

  /** The time of the first that is not at work; Infinity if there is none. */
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
      // The next request is told of the failure, too.
      if (!this.#due.has(id)) this.#due.set(id, this.now() + WAKES_AGAIN)
    } finally {
      this.#waking.delete(id)
      const at = this.#due.get(id)
      if (at !== undefined) this.onDue(at)
    }
  }
}
