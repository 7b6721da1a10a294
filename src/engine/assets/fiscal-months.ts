import { civilDayText, daysInMonth } from '../../kernel/civil-day'
import { FIRST_DATE, LAST_DATE } from '../../kernel/plain-date'
import type { DepreciationTerms } from './terms'

/** A month by its number: 12 x year + month, 0 for January. So months can be counted on. */
export const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

const [FIRST, LAST] = [monthOf(FIRST_DATE), monthOf(LAST_DATE)]

/** The last day of a month; what lies before or after all dates counts as the first or last month there is. */
export function endOfMonth(number: number): string {
  const within = Math.min(Math.max(number, FIRST), LAST)
  const [year, month] = [Math.floor(within / 12), (within % 12) + 1]
  return civilDayText({ year, month, day: daysInMonth(year, month) })
}

/** The last day of the last month that is over when a day is. */
export function lastMonthEnd(date: string): string {
  const own = endOfMonth(monthOf(date))
  return own === date ? own : endOfMonth(monthOf(date) - 1)
}

/** The month whose last day closes the period that a month lies in. */
export const periodEnd = (
  month: number,
  { frequency, fiscalYearEnd }: Pick<DepreciationTerms, 'frequency' | 'fiscalYearEnd'>,
): number => (frequency === 'monthly' ? month : fiscalYearStart(month, fiscalYearEnd) + 11)

/**
 * The first month of the fiscal year that a month lies in.
 *
 * @param yearEnd the month that the fiscal year ends with, 1 to 12
 */
export const fiscalYearStart = (month: number, yearEnd: number): number =>
  month - ((month - yearEnd + 12) % 12)

/** The last day of the first period that ends after a day. */
export function nextPeriodEnd(
  date: string,
  terms: Pick<DepreciationTerms, 'frequency' | 'fiscalYearEnd'>,
): string {
  const end = endOfMonth(periodEnd(monthOf(date), terms))
  return end > date ? end : endOfMonth(periodEnd(monthOf(date) + 1, terms))
}

/** The last day of the last period that is over on a day, that day included. */
export function lastPeriodEnd(
  date: string,
  terms: Pick<DepreciationTerms, 'frequency' | 'fiscalYearEnd'>,
): string {
  const end = periodEnd(monthOf(date), terms)
  const length = terms.frequency === 'monthly' ? 1 : 12
  return endOfMonth(end) <= date ? endOfMonth(end) : endOfMonth(end - length)
}

/** By how many months a schedule comes later if its next date shall not lie before a day. */
export const monthsToMove = (
  next: string,
  day: string,
  terms: Pick<DepreciationTerms, 'frequency' | 'fiscalYearEnd'>,
): number => (next < day ? periodEnd(monthOf(day), terms) - monthOf(next) : 0)
