import type { Row } from './row'

/** Up to this number of columns, a row is copied instead of parsed. */
const SHORT = 20

/**
 * Makes rows of one shape from a blank row by parsing JSON text. The parser reserves room for all columns
 * inside the object and gives all rows one hidden class. Without it, rows use more memory: a spread object
 * gets its own hidden class when it is frozen (Node 20), and a long row that is built column by column, or by
 * `Object.assign`, becomes a dictionary, at the latest when a changed copy is spread from it.
 */
export class RowTemplate {
  readonly #text: string
  /** Lists and objects of the blank row, shared by all rows. */
  readonly #shared: readonly (readonly [column: string, value: object])[]
  /** Set if the row is short: copying takes a third of the time and little more memory. */
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
