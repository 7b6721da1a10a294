import { type CivilDay, civilDayOf, civilDayText, DAY_MS, dayNumberOf, isCivilDay } from './civil-day'
import { InvariantViolation } from './invariant'

/** A date is a text 'YYYY-MM-DD' of the years 1900 to 9999, so dates can be compared as texts (§1.2). */
const firstYear = 1900
const lastYear = 9999
export const FIRST_DATE = `${firstYear}-01-01`
export const LAST_DATE = `${lastYear}-12-31`
const shape = /^\d{4}-\d{2}-\d{2}$/

/** True if the text is an existing day in the form YYYY-MM-DD. */
export function isPlainDate(text: unknown): text is string {
  if (typeof text !== 'string' || !shape.test(text)) return false
  const date = fieldsOf(text)
  return date.year >= firstYear && isCivilDay(date)
}

/** @throws InvariantViolation if the result lies outside of the years 1900 to 9999, as all functions here do */
export const addDays = (date: string, days: number): string => dateOfDay(dayNumber(date) + days)

/** Days from a to b; negative when b is earlier. */
export const daysBetween = (a: string, b: string): number => dayNumber(b) - dayNumber(a)

/** The UTC date of an instant in milliseconds. */
export const dateOf = (ms: number): string => dateOfDay(Math.floor(ms / DAY_MS))

/** Midnight UTC, in milliseconds. */
export const startOf = (date: string): number => dayNumber(date) * DAY_MS

/** Days since 1970-01-01. */
export const dayNumber = (date: string): number => dayNumberOf(fieldsOf(date))

export const dateOfDay = (dayNumber: number): string => dayText(civilDayOf(dayNumber))

const fieldsOf = (date: string): CivilDay => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
  day: Number(date.slice(8, 10)),
})

function dayText(date: CivilDay): string {
  if (date.year < firstYear || date.year > lastYear || Number.isNaN(date.year))
    throw new InvariantViolation(
      `There are dates of the years ${firstYear} to ${lastYear} only, not of ${date.year}`,
    )
  return civilDayText(date)
}
