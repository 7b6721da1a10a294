import { compareScalars } from './compare-scalars'
import type { Key, Row, Scalar } from './row'
import { insertKey, removeKey } from './sorted-keys'
import type { TableIndex } from './table-index'

const NONE: readonly TableIndex[] = []

/** The content of a table: rows, key order and indexes. Forked tables share one body until either writes. */
export class TableBody<R extends Row> {
  /** Tables that share this body. Dropped forks stay counted, which costs a copy and no correctness. */
  holders = 1
  /** Another one after every write, and in every body: bodies with one stamp hold the same rows. */
  stamp: object = {}
  readonly rows: Map<Key, R>
  readonly keys: Key[]
  // Most tables have no index, and worlds have many tables.
  #hashed: Map<string, HashIndex> | undefined
  #ordered: Map<string, OrderedIndex> | undefined
  /** Indexes of both kinds, for the write path. */
  #indexes: readonly TableIndex[] = NONE

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
    const copy = new TableBody(new Map(this.rows), this.keys.slice())
    copy.#hashed = this.#hashed && copied(this.#hashed, (index) => index.copy())
    copy.#ordered = this.#ordered && copied(this.#ordered, (index) => index.copy(copy.rows))
    copy.#indexes = [...(copy.#hashed?.values() ?? NONE), ...(copy.#ordered?.values() ?? NONE)]
    return copy
  }
}

const copied = <Index>(indexes: ReadonlyMap<string, Index>, copy: (index: Index) => Index) =>
  new Map([...indexes].map(([column, index]) => [column, copy(index)]))

const none: readonly Key[] = Object.freeze([])

/** Maps each value of a column to the keys of the rows that hold it, ascending. */
class HashIndex implements TableIndex {
  readonly #keysOf = new Map<unknown, Key[]>()

  constructor(private readonly column: string) {}

  get(value: Scalar): readonly Key[] {
    return this.#keysOf.get(value) ?? none
  }

  change(key: Key, before: Row | undefined, after: Row | undefined): void {
    const left = before?.[this.column]
    const entered = after?.[this.column]
    if (before !== undefined && after !== undefined && left === entered) return
    if (before !== undefined) this.#forEachValue(left, (value) => this.#remove(value, key))
    if (after !== undefined) this.#forEachValue(entered, (value) => this.#add(value, key))
  }

  copy(): HashIndex {
    const copy = new HashIndex(this.column)
    for (const [value, keys] of this.#keysOf) copy.#keysOf.set(value, keys.slice())
    return copy
  }

  /** An array counts once for each distinct element, an absent column as null. Objects are not indexed. */
  #forEachValue(held: unknown, visit: (value: unknown) => void): void {
    if (Array.isArray(held)) {
      for (const element of new Set<unknown>(held)) if (isScalar(element)) visit(element)
    } else if (isScalar(held)) {
      visit(held ?? null)
    }
  }

  #add(value: unknown, key: Key): void {
    const keys = this.#keysOf.get(value)
    if (keys === undefined) this.#keysOf.set(value, [key])
    else insertKey(keys, key)
  }

  #remove(value: unknown, key: Key): void {
    const keys = this.#keysOf.get(value)
    if (keys === undefined) return
    removeKey(keys, key)
    if (keys.length === 0) this.#keysOf.delete(value)
  }
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

/** All keys of a table ordered by (column value, key); rows without a value come last. */
class OrderedIndex implements TableIndex {
  readonly #keys: Key[]

  constructor(
    private readonly column: string,
    /** The rows of the table: reading them in a search is cheaper than a second long array in order. */
    private readonly rows: ReadonlyMap<Key, Row>,
    orderedKeys: Key[],
  ) {
    this.#keys = orderedKeys
  }

  /** @param keys ascending */
  static build(column: string, rows: ReadonlyMap<Key, Row>, keys: readonly Key[]): OrderedIndex {
    const entries = keys.map((key) => ({ key, value: sortable(rows.get(key)?.[column]) }))
    entries.sort((a, b) => compareScalars(a.value, b.value)) // stable, so equal values stay ascending by key
    const orderedKeys = entries.map((entry) => entry.key)
    return new OrderedIndex(column, rows, orderedKeys)
  }

  get keys(): readonly Key[] {
    return this.#keys
  }

  /** Start and end (exclusive) of the positions within the bounds. */
  range(from: Scalar | undefined, to: Scalar | undefined): { start: number; end: number } {
    if (from === null || to === null) return { start: 0, end: 0 }
    const isPast = (value: Scalar) => (to === undefined ? value === null : compareScalars(value, to) > 0)
    const end = this.#firstPosition((key) => isPast(this.#valueOf(key)))
    if (from === undefined) return { start: 0, end }
    const start = this.#firstPosition((key) => compareScalars(this.#valueOf(key), from) >= 0)
    return { start: Math.min(start, end), end }
  }

  change(key: Key, before: Row | undefined, after: Row | undefined): void {
    const left = sortable(before?.[this.column])
    const entered = sortable(after?.[this.column])
    if (before !== undefined && after !== undefined && left === entered) return
    if (before !== undefined) this.#keys.splice(this.#positionOf(left, key), 1)
    if (after === undefined) return
    const position = this.#positionOf(entered, key)
    if (position === this.#keys.length) this.#keys.push(key)
    else this.#keys.splice(position, 0, key)
  }

  copy(rows: ReadonlyMap<Key, Row>): OrderedIndex {
    return new OrderedIndex(this.column, rows, this.#keys.slice())
  }

  /** Compares the key itself first, because its row already holds the new value. */
  #positionOf(value: Scalar, key: Key): number {
    return this.#firstPosition((other) => {
      if (other === key) return true
      const order = compareScalars(this.#valueOf(other), value)
      return order > 0 || (order === 0 && compareScalars(other, key) > 0)
    })
  }

  #valueOf(key: Key): Scalar {
    return sortable(this.rows.get(key)?.[this.column])
  }

  /** Binary search for the first position that satisfies the condition; the length if none does. */
  #firstPosition(isFarEnough: (key: Key) => boolean): number {
    let low = 0
    let high = this.#keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isFarEnough(this.#keys[middle] as Key)) high = middle
      else low = middle + 1
    }
    return low
  }
}

function sortable(held: unknown): Scalar {
  return typeof held === 'string' || typeof held === 'number' || typeof held === 'boolean' ? held : null
}
