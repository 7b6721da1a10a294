import { civilDayText, daysInMonth } from '../../kernel/civil-day'
import { FIRST_DATE, LAST_DATE } from '../../kernel/plain-date'
import { monthOf } from './month-of'

const [FIRST, LAST] = [monthOf(FIRST_DATE), monthOf(LAST_DATE)]

/** The last day of a month; what lies before or after all dates counts as the first or last month there is. */
export function endOfMonth(number: number): string {
  const within = Math.min(Math.max(number, FIRST), LAST)
  const [year, month] = [Math.floor(within / 12), (within % 12) + 1]
  return civilDayText({ year, month, day: daysInMonth(year, month) })
}
