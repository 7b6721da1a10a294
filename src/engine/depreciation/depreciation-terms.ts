import type { Decimal } from '../../kernel/money'
import type { CustomSchedule } from './custom-amounts'
import type { DepreciationMethod } from './depreciation-schedule'
import type { Convention } from './first-month'

export type DepreciationFrequency = 'monthly' | 'yearly'

/** How an asset is written off (docs/service.md §4.6.16). */
export interface DepreciationTerms {
  readonly method: DepreciationMethod
  readonly convention: Convention
  readonly frequency: DepreciationFrequency
  /** YYYY-MM-DD, as are all dates here. */
  readonly start: string
  /** Months, from 1; the methods `custom` and `macrs` do without. */
  readonly usefulLife: number | null
  readonly cost: Decimal
  readonly salvage: Decimal
  /** Of `declining_balance`. */
  readonly acceleration: Decimal
  /** Of `custom`. */
  readonly custom: CustomSchedule | null
  /** The last month of the company's fiscal year, 1 to 12. */
  readonly fiscalYearEnd: number
}

/** How far it has come. */
export interface DepreciationProgress {
  readonly writtenOff: Decimal
  /** The last day that is dealt with, written off or passed over. */
  readonly through: string | null
  /** Months by which pauses have moved everything that is to come. */
  readonly moved: number
}
