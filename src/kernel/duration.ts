import { attempt } from './attempt'
import { civilDayOf, DAY_MS, dayNumberOf, plusMonths } from './civil-day'
import { DurationError } from './duration-error'
import { isInstant, parseInstant } from './instant'
import { didYouMean } from './nearest-name'

export interface DurationFields {
  /** Calendar years. */
  readonly years?: number
  /** Calendar months. */
  readonly months?: number
  /** Weeks of seven days. */
  readonly weeks?: number
  /** Days of 24 hours. */
  readonly days?: number
  /** Hours. */
  readonly hours?: number
  /** Minutes. */
  readonly minutes?: number
  /** Seconds. */
  readonly seconds?: number
  /** Milliseconds. */
  readonly milliseconds?: number
}

/** '5 days', '1 day 2 hours', '90 s', 'P5D', 'P1M2DT3H', 'PT0.5S' or { days: 5 } */
export type DurationInput = string | DurationFields

/** Months are counted apart, because they have no fixed length. Both are whole and not negative. */
export interface Duration {
  readonly months: number
  readonly milliseconds: number
}

type Unit = keyof DurationFields

const monthsPer: Partial<Record<Unit, number>> = { years: 12, months: 1 }
const millisecondsPer: Partial<Record<Unit, number>> = {
  weeks: 7 * DAY_MS,
  days: DAY_MS,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
}

/** 'm' is missing because it could mean months or minutes. */
const unitNames: Readonly<Record<Unit, readonly string[]>> = {
  years: ['y', 'yr', 'yrs', 'year', 'years'],
  months: ['mo', 'month', 'months'],
  weeks: ['w', 'wk', 'wks', 'week', 'weeks'],
  days: ['d', 'day', 'days'],
  hours: ['h', 'hr', 'hrs', 'hour', 'hours'],
  minutes: ['min', 'mins', 'minute', 'minutes'],
  seconds: ['s', 'sec', 'secs', 'second', 'seconds'],
  milliseconds: ['ms', 'millisecond', 'milliseconds'],
}

const unitCalled = new Map<string, Unit>(
  Object.entries(unitNames).flatMap(([unit, names]) => names.map((name) => [name, unit as Unit] as const)),
)

const amount = String.raw`(\d{1,15}(?:\.\d{1,15})?)`
const isoDuration = new RegExp(
  `^P(?=.)(?:${amount}Y)?(?:${amount}M)?(?:${amount}W)?(?:${amount}D)?` +
    `(?:T(?=.)(?:${amount}H)?(?:${amount}M)?(?:${amount}S)?)?$`,
)
const isoUnits: readonly Unit[] = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds']
const wordedPart = new RegExp(`^${amount} ?([a-z]{1,12})(?: |$)`)

/** Turns { days: 1, hours: 2 } into '1 day 2 hours' and returns a text unchanged. */
export function durationText(input: DurationInput): string {
  if (typeof input === 'string') return input
  return Object.entries(input)
    .map(([unit, count]) => `${count} ${count === 1 ? unit.slice(0, -1) : unit}`)
    .join(' ')
}

/** @throws DurationError */
export function parseDuration(input: DurationInput): Duration {
  const parts = typeof input === 'string' ? partsOfText(input) : partsOfFields(input)
  let months = 0
  let milliseconds = 0
  for (const [unit, value] of parts) {
    if (!(value >= 0)) throw new DurationError(`${unit} cannot be ${value}`)
    if (monthsPer[unit] !== undefined && !Number.isInteger(value))
      throw new DurationError(`${value} ${unit} is not a whole number`)
    months += value * (monthsPer[unit] ?? 0)
    milliseconds += value * (millisecondsPer[unit] ?? 0)
  }
  const duration = { months, milliseconds: Math.round(milliseconds) }
  if (!Number.isSafeInteger(months) || !Number.isSafeInteger(duration.milliseconds))
    throw new DurationError(`${JSON.stringify(input)} is too long`)
  return duration
}

/**
 * Adds calendar months first (31 January plus one month is the last day of February), then the milliseconds.
 * @throws DurationError beyond the year 9999
 */
export function addDuration(ms: number, { months, milliseconds }: Duration): number {
  const later = (months === 0 ? ms : addCalendarMonths(ms, months)) + milliseconds
  if (!isInstant(later)) throw new DurationError('This duration leads beyond the year 9999')
  return later
}

/** The earliest date of the service. */
const FIRST_MS = dayNumberOf({ year: 1900, month: 1, day: 1 }) * DAY_MS

/** The opposite of `addDuration`. @throws DurationError before the year 1900 */
export function subtractDuration(ms: number, { months, milliseconds }: Duration): number {
  const earlier = (months === 0 ? ms : addCalendarMonths(ms, -months)) - milliseconds
  if (earlier < FIRST_MS) throw new DurationError('This duration leads back beyond the year 1900')
  return earlier
}

function addCalendarMonths(ms: number, months: number): number {
  const dayNumber = Math.floor(ms / DAY_MS)
  const timeOfDay = ms - dayNumber * DAY_MS
  return dayNumberOf(plusMonths(civilDayOf(dayNumber), months)) * DAY_MS + timeOfDay
}

function partsOfFields(fields: DurationFields): [Unit, number][] {
  if (typeof fields !== 'object' || fields === null) throw unreadable(fields)
  const parts = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (parts.length === 0) throw unreadable(fields)
  for (const [unit, value] of parts) {
    if (!Object.hasOwn(unitNames, unit))
      throw new DurationError(`There is no unit ${JSON.stringify(unit)}${unitMeant(unit)}`)
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new DurationError(`${unit} must be a finite number`)
  }
  return parts as [Unit, number][]
}

function partsOfText(text: string): [Unit, number][] {
  const iso = isoDuration.exec(text)
  if (iso === null) return partsOfWords(text)
  return isoUnits.flatMap((unit, at) => {
    const value = iso[at + 1]
    return value === undefined ? [] : [[unit, Number(value)]]
  })
}

function partsOfWords(text: string): [Unit, number][] {
  if (text.length > 200) throw unreadable(`${text.slice(0, 40)}...`)
  let rest = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const parts: [Unit, number][] = []
  while (rest !== '' || parts.length === 0) {
    const part = wordedPart.exec(rest)
    const unit = unitCalled.get(part?.[2] ?? '')
    if (part === null || unit === undefined) throw unreadable(text, unitMeant(part?.[2]))
    parts.push([unit, Number(part[1])])
    rest = rest.slice(part[0].length)
  }
  return parts
}

const shownDuration = (input: unknown): string => {
  const isData = typeof input === 'string' || (typeof input === 'object' && input !== null)
  return attempt(() => (isData ? JSON.stringify(input) : String(input))) ?? 'an object'
}

const unitMeant = (word = ''): string =>
  word === 'm' ? ', perhaps min or mo' : didYouMean(word, Object.keys(unitNames))

function unreadable(input: unknown, meant = ''): DurationError {
  const text = shownDuration(input)
  if (parseInstant(text.slice(1, -1)) !== undefined)
    return new DurationError(`${text} is an instant, for clock.advanceTo, not a duration`)
  const lacking = /^"? *\d[\d.]* *"?$/.test(text) ? ', which has no unit' : meant
  return new DurationError(`Cannot read ${text} as a duration${lacking}`)
}
