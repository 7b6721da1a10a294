import type { Row } from './row'

/**
 * Makes rows of one shape from a blank one. They are parsed from text, because what JSON makes has room for
 * all its columns inside and one shape for good. A spread object gets a shape of its own when it is frozen
 * (Node 20), which costs more memory than its values, and a long one built column by column becomes a
 * dictionary.
 */
export class RowTemplate {
  readonly #text: string
  /** Lists and objects of the blank row, which all rows share. */
  readonly #shared: readonly (readonly [column: string, value: object])[]

  constructor(blank: Row) {
    const isShared = (value: unknown): value is object => typeof value === 'object' && value !== null
    const columns = Object.entries(blank)
    this.#text = JSON.stringify(
      Object.fromEntries(columns.map(([column, value]) => [column, isShared(value) ? null : value])),
    )
    this.#shared = columns.filter((one): one is [string, object] => isShared(one[1]))
  }

  /** A blank row that is the caller's own. */
  make(): Record<string, unknown> {
    const row = JSON.parse(this.#text) as Record<string, unknown>
    for (const [column, value] of this.#shared) row[column] = value
    return row
  }
}
