import { endOfMonth } from './end-of-month'
import { monthOf } from './month-of'

/** The last day of the last month that is over when a day is. */
export function lastMonthEnd(date: string): string {
  const own = endOfMonth(monthOf(date))
  return own === date ? own : endOfMonth(monthOf(date) - 1)
}
