import { civilDayOf, dayNumberOf, daysInMonth, plusMonths, weekdayOf } from '../../kernel/civil-day'
import { invariant } from '../../kernel/invariant'
import { dateOfDay, dayNumber } from '../../kernel/plain-date'
import type { ContractFrequency } from '../schema/contract-fields'

/** Units are calendar units or start with the term (assumption `recognition-periods`). */
export type UnitStart = 'calendar' | 'anniversary'

/** The part of a day, week, month or year that lies within the term. */
export interface PeriodUnit {
  readonly days: number
  /** Days of the whole unit. */
  readonly length: number
}

export interface RecognitionPeriod {
  /** Its last day within the term, which is the date of its recognition entry. */
  readonly date: string
  /** In date order. Their number is the interval; the last period can have fewer. */
  readonly units: readonly PeriodUnit[]
}

/**
 * Splits a term into recognition periods (`recognition-periods`, §13.3). An interval of n
 * joins n units, beginning with the unit that contains the start.
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
  invariant(start <= end, 'a term must not end before it starts')
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

/** A range of days, first and last included, as days since 1970-01-01. */
export interface Span {
  readonly first: number
  readonly last: number
}

/**
 * Returns the calendar unit that contains a day.
 *
 * @param weekStart the first weekday of a week, 0 for Monday
 */
const calendarUnits =
  (frequency: ContractFrequency, weekStart: number) =>
  (day: number): Span =>
    UNITS[frequency](day, weekStart)

const UNITS: Readonly<Record<ContractFrequency, (day: number, weekStart: number) => Span>> = {
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
    return { first: dayNumberOf({ year, month: 1, day: 1 }), last: dayNumberOf({ year, month: 12, day: 31 }) }
  },
}

/** Returns the units that start with the term. The caller asks for them one by one, in order. */
function anniversaryUnits(frequency: ContractFrequency, start: number): (day: number) => Span {
  let passed = 0
  return (first) => {
    passed += 1
    return { first, last: addUnits(frequency, start, passed) - 1 }
  }
}

/** Adds units to a day, counted from 1970-01-01. A target month without such a day gives its last one. */
export const addUnits = (frequency: ContractFrequency, day: number, units: number): number =>
  STEPS[frequency](day, units)

const addMonths = (day: number, months: number): number => dayNumberOf(plusMonths(civilDayOf(day), months))

const STEPS: Readonly<Record<ContractFrequency, (day: number, units: number) => number>> = {
  daily: (day, days) => day + days,
  weekly: (day, weeks) => day + weeks * 7,
  monthly: addMonths,
  annually: (day, years) => addMonths(day, years * 12),
}

/** The frequency at which an obligation is billed or recognised. */
export interface Rhythm {
  readonly frequency: ContractFrequency
  /** Units per period, at least 1. */
  readonly interval: number
  /** The first weekday of a week, 0 for Monday; null for the weekday of the start. */
  readonly anchorWeekday: number | null
}
