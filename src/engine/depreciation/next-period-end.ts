import type { DepreciationTerms } from './depreciation-terms'
import { endOfMonth } from './end-of-month'
import { monthOf } from './month-of'
import { periodEnd } from './period-end'

/** The last day of the first period that ends after a day. */
export function nextPeriodEnd(
  date: string,
  terms: Pick<DepreciationTerms, 'frequency' | 'fiscalYearEnd'>,
): string {
  const end = endOfMonth(periodEnd(monthOf(date), terms))
  return end > date ? end : endOfMonth(periodEnd(monthOf(date) + 1, terms))
}
