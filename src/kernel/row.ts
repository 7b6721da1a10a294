/** A value that a column can be indexed and ordered by. */
export type Scalar = string | number | boolean | null

/** A whole number or text. All keys of one table have the same type. */
export type Key = string | number

/** Plain JSON, frozen when it enters a table. A change is a new row. */
export interface Row {
  readonly [column: string]: unknown
}
