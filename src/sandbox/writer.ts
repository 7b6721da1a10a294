/** Stores what changes in a world, in groups: one for each turn of the event loop. */
import type { Journal, RowChange } from '../index'
import { rowKey, type Storage, type StorageBatch } from './storage'

/** Rows that a crash may take back: reads and time change them all the time. The next other row stores them, too. */
const LAZY = { manual: new Set(['buckets']), live: new Set(['buckets', 'clock']) }

export class Writer {
  readonly #lazy: ReadonlySet<string>
  /** By scope, table and key. */
  readonly #changed = new Map<string, RowChange>()
  #isUrgent = false
  /** The group that is gathered, which ends when it is stored. */
  #group: Promise<void> | undefined
  /** The last group that is being stored. */
  #writing: Promise<void> | undefined
  /** Ends when the rows may change again. */
  #held: Promise<void> | undefined
  /** After it nothing is stored any more: later rows rest on those that are missing. */
  #failure: { readonly error: unknown } | undefined

  constructor(
    private readonly journal: Journal,
    private readonly storage: Storage,
    clock: 'manual' | 'live',
    private readonly turn: () => Promise<void>,
    /** Goes with every batch. */
    private readonly besides: () => Pick<StorageBatch, 'head' | 'due'>,
  ) {
    this.#lazy = LAZY[clock]
  }

  /** Stores what the opening has changed. Everything later waits for it. */
  begin(batch: StorageBatch): Promise<void> {
    return this.#follow(this.#keep(batch))
  }

  /** Undefined if everything that anybody may learn is stored; otherwise it ends when it is. */
  stored(): Promise<void> | undefined {
    if (this.#failure) return Promise.reject(this.#failure.error)
    this.#gather()
    if (this.#isUrgent) this.#group ??= this.turn().then(() => this.#write())
    return this.#group ?? this.#writing
  }

  /** The same for who hears of changes a turn after them: nothing is gathered any longer. */
  storedNow(): Promise<void> | undefined {
    this.#gather()
    if (this.#isUrgent && !this.#failure) this.#group ??= this.#write()
    return this.stored()
  }

  /** Stores also what may wait. */
  async all(): Promise<void> {
    this.#gather()
    if (this.#changed.size > 0) this.#isUrgent = true
    await this.stored()
  }

  /** Stores everything, and lets the rows stand until the result is called. */
  async hold(): Promise<() => void> {
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    // Others may have come before it meanwhile.
    do {
      await this.#held
      await this.all()
    } while (this.#held || this.#group || this.#writing)
    this.#held = held
    return () => {
      this.#held = undefined
      letGo()
    }
  }

  /** The rows that may be others than those of the storage. */
  unstored(): Iterable<RowChange> {
    this.#gather()
    return this.#changed.values()
  }

  #gather(): void {
    if (!this.journal.isDirty) return
    for (const change of this.journal.take()) {
      this.#changed.set(rowKey(change), change)
      if (!this.#lazy.has(change.table)) this.#isUrgent = true
    }
  }

  async #write(): Promise<void> {
    await this.#writing
    await this.#held
    if (this.#failure) throw this.#failure.error
    this.#gather()
    const rows = [...this.#changed.values()]
    this.#changed.clear()
    this.#isUrgent = false
    this.#group = undefined
    await this.#follow(this.#keep({ ...this.besides(), rows }))
  }

  async #follow(writing: Promise<void>): Promise<void> {
    this.#writing = writing
    try {
      await writing
    } finally {
      if (this.#writing === writing) this.#writing = undefined
    }
  }

  async #keep(batch: StorageBatch): Promise<void> {
    try {
      await this.storage.write(batch)
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }
}
