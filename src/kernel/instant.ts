import { civilDayOf, civilDayText, DAY_MS, dayNumberOf, isCivilDay, padded } from './civil-day'
import { InvariantViolation } from './invariant'

/** Instants are whole milliseconds since 1970-01-01T00:00:00Z, in the years 0 to 9999 (§1.2). */
const firstInstant = dayNumberOf({ year: 0, month: 1, day: 1 }) * DAY_MS
/** The last millisecond of the year 9999. */
export const LAST_INSTANT = dayNumberOf({ year: 10_000, month: 1, day: 1 }) * DAY_MS - 1

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const datePart = /^(\d{4})-(\d{2})-(\d{2})/
const timePart = /^T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)$/

// The last result is cached, because the clock stands still during requests.
const last = { ms: Number.NaN, text: '', wireText: '' }

/** Formats with milliseconds: 2026-01-15T09:00:00.000Z */
export const formatInstant = (ms: number): string => remembered(ms).text

/** Formats as the service does: milliseconds only if they are not zero, such as 2026-01-15T09:00:00Z. */
export const shortestInstant = (ms: number): string => remembered(ms).wireText

function remembered(ms: number): typeof last {
  if (ms === last.ms) return last
  last.text = text(ms)
  last.wireText = ms % 1000 === 0 ? `${last.text.slice(0, -'.000Z'.length)}Z` : last.text
  last.ms = ms
  return last
}

/**
 * Parses an ISO 8601 date-time with Z or an offset, or a date, which means midnight UTC. Fractions of a millisecond are
 * cut off. Returns milliseconds, or undefined for any other text and for days and times that do not exist.
 */
export function parseInstant(text: string): number | undefined {
  const date = datePart.exec(text)
  if (date === null) return undefined
  const day = { year: Number(date[1]), month: Number(date[2]), day: Number(date[3]) }
  if (!isCivilDay(day)) return undefined
  const timeOfDay = text.length === 10 ? 0 : parseTime(text.slice(10))
  if (timeOfDay === undefined) return undefined
  const ms = dayNumberOf(day) * DAY_MS + timeOfDay
  return isInstant(ms) ? ms : undefined
}

/** True for a whole number of milliseconds within the years 0 to 9999. */
export const isInstant = (ms: number): boolean =>
  Number.isSafeInteger(ms) && ms >= firstInstant && ms <= LAST_INSTANT

function parseTime(text: string): number | undefined {
  const time = timePart.exec(text)
  if (time === null) return undefined
  const [, hours, minutes, seconds = '0', fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = time
  const inRange =
    Number(hours) < 24 &&
    Number(minutes) < 60 &&
    Number(seconds) < 60 &&
    Number(offsetHours) < 24 &&
    Number(offsetMinutes) < 60
  if (!inRange) return undefined
  const local = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const offset = Number(offsetHours) * HOUR_MS + Number(offsetMinutes) * MINUTE_MS
  return local + milliseconds - (sign === '-' ? -offset : offset)
}

function text(ms: number): string {
  if (!isInstant(ms)) throw new InvariantViolation(`${ms} is not an instant of the years 0 to 9999`)
  const dayNumber = Math.floor(ms / DAY_MS)
  const rest = ms - dayNumber * DAY_MS
  const hours = padded(Math.floor(rest / HOUR_MS), 2)
  const minutes = padded(Math.floor(rest / MINUTE_MS) % 60, 2)
  const seconds = padded(Math.floor(rest / 1000) % 60, 2)
  return `${civilDayText(civilDayOf(dayNumber))}T${hours}:${minutes}:${seconds}.${padded(rest % 1000, 3)}Z`
}
