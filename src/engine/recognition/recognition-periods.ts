import { weekdayOf } from '../../kernel/civil-day'
import { invariant } from '../../kernel/invariant'
import { dateOfDay, dayNumber } from '../../kernel/plain-date'
import { anniversaryUnits } from './anniversary-units'
import { calendarUnits } from './calendar-units'
import type { Rhythm } from './rhythm'

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
