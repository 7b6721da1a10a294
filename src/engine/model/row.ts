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
export const totalOf = (rows: readonly Row[], column: string): Cents =>
  rows.reduce((total, row) => total + centsOf(row, column), 0n)
/** A value from a closed list, such as a method or a frequency. */
export const wordOf = <Word extends string>(row: Row, column: string): Word => row[column] as Word
export const linesOf = <Line extends Row = Row>(row: Row, column: string): readonly Line[] =>
  (row[column] ?? []) as readonly Line[]
export const textOrNull = (row: Row, column: string): string | null => (row[column] ?? null) as string | null
export const numberOrNull = (row: Row, column: string): number | null =>
  (row[column] ?? null) as number | null
/** An object within a row, such as the tax of a line. */
export const objectOf = <Part extends Row = Row>(row: Row, column: string): Part | null =>
  (row[column] ?? null) as Part | null
/** Values that no definition describes. */
export const listOf = (row: Row, column: string): readonly unknown[] =>
  (row[column] ?? []) as readonly unknown[]
/** A list of ids, such as those of a record's ledger transactions. */
export const idsOf = (row: Row, column: string): readonly number[] => (row[column] ?? []) as readonly number[]
export const mutableLinesOf = (row: MutableRow, column: string): MutableRow[] =>
  (row[column] ?? []) as MutableRow[]

/** Visits the lines of a row before it enters the store. Uses no iterators, because every write calls it. */
export function eachLine(
  row: MutableRow,
  column: string,
  visit: (line: MutableRow, index: number) => void,
): void {
  const lines = mutableLinesOf(row, column)
  for (let index = 0; index < lines.length; index += 1) visit(lines[index] as MutableRow, index)
}

/** The tax of a line as rows hold it (§2.4). */
export interface LineTaxRow extends Row {
  readonly is_taxable: boolean
  /** In per cent. */
  readonly rate: number
  /** Null or absent until it is computed. */
  readonly amount?: number | null
  readonly tax_exempt_amount: number
}

export const taxOf = (line: Row): LineTaxRow | null => objectOf<LineTaxRow>(line, 'tax')
