/** A map whose copies share its entries. Copying costs as much as the writes since the previous copy. */
export class CopyOnWriteMap<K, V extends object> {
  /** Entries shared with copies. They are never changed. */
  #shared: ReadonlyMap<K, V> | undefined
  /** Entries written since the last copy. Undefined marks a shared entry as removed. */
  #own = new Map<K, V | undefined>()
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
    if (this.#own.size * 8 > this.#size) this.#shareAll()
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
  }
}
