/** A value by which a column can be indexed and ordered. */
export type Scalar = string | number | boolean | null

/** A whole number or text. All keys of one table have the same type. */
export type Key = string | number

/** Plain JSON, frozen when it enters a table. To change a row, put a new one. */
export interface Row {
  readonly [column: string]: unknown
}
