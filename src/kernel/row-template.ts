import type { Row } from './row'

/** Columns up to which a row is copied one by one. */
const SHORT = 20

/**
 * Makes rows of one shape from a blank row. They are parsed from JSON text, because the parser allocates room
 * for all columns inside the object and gives all rows one hidden class. A spread object gets a hidden class
 * of its own when it is frozen (Node 20), which costs more memory than its values; a long row built column by
 * column, or by `Object.assign`, becomes a dictionary, at the latest when a change of it is spread.
 */
export class RowTemplate {
  readonly #text: string
  /** Lists and objects of the blank row, shared by all rows. */
  readonly #shared: readonly (readonly [column: string, value: object])[]
  /** Copied if it is short, which takes a third of the time and little more room. */
  readonly #short: Row | undefined

  constructor(blank: Row) {
    const isShared = (value: unknown): value is object => typeof value === 'object' && value !== null
    const columns = Object.entries(blank)
    this.#short = columns.length <= SHORT ? blank : undefined
    this.#text = JSON.stringify(
      Object.fromEntries(columns.map(([column, value]) => [column, isShared(value) ? null : value])),
    )
    this.#shared = columns.filter((one): one is [string, object] => isShared(one[1]))
  }

  /** A blank row that the caller may change. */
  make(): Record<string, unknown> {
    if (this.#short) return Object.assign({}, this.#short)
    const row = JSON.parse(this.#text) as Record<string, unknown>
    for (const [column, value] of this.#shared) row[column] = value
    return row
  }
}
