import { civilDayOf, dayNumberOf, daysInMonth, plusMonths, weekdayOf } from '../../kernel/civil-day'
import { invariant } from '../../kernel/invariant'
import { dateOfDay, dayNumber } from '../../kernel/plain-date'
import type { Frequency } from '../schema/contract-fields'

/** Whether units are those of the calendar or begin with the term (the assumption `recognition-periods`). */
export type UnitStart = 'calendar' | 'anniversary'

/** A day, week, month or year, as far as the term covers it. */
export interface PeriodUnit {
  readonly days: number
  /** Days of the whole unit. */
  readonly length: number
}

export interface RecognitionPeriod {
  /** Its last day within the term; what is recognised for it is dated so. */
  readonly date: string
  /** In their order, as many as the interval says, fewer in the last period. */
  readonly units: readonly PeriodUnit[]
}

/**
 * Cuts a term into periods (`recognition-periods`, docs/service.md §13.3). An interval above 1 joins units,
 * counted from the one that the start lies in.
 *
 * @param start first day of the term
 * @param end last day of the term, not before the start
 */
export function recognitionPeriods(
  start: string,
  end: string,
  { frequency, interval, anchorWeekday }: Rhythm,
  unitStart: UnitStart,
): RecognitionPeriod[] {
  invariant(start <= end, 'A term does not end before it starts')
  const [first, last] = [dayNumber(start), dayNumber(end)]
  const unitOn =
    unitStart === 'calendar'
      ? calendarUnits(frequency, anchorWeekday ?? weekdayOf(first))
      : anniversaryUnits(frequency, first)
  const periods: RecognitionPeriod[] = []
  let units: PeriodUnit[] = []
  for (let day = first; day <= last; ) {
    const unit = unitOn(day)
    const until = Math.min(unit.last, last)
    units.push({ days: until - day + 1, length: unit.last - unit.first + 1 })
    if (units.length === interval || until === last) {
      periods.push({ date: dateOfDay(until), units })
      units = []
    }
    day = until + 1
  }
  return periods
}

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
const calendarUnits =
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

/** The units that begin with a term, asked for by their first days and in their order. */
function anniversaryUnits(frequency: Frequency, start: number): (day: number) => Span {
  let passed = 0
  return (first) => {
    passed += 1
    return { first, last: unitsOn(frequency, start, passed) - 1 }
  }
}

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

/** How often something is billed or recognised. */
export interface Rhythm {
  readonly frequency: Frequency
  /** Units between two dates, from 1. */
  readonly interval: number
  /** The weekday that weeks begin with, 0 for Monday; null for the weekday of the start. */
  readonly anchorWeekday: number | null
}
