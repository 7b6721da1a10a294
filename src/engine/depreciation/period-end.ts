import type { DepreciationTerms } from './depreciation-terms'
import { fiscalYearStart } from './fiscal-year-start'

/** The month whose last day closes the period that a month lies in. */
export const periodEnd = (
  month: number,
  { frequency, fiscalYearEnd }: Pick<DepreciationTerms, 'frequency' | 'fiscalYearEnd'>,
): number => (frequency === 'monthly' ? month : fiscalYearStart(month, fiscalYearEnd) + 11)
