/** A map whose copies share its entries. A copy costs what was written since all were shared, or shares all anew. */
export class CopyOnWriteMap<K, V extends object> {
  /** Entries shared with copies. They are never changed. */
  #shared: ReadonlyMap<K, V> | undefined
  /** Entries written since all were shared. Undefined stands for a shared one that was removed. */
  #own = new Map<K, V | undefined>()
  /** The entries that copies have copied since all were shared. */
  #copied = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  get(key: K): V | undefined {
    const own = this.#own.get(key)
    return own !== undefined || this.#shared === undefined || this.#own.has(key) ? own : this.#shared.get(key)
  }

  /** @param value undefined removes the entry */
  set(key: K, value: V | undefined): void {
    const before = this.get(key)
    if (value === undefined && !this.#shared?.has(key)) this.#own.delete(key)
    else this.#own.set(key, value)
    this.#size += Number(value !== undefined) - Number(before !== undefined)
  }

  copy(): CopyOnWriteMap<K, V> {
    this.#copied += this.#own.size
    // Sharing all costs as much as these copies did, and makes the next ones cheap.
    if (this.#copied >= this.#size) this.#shareAll()
    const copy = new CopyOnWriteMap<K, V>()
    copy.#shared = this.#shared
    copy.#own = new Map(this.#own)
    copy.#size = this.#size
    return copy
  }

  #shareAll(): void {
    const all = this.#own
    for (const [key, value] of this.#shared ?? []) {
      if (!all.has(key)) all.set(key, value)
      else if (all.get(key) === undefined) all.delete(key)
    }
    this.#shared = all as ReadonlyMap<K, V>
    this.#own = new Map()
    this.#copied = 0
  }
}
