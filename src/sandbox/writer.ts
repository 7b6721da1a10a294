/** Stores the changes of a world in groups: one group per turn of the event loop. */
import type { Journal, RowChange } from '../index'
import { rowKey, type Storage, type StorageBatch } from './storage'

/** Tables whose changes a crash may lose, as reads and time change them. The next other row stores them. */
const LAZY = { manual: new Set(['buckets']), live: new Set(['buckets', 'clock']) }

export class Writer {
  readonly #lazy: ReadonlySet<string>
  /** Changed rows by scope, table and key. */
  readonly #changed = new Map<string, RowChange>()
  #isUrgent = false
  /** Resolves when the group that is being collected is stored. */
  #group: Promise<void> | undefined
  /** Resolves when the group that is being written is stored. */
  #writing: Promise<void> | undefined
  /** Resolves when rows may be written again. */
  #held: Promise<void> | undefined
  /** After a failure nothing more is stored, because later rows build on the missing ones. */
  #failure: { readonly error: unknown } | undefined

  constructor(
    private readonly journal: Journal,
    private readonly storage: Storage,
    clock: 'manual' | 'live',
    private readonly turn: () => Promise<void>,
    /** Returns further members for every batch. */
    private readonly besides: () => Pick<StorageBatch, 'head' | 'due'>,
  ) {
    this.#lazy = LAZY[clock]
  }

  /** Stores the changes of opening. All later writes wait for them. */
  begin(batch: StorageBatch): Promise<void> {
    return this.#follow(this.#keep(batch))
  }

  /** Undefined if all rows that a response may show are stored; otherwise resolves when they are. */
  stored(): Promise<void> | undefined {
    if (this.#failure) return Promise.reject(this.#failure.error)
    this.#gather()
    if (this.#isUrgent) this.#group ??= this.turn().then(() => this.#write())
    return this.#group ?? this.#writing
  }

  /** The same for listeners, which run a turn after the change, so that no further turn is collected. */
  storedNow(): Promise<void> | undefined {
    this.#gather()
    if (this.#isUrgent && !this.#failure) this.#group ??= this.#write()
    return this.stored()
  }

  /** Also stores the rows that may wait. */
  async all(): Promise<void> {
    this.#gather()
    if (this.#changed.size > 0) this.#isUrgent = true
    await this.stored()
  }

  /** Stores all rows, then blocks writes until the returned function is called. */
  async hold(): Promise<() => void> {
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    // Another caller of `hold` may have been faster.
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

  /** The changed rows that are not stored yet. */
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
