import { compareScalars } from './compare-scalars'
import { firstPosition } from './first-position'
import type { Key, Row, Scalar } from './row'
import type { RowsByKey, TableIndex } from './table-index'

/** All keys of a table ordered by (column value, key); rows without a value come last. */
export class OrderedIndex implements TableIndex {
  readonly #keys: Key[]

  constructor(
    private readonly column: string,
    /** The rows of the table. Reading a value during a search is cheaper than storing all values again. */
    private readonly rows: RowsByKey,
    orderedKeys: Key[],
  ) {
    this.#keys = orderedKeys
  }

  /** @param keys ascending */
  static build(column: string, rows: RowsByKey, keys: readonly Key[]): OrderedIndex {
    const entries = keys.map((key) => ({ key, value: sortable(rows.get(key)?.[column]) }))
    entries.sort((a, b) => compareScalars(a.value, b.value)) // stable, so equal values stay ascending by key
    const orderedKeys = entries.map((entry) => entry.key)
    return new OrderedIndex(column, rows, orderedKeys)
  }

  get keys(): readonly Key[] {
    return this.#keys
  }

  /** The positions within the bounds: start, and end (exclusive). */
  range(from: Scalar | undefined, to: Scalar | undefined): { start: number; end: number } {
    if (from === null || to === null) return { start: 0, end: 0 }
    const isPast = (value: Scalar) => (to === undefined ? value === null : compareScalars(value, to) > 0)
    const end = firstPosition(this.#keys, (key) => isPast(this.#valueOf(key)))
    if (from === undefined) return { start: 0, end }
    const start = firstPosition(this.#keys, (key) => compareScalars(this.#valueOf(key), from) >= 0)
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

  copy(rows: RowsByKey): OrderedIndex {
    return new OrderedIndex(this.column, rows, this.#keys.slice())
  }

  /** Compares the key itself first, because its row already has the new value. */
  #positionOf(value: Scalar, key: Key): number {
    return firstPosition(this.#keys, (other) => {
      if (other === key) return true
      const order = compareScalars(this.#valueOf(other), value)
      return order > 0 || (order === 0 && compareScalars(other, key) > 0)
    })
  }

  #valueOf(key: Key): Scalar {
    return sortable(this.rows.get(key)?.[this.column])
  }
}

const sortable = (held: unknown): Scalar =>
  typeof held === 'string' || typeof held === 'number' || typeof held === 'boolean' ? held : null
