/** What a column may be looked up and ordered by. */
export type Scalar = string | number | boolean | null

/** Whole number or text; the keys of one table are all of the same kind. */
export type Key = string | number

/** A value that JSON can say, frozen from the moment it enters a table. A change is a new row. */
export interface Row {
  readonly [column: string]: unknown
}
