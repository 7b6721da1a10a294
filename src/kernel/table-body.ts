import { CopyOnWriteMap } from './copy-on-write-map'
import { HashIndex } from './hash-index'
import { OrderedIndex } from './ordered-index'
import type { Key, Row } from './row'
import { insertKey, removeKey } from './sorted-keys'
import type { TableIndex } from './table-index'

const NONE: readonly TableIndex[] = []

/** Rows, key order and indexes of a table. Forked tables share one body until one of them writes. */
export class TableBody<R extends Row> {
  /** Tables that share this body. Dropped forks stay counted, which costs a needless copy. */
  holders = 1
  /** A new object after every write, so that equal stamps mean equal rows. */
  stamp: object = {}
  readonly rows: CopyOnWriteMap<Key, R>
  readonly keys: Key[]
  // Created on demand: most tables have no index, and worlds have many tables.
  #hashed: Map<string, HashIndex> | undefined
  #ordered: Map<string, OrderedIndex> | undefined
  /** Indexes of both kinds, which every write updates. */
  #indexes: readonly TableIndex[] = NONE

  constructor(rows = new CopyOnWriteMap<Key, R>(), keys: Key[] = []) {
    this.rows = rows
    this.keys = keys
  }

  apply(key: Key, after: R | undefined): void {
    this.stamp = {}
    const before = this.rows.get(key)
    this.rows.set(key, after)
    if (before === undefined && after !== undefined) insertKey(this.keys, key)
    else if (before !== undefined && after === undefined) removeKey(this.keys, key)
    for (const index of this.#indexes) index.change(key, before, after)
  }

  isHashed(column: string): boolean {
    return this.#hashed?.has(column) === true
  }

  hashedBy(column: string): HashIndex {
    const known = this.#hashed?.get(column)
    if (known !== undefined) return known
    const index = new HashIndex(column)
    for (const key of this.keys) index.change(key, undefined, this.rows.get(key))
    this.#hashed ??= new Map()
    this.#hashed.set(column, index)
    this.#indexes = [...this.#indexes, index]
    return index
  }

  orderedBy(column: string): OrderedIndex {
    const known = this.#ordered?.get(column)
    if (known !== undefined) return known
    const index = OrderedIndex.build(column, this.rows, this.keys)
    this.#ordered ??= new Map()
    this.#ordered.set(column, index)
    this.#indexes = [...this.#indexes, index]
    return index
  }

  copy(): TableBody<R> {
    const copy = new TableBody(this.rows.copy(), this.keys.slice())
    copy.#hashed = this.#hashed && copied(this.#hashed, (index) => index.copy())
    copy.#ordered = this.#ordered && copied(this.#ordered, (index) => index.copy(copy.rows))
    copy.#indexes = [...(copy.#hashed?.values() ?? NONE), ...(copy.#ordered?.values() ?? NONE)]
    return copy
  }
}

const copied = <Index>(indexes: ReadonlyMap<string, Index>, copy: (index: Index) => Index) =>
  new Map([...indexes].map(([column, index]) => [column, copy(index)]))
