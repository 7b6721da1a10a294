import { HashIndex } from './hash-index'
import { OrderedIndex } from './ordered-index'
import type { Key, Row } from './row'
import { insertKey, removeKey } from './sorted-keys'
import type { TableIndex } from './table-index'

/** The content of a table: rows, key order and indexes. Forked tables share one body until either writes. */
export class TableBody<R extends Row> {
  /**
   * Number of tables that share this body. Dropped forks stay counted, which costs a copy but no correctness.
   */
  holders = 1
  /** Another one after every write, and in every body: bodies with one stamp hold the same rows. */
  stamp: object = {}
  readonly rows: Map<Key, R>
  readonly keys: Key[]
  readonly #hashed = new Map<string, HashIndex>()
  readonly #ordered = new Map<string, OrderedIndex>()
  /** Indexes of both kinds, for the write path. */
  readonly #indexes: TableIndex[] = []

  constructor(rows = new Map<Key, R>(), keys: Key[] = []) {
    this.rows = rows
    this.keys = keys
  }

  apply(key: Key, after: R | undefined): void {
    this.stamp = {}
    const before = this.rows.get(key)
    if (after !== undefined) {
      this.rows.set(key, after)
      if (before === undefined) insertKey(this.keys, key)
    } else if (before !== undefined) {
      this.rows.delete(key)
      removeKey(this.keys, key)
    }
    for (const index of this.#indexes) index.change(key, before, after)
  }

  isHashed(column: string): boolean {
    return this.#hashed.has(column)
  }

  hashedBy(column: string): HashIndex {
    const known = this.#hashed.get(column)
    if (known !== undefined) return known
    const index = new HashIndex(column)
    for (const key of this.keys) index.change(key, undefined, this.rows.get(key))
    this.#hashed.set(column, index)
    this.#indexes.push(index)
    return index
  }

  orderedBy(column: string): OrderedIndex {
    const known = this.#ordered.get(column)
    if (known !== undefined) return known
    const index = OrderedIndex.build(column, this.rows, this.keys)
    this.#ordered.set(column, index)
    this.#indexes.push(index)
    return index
  }

  copy(): TableBody<R> {
    const copy = new TableBody(new Map(this.rows), this.keys.slice())
    for (const [column, index] of this.#hashed) copy.#hashed.set(column, index.copy())
    for (const [column, index] of this.#ordered) copy.#ordered.set(column, index.copy(copy.rows))
    copy.#indexes.push(...copy.#hashed.values(), ...copy.#ordered.values())
    return copy
  }
}
