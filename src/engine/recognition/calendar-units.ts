import { civilDayOf, dayNumberOf, daysInMonth, weekdayOf } from '../../kernel/civil-day'
import type { Frequency } from './rhythm'

/** Days since 1970-01-01, both included. */
export interface Span {
  readonly first: number
  readonly last: number
}

/**
 * The day, week, month or year of the calendar that a day lies in.
 *
 * @param weekStart the weekday that weeks begin with, 0 for Monday
 */
export const calendarUnits =
  (frequency: Frequency, weekStart: number) =>
  (day: number): Span =>
    UNITS[frequency](day, weekStart)

const UNITS: Readonly<Record<Frequency, (day: number, weekStart: number) => Span>> = {
  daily: (day) => ({ first: day, last: day }),
  weekly: (day, weekStart) => {
    const first = day - ((weekdayOf(day) - weekStart + 7) % 7)
    return { first, last: first + 6 }
  },
  monthly: (number) => {
    const { year, month, day } = civilDayOf(number)
    const first = number - day + 1
    return { first, last: first + daysInMonth(year, month) - 1 }
  },
  annually: (day) => {
    const { year } = civilDayOf(day)
    return {
      first: dayNumberOf({ year, month: 1, day: 1 }),
      last: dayNumberOf({ year, month: 12, day: 31 }),
    }
  },
}
