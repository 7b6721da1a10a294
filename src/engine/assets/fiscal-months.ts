import { civilDayText, daysInMonth } from '../../kernel/civil-day'
import { FIRST_DATE, LAST_DATE } from '../../kernel/plain-date'
import type { DepreciationTerms } from './terms'

/** Numbers a month as 12 x year + month, 0 for January, so that months can be added and subtracted. */
export const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

const [FIRST, LAST] = [monthOf(FIRST_DATE), monthOf(LAST_DATE)]

/** The last day of a month. Months beyond the supported dates are clamped to the first or last one. */
export function endOfMonth(number: number): string {
  const within = Math.min(Math.max(number, FIRST), LAST)
  const [year, month] = [Math.floor(within / 12), (within % 12) + 1]
  return civilDayText({ year, month, day: daysInMonth(year, month) })
}

/** The latest month end that is not after a date. */
export function lastMonthEnd(date: string): string {
  const own = endOfMonth(monthOf(date))
  return own === date ? own : endOfMonth(monthOf(date) - 1)
}

/** The last month of the depreciation period that contains a month. */
export const periodEnd = (
  month: number,
  { frequency, fiscalYearEnd }: Pick<DepreciationTerms, 'frequency' | 'fiscalYearEnd'>,
): number => (frequency === 'monthly' ? month : fiscalYearStart(month, fiscalYearEnd) + 11)

/**
 * The first month of the fiscal year that contains a month.
 *
 * @param yearEnd the last month of the fiscal year, 1 to 12
 */
export const fiscalYearStart = (month: number, yearEnd: number): number =>
  month - ((month - yearEnd + 12) % 12)

/** The first period end after a date. */
export function nextPeriodEnd(
  date: string,
  terms: Pick<DepreciationTerms, 'frequency' | 'fiscalYearEnd'>,
): string {
  const end = endOfMonth(periodEnd(monthOf(date), terms))
  return end > date ? end : endOfMonth(periodEnd(monthOf(date) + 1, terms))
}

/** The latest period end that is not after a date. */
export function lastPeriodEnd(
  date: string,
  terms: Pick<DepreciationTerms, 'frequency' | 'fiscalYearEnd'>,
): string {
  const end = periodEnd(monthOf(date), terms)
  const length = terms.frequency === 'monthly' ? 1 : 12
  return endOfMonth(end) <= date ? endOfMonth(end) : endOfMonth(end - length)
}

/** The months by which to move a schedule, so that its next date is not before `day`. */
export const monthsToMove = (
  next: string,
  day: string,
  terms: Pick<DepreciationTerms, 'frequency' | 'fiscalYearEnd'>,
): number => (next < day ? periodEnd(monthOf(day), terms) - monthOf(next) : 0)
