import type { Decimal } from '../../kernel/money'

export type DepreciationMethod =
  | 'straight_line'
  | 'straight_line_prorate_even'
  | 'declining_balance'
  | 'double_declining'
  | 'custom'
  | 'macrs_gds'
  | 'macrs_ads'

export type Convention = 'mid_month' | 'half_month' | 'full_month' | 'mid_quarter' | 'half_year' | 'full_year'

export type DepreciationFrequency = 'monthly' | 'yearly'

/** The terms on which an asset is depreciated (§4.6.16). */
export interface DepreciationTerms {
  readonly method: DepreciationMethod
  readonly convention: Convention
  readonly frequency: DepreciationFrequency
  /** All dates are YYYY-MM-DD. */
  readonly start: string
  /** In months, at least 1; may be null for `custom` and MACRS. */
  readonly usefulLife: number | null
  readonly cost: Decimal
  readonly salvage: Decimal
  /** For `declining_balance`. */
  readonly acceleration: Decimal
  readonly custom: CustomSchedule | null
  /** The last month of the company's fiscal year, 1 to 12. */
  readonly fiscalYearEnd: number
}

export type CustomScheduleType =
  | 'cost_percentage'
  | 'net_book_value_percentage'
  | 'fixed_amount'
  | 'net_book_value_amount'

/** One value for a number of consecutive periods. */
export interface CustomEntry {
  readonly value: Decimal
  readonly periods: number
}

export interface CustomSchedule {
  readonly type: CustomScheduleType
  readonly entries: readonly CustomEntry[]
}
