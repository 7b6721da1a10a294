import { civilDayOf, dayNumberOf, daysInMonth, weekdayOf } from '../../kernel/civil-day'
import { commonDivisor } from '../../kernel/common-divisor'
import type { RecurrenceRule, RuleFrequency } from './rule'

/** A date of a recurrence rule. */
export interface Occurrence {
  /** Days since 1970-01-01. */
  readonly day: number
  /** Its position in the rule, from 1. Known only for rules with COUNT. */
  readonly index: number
}

/** The calendar repeats every 400 years, which are whole weeks. A rule without a match in them has none. */
const PERIODS_OF_400_YEARS: { readonly [F in RuleFrequency]: number } = {
  DAILY: 146_097,
  WEEKLY: 20_871,
  MONTHLY: 4_800,
  YEARLY: 400,
}

const LAST_DAY = dayNumberOf({ year: 9999, month: 12, day: 31 })

/** The first and last day of a period, inclusive. */
interface Period {
  readonly first: number
  readonly last: number
}

interface Month extends Period {
  /** 1 to 12 */
  readonly month: number
}

/** The dates of a rule from its start on. Each date is computed without visiting the earlier ones. */
export class Recurrence {
  readonly #rule: RecurrenceRule
  readonly #end: number
  readonly #cycle: number
  #steps = 0
  #month: Month = { first: 0, last: -1, month: 0 }

  /** @param start first day of the rule; an occurrence only if the rule matches it */
  constructor(
    rule: RecurrenceRule,
    private readonly start: number,
  ) {
    this.#rule = anchored(rule, start)
    this.#end = Math.min(rule.until ?? LAST_DAY, LAST_DAY)
    const periods = PERIODS_OF_400_YEARS[rule.frequency]
    this.#cycle = periods / commonDivisor(periods, rule.interval)
  }

  /** Days and months visited so far. */
  get steps(): number {
    return this.#steps
  }

  /** The first occurrence after a day. With COUNT it counts the occurrences up to that day. */
  after(day: number): Occurrence | undefined {
    const { count } = this.#rule
    if (count === undefined) return this.#found(this.#dayAfter(day), 0)
    const passed = this.#countThrough(day, count)
    return passed < count ? this.#found(this.#dayAfter(day), passed + 1) : undefined
  }

  following({ day, index }: Occurrence): Occurrence | undefined {
    const { count } = this.#rule
    if (count === undefined) return this.#found(this.#dayAfter(day), 0)
    return index < count ? this.#found(this.#dayAfter(day), index + 1) : undefined
  }

