/** A day of the proleptic Gregorian calendar. */
export interface CivilDay {
  readonly year: number
  /** 1 to 12 */
  readonly month: number
  /** 1 to 31 */
  readonly day: number
}

export const DAY_MS = 86_400_000

const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Days from the first day of year 1 to the first of the given year. */
function daysBeforeYear(year: number): number {
  const past = year - 1
  return 365 * past + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400)
}

const daysBefore = (year: number, month: number): number =>
  (daysBeforeMonth[month - 1] as number) + (month > 2 && isLeapYear(year) ? 1 : 0)

const epoch = daysBeforeYear(1970)

/** Days since 1970-01-01. */
export const dayNumberOf = ({ year, month, day }: CivilDay): number =>
  daysBeforeYear(year) + daysBefore(year, month) + day - 1 - epoch

export function civilDayOf(dayNumber: number): CivilDay {
  const days = dayNumber + epoch
  // 400 years have 146097 days, so this estimate is wrong by one year at most.
  let year = Math.floor((days * 400) / 146_097) + 1
  while (daysBeforeYear(year) > days) year -= 1
  while (daysBeforeYear(year + 1) <= days) year += 1
  const dayOfYear = days - daysBeforeYear(year)
  let month = Math.min(12, Math.floor(dayOfYear / 31) + 1)
  while (month < 12 && daysBefore(year, month + 1) <= dayOfYear) month += 1
  return { year, month, day: dayOfYear - daysBefore(year, month) + 1 }
}

/** 0 is Monday, 6 is Sunday. */
export const weekdayOf = (dayNumber: number): number => (((dayNumber + 3) % 7) + 7) % 7 // 1970-01-01 was a Thursday

/** Adds months. The day is capped at the last day of the target month. */
export function plusMonths({ year, month, day }: CivilDay, months: number): CivilDay {
  const target = year * 12 + month - 1 + months
  const landed = { year: Math.floor(target / 12), month: (((target % 12) + 12) % 12) + 1 }
  return { ...landed, day: Math.min(day, daysInMonth(landed.year, landed.month)) }
}

/** @param month 1 to 12 */
export const daysInMonth = (year: number, month: number): number =>
  month === 12 ? 31 : daysBefore(year, month + 1) - daysBefore(year, month)

export const isCivilDay = ({ year, month, day }: CivilDay): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)

export const civilDayText = ({ year, month, day }: CivilDay): string =>
  `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`

export const padded = (value: number, width: number): string => String(value).padStart(width, '0')
