import { civilDayOf, dayNumberOf, plusMonths } from '../../kernel/civil-day'
import type { Frequency } from './rhythm'

/**
 * The day so many days, weeks, months or years after another one, both since 1970-01-01; the last day of the
 * month where the same day is missing.
 */
export const unitsOn = (frequency: Frequency, day: number, units: number): number =>
  STEPS[frequency](day, units)

const monthsOn = (day: number, months: number): number => dayNumberOf(plusMonths(civilDayOf(day), months))

const STEPS: Readonly<Record<Frequency, (day: number, units: number) => number>> = {
  daily: (day, days) => day + days,
  weekly: (day, weeks) => day + weeks * 7,
  monthly: monthsOn,
  annually: (day, years) => monthsOn(day, years * 12),
}