  #found(day: number | undefined, index: number): Occurrence | undefined {
    return day === undefined ? undefined : { day, index }
  }

  #dayAfter(day: number): number | undefined {
    const from = Math.max(day + 1, this.start)
    const first = this.#periodIndexAt(from)
    for (let index = first; index <= first + this.#cycle; index++) {
      const period = this.#period(index)
      if (period.first > this.#end) return undefined
      const found = this.#datesIn(period).find((date) => date >= from)
      if (found !== undefined) return found <= this.#end ? found : undefined
    }
    return undefined
  }

  /** The number of occurrences up to a day. Stops counting at `atMost`. */
  #countThrough(day: number, atMost: number): number {
    const last = Math.min(day, this.#end)
    let counted = 0
    let matched = 0
    for (let index = 0; counted < atMost; index++) {
      const period = this.#period(index)
      if (period.first > last || index - matched > this.#cycle) break
      const dates = this.#datesIn(period).filter((date) => date >= this.start && date <= last)
      if (dates.length > 0) matched = index
      counted += dates.length
    }
    return Math.min(counted, atMost)
  }

  /** Index of the last period that begins on or before a day. */
  #periodIndexAt(day: number): number {
    const { frequency, interval } = this.#rule
    return Math.floor((this.#unitOf(frequency, day) - this.#unitOf(frequency, this.start)) / interval)
  }

  /** The number of the day, week, month or year that contains the day. */
  #unitOf(frequency: RuleFrequency, day: number): number {
    if (frequency === 'DAILY') return day
    if (frequency === 'WEEKLY') return Math.floor((day - this.#rule.weekStart + 3) / 7)
    const { year, month } = civilDayOf(day)
    return frequency === 'MONTHLY' ? year * 12 + month - 1 : year
  }

  #period(index: number): Period {
    const { frequency, interval, weekStart } = this.#rule
    const unit = this.#unitOf(frequency, this.start) + index * interval
    if (frequency === 'DAILY') return { first: unit, last: unit }
    if (frequency === 'WEEKLY') {
      const first = unit * 7 + weekStart - 3
      // The first week begins on the start day, which matters for BYSETPOS.
      return { first: Math.max(first, this.start), last: first + 6 }
    }
    if (frequency === 'YEARLY')
      return {
        first: dayNumberOf({ year: unit, month: 1, day: 1 }),
        last: dayNumberOf({ year: unit, month: 12, day: 31 }),
      }
    const [year, month] = [Math.floor(unit / 12), (unit % 12) + 1]
    const first = dayNumberOf({ year, month, day: 1 })
    return { first, last: first + daysInMonth(year, month) - 1 }
  }

  /** The days of a period that match the rule, in order. */
  #datesIn(period: Period): readonly number[] {
    const { months, frequency } = this.#rule
    const dates: number[] = []
    for (let day = period.first; day <= period.last; ) {
      const month = this.#monthAt(day)
      const last = Math.min(month.last, period.last)
      this.#steps++
      if (months.length === 0 || months.includes(month.month)) {
        // The period that "the second Monday" is counted in (§11.6).
        const counted = frequency === 'YEARLY' && months.length === 0 ? period : month
        this.#steps += last - day
        for (let one = day; one <= last; one++) if (this.#picks(one, month, counted)) dates.push(one)
      }
      day = last + 1
    }
    return this.#positioned(dates)
  }

  /** The month of a day. Cached, because days are visited in order. */
  #monthAt(day: number): Month {
    if (day >= this.#month.first && day <= this.#month.last) return this.#month
    const { year, month, day: dayOfMonth } = civilDayOf(day)
    const first = day - dayOfMonth + 1
    this.#month = { first, last: first + daysInMonth(year, month) - 1, month }
    return this.#month
  }

  #picks(day: number, month: Period, counted: Period): boolean {
    const { monthDays, days } = this.#rule
    if (monthDays.length > 0) {
      const fromStart = day - month.first + 1
      const fromEnd = day - month.last - 1
      if (!monthDays.includes(fromStart) && !monthDays.includes(fromEnd)) return false
    }
    return days.length === 0 || days.some(({ weekday, nth }) => isNth(day, weekday, nth, counted))
  }

  /** BYSETPOS selects the dates of a period at the given positions. */
  #positioned(dates: readonly number[]): readonly number[] {
    const { positions } = this.#rule
    if (positions.length === 0) return dates
    return dates.filter(
      (_, index) => positions.includes(index + 1) || positions.includes(index - dates.length),
    )
  }
}

function isNth(day: number, weekday: number, nth: number, { first, last }: Period): boolean {
  if (weekdayOf(day) !== weekday) return false
  if (nth === 0) return true
  return nth > 0 ? Math.floor((day - first) / 7) + 1 === nth : Math.floor((last - day) / 7) + 1 === -nth
}

/** Parts that the rule omits default to those of the start day. */
function anchored(rule: RecurrenceRule, start: number): RecurrenceRule {
  const { frequency, days, monthDays, months } = rule
  if (days.length > 0 || monthDays.length > 0 || frequency === 'DAILY') return rule
  if (frequency === 'WEEKLY') return { ...rule, days: [{ weekday: weekdayOf(start), nth: 0 }] }
  const { month, day } = civilDayOf(start)
  if (frequency === 'MONTHLY' || months.length > 0) return { ...rule, monthDays: [day] }
  return { ...rule, months: [month], monthDays: [day] }
}
