import { type Cents, cents } from '../../kernel/cents'
import { type Decimal, decimal } from '../../kernel/money'
import type { Row } from '../../kernel/store'

/** Typed access to columns. Definitions guarantee their types, so nothing is checked here. */

/** A row before it enters the store. */
export type MutableRow = Record<string, unknown>

export const textOf = (row: Row, column: string): string => row[column] as string
export const numberOf = (row: Row, column: string): number => row[column] as number
export const decimalOf = (row: Row, column: string): Decimal => decimal(row[column] as string)
export const centsOf = (row: Row, column: string): Cents => cents(row[column] as string)
/** The sum of a column over rows. */
export const totalOf = (rows: readonly Row[], column: string): Cents =>
  rows.reduce((total, row) => total + centsOf(row, column), 0n)
export const linesOf = (row: Row, column: string): readonly Row[] => (row[column] ?? []) as readonly Row[]
export const mutableLinesOf = (row: MutableRow, column: string): MutableRow[] =>
  (row[column] ?? []) as MutableRow[]

/** Visits the lines of a row before it enters the store. Makes no iterators, because every write does it. */
export function eachLine(
  row: MutableRow,
  column: string,
  visit: (line: MutableRow, index: number) => void,
): void {
  const lines = mutableLinesOf(row, column)
  for (let index = 0; index < lines.length; index += 1) visit(lines[index] as MutableRow, index)
}
