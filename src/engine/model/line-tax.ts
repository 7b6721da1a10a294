import type { Row } from '../../kernel/store'
import { objectOf } from './row'

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
