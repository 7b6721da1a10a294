import type { DepreciationTerms } from './depreciation-terms'
import { monthOf } from './month-of'
import { periodEnd } from './period-end'

/** By how many months a schedule comes later if its next date shall not lie before a day. */
export const monthsToMove = (
  next: string,
  day: string,
  terms: Pick<DepreciationTerms, 'frequency' | 'fiscalYearEnd'>,
): number => (next < day ? periodEnd(monthOf(day), terms) - monthOf(next) : 0)
