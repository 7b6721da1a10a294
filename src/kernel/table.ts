import { areAlike } from './are-alike'
import { freezeDeeply } from './freeze-deeply'
import type { History } from './history'
import { InvariantViolation, invariant } from './invariant'
import type { Key, Row, Scalar } from './row'
import { positionOf } from './sorted-keys'
import { TableBody } from './table-body'

export type { Key, Row } from './row'

/**
 * Frozen rows in ascending order of their keys (numbers by value, texts by code unit). Do not change a
 * returned array of keys. Copy the array before you write to the table while iterating over it; only `rows()`
 * allows writes during the iteration.
 */
export class Table<R extends Row = Row> {
  readonly scope: string
  readonly name: string
  readonly #keyColumn: string
  readonly #history: History
  #body: TableBody<R>
  #version = 0

  /** Only the store makes tables. */
  constructor(scope: string, name: string, keyColumn: string, history: History, body = new TableBody<R>()) {
    this.scope = scope
    this.name = name
    this.#keyColumn = keyColumn
    this.#history = history
    this.#body = body
  }

  /** Grows with every change of a row, also while changes are undone. */
  get version(): number {
    return this.#version
  }

  /** The same object as long as the rows are the same, also in forks. */
  get stamp(): object {
    return this.#body.stamp
  }

  get size(): number {
    return this.#body.rows.size
  }

  get(key: Key): R | undefined {
    return this.#body.rows.get(key)
  }

  /** The row of an existing key. A missing row is a bug. */
  getRequired(key: Key): R {
    const row = this.#body.rows.get(key)
    if (row === undefined) throw new InvariantViolation(`The table ${this.name} has no row ${key}`)
    return row
  }

  has(key: Key): boolean {
    return this.#body.rows.get(key) !== undefined
  }

  /** Inserts or replaces by key, and freezes the row deeply. The same object again changes nothing. */
  put(row: R): void {
    const key = this.#keyOf(row)
    const before = this.#body.rows.get(key)
    if (before === row) return
    freezeDeeply(row)
    this.#history.write(this, key, before, row)
  }

  /** Returns false if there was no row. */
  remove(key: Key): boolean {
    const before = this.#body.rows.get(key)
    if (before === undefined) return false
    this.#history.write(this, key, before, undefined)
    return true
  }

  keys(): readonly Key[] {
    return this.#body.keys
  }

  /** Iterates in ascending order of keys. Rows written meanwhile at a later key are included. */
  *rows(): IterableIterator<R> {
    let position = 0
    while (position < this.#body.keys.length) {
      const key = this.#body.keys[position] as Key
      yield this.#body.rows.get(key) as R
      const keys = this.#body.keys
      position = keys[position] === key ? position + 1 : positionAfter(keys, key)
    }
  }

  /** The row with the highest key. */
  last(): R | undefined {
    const key = this.#body.keys.at(-1)
    return key === undefined ? undefined : this.#body.rows.get(key)
  }

  /**
   * Keys of the rows whose column equals the value, ascending. An array column matches each of its elements.
   * An absent column matches null. The index is built on first use and then stays.
   */
  keysWhere(column: string, value: Scalar): readonly Key[] {
    return this.#body.hashedBy(column).get(value)
  }

  /** The rows of `keysWhere`. */
  rowsWhere(column: string, value: Scalar): R[] {
    return this.keysWhere(column, value).map((key) => this.getRequired(key))
  }

  /** True if `keysWhere` has built its index on the column. */
  isIndexed(column: string): boolean {
    return this.#body.isHashed(column)
  }

  /** The first row of `keysWhere`. */
  find(column: string, value: Scalar): R | undefined {
    const key = this.keysWhere(column, value)[0]
    return key === undefined ? undefined : this.#body.rows.get(key)
  }

  /** All keys by (column value, key), rows without a value last. The first use builds an index. */
  keysOrderedBy(column: string): readonly Key[] {
    return this.#body.orderedBy(column).keys
  }

  /** The keys of `keysOrderedBy` between two values. Undefined is an open bound; null matches no row. */
  keysBetween(column: string, from: Scalar | undefined, to: Scalar | undefined): readonly Key[] {
    const index = this.#body.orderedBy(column)
    const { start, end } = index.range(from, to)
    return end - start === index.keys.length ? index.keys : index.keys.slice(start, end)
  }

  /** The number of keys that `keysBetween` returns, without allocating them. */
  countBetween(column: string, from: Scalar | undefined, to: Scalar | undefined): number {
    const { start, end } = this.#body.orderedBy(column).range(from, to)
    return end - start
  }

  /** True if both hold equal rows. Shared bodies are not compared; shared rows are compared cheaply. */
  isAlike(other: Table<R>): boolean {
    const [own, others] = [this.#body, other.#body]
    if (own === others) return true
    if (own.rows.size !== others.rows.size) return false
    return own.keys.every((key) => areAlike(own.rows.get(key), others.rows.get(key)))
  }

  /** For the history only: sets or removes a row without an entry in the history. */
  apply(key: Key, row: R | undefined): void {
    this.#history.journal?.note(this, key)
    if (this.#body.holders > 1) {
      this.#body.holders -= 1
      this.#body = this.#body.copy()
    }
    this.#body.apply(key, row)
    this.#version += 1
  }

  /** For the store only: fills an empty table without recording or announcing the rows. */
  load(rows: readonly R[]): void {
    invariant(this.size === 0, `The table ${this.name} is loaded once`)
    for (const row of rows) {
      const key = this.#keyOf(row)
      invariant(!this.has(key), `The table ${this.name} has the key ${key} twice`)
      freezeDeeply(row)
      this.#body.apply(key, row)
    }
    this.#version += 1
  }

  /** For the store only: the same content under another history, shared until one of them writes. */
  fork(history: History): Table<R> {
    this.#body.holders += 1
    return new Table(this.scope, this.name, this.#keyColumn, history, this.#body)
  }

  #keyOf(row: R): Key {
    const key = row[this.#keyColumn]
    if (typeof key === 'string' || Number.isSafeInteger(key)) return key as Key
    throw new InvariantViolation(
      `A row of ${this.name} needs a whole number or a text as its ${this.#keyColumn}`,
    )
  }
}

function positionAfter(keys: readonly Key[], key: Key): number {
  const position = positionOf(keys, key)
  return keys[position] === key ? position + 1 : position
}
