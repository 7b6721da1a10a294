import type { DepreciationTerms } from './depreciation-terms'
import { endOfMonth } from './end-of-month'
import { firstMonth } from './first-month'
import { monthOf } from './month-of'
import { periodEnd } from './period-end'

/**
 * The last days of so many periods from the start on. A schedule of one's own says what each of them takes, so
 * none counts half.
 */
export function customPeriods(terms: DepreciationTerms, count: number, moved: number): string[] {
  const { month } = firstMonth(terms.convention, monthOf(terms.start), terms.fiscalYearEnd)
  const first = periodEnd(month + moved, terms)
  const length = terms.frequency === 'monthly' ? 1 : 12
  return Array.from({ length: count }, (_, index) => endOfMonth(first + index * length))
}
