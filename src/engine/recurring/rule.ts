import { dayNumberOf, isCivilDay } from '../../kernel/civil-day'
import { FREQUENCIES_OF_RULES, RULE_LENGTH } from '../schema/field-groups'

export type RuleFrequency = (typeof FREQUENCIES_OF_RULES)[number]

export interface RuleDay {
  /** 0 is Monday, 6 is Sunday. */
  readonly weekday: number
  /** The number of the weekday in the month or year, from the end if negative; 0 means every one. */
  readonly nth: number
}

/** A parsed recurrence rule. Days are counted from 1970-01-01. */
export interface RecurrenceRule {
  readonly frequency: RuleFrequency
  readonly interval: number
  readonly count: number | undefined
  /** The last day that can be an occurrence. */
  readonly until: number | undefined
  readonly days: readonly RuleDay[]
  readonly monthDays: readonly number[]
  readonly months: readonly number[]
  readonly positions: readonly number[]
  /** The first day of a week. */
  readonly weekStart: number
}

/**
 * Parses an RFC 5545 rule for days, as far as §11.6 supports it: each part at most once and in capitals, whole numbers
 * in range, and only combinations that the standard allows. Returns undefined for any other text.
 */
export function readRule(text: string): RecurrenceRule | undefined {
  if (text.length < RULE_LENGTH.least || text.length > RULE_LENGTH.most) return undefined
  const parts = partsOf(text)
  const read = parts && readParts(parts)
  return read && isConsistent(read) ? read : undefined
}

const NAMES = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'WKST']
const FREQUENCIES: readonly string[] = FREQUENCIES_OF_RULES
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

type Parts = ReadonlyMap<string, string>

function partsOf(text: string): Parts | undefined {
  const parts = new Map<string, string>()
  for (const part of text.split(';')) {
    const [name = '', value, ...rest] = part.split('=')
    if (value === undefined || rest.length > 0 || !NAMES.includes(name) || parts.has(name)) return undefined
    // FREQ must be first; the order of the other parts is free.
    if (parts.size === 0 && name !== 'FREQ') return undefined
    parts.set(name, value)
  }
  return parts
}

/** Undefined if any part is invalid. */
function readParts(parts: Parts): RecurrenceRule | undefined {
  const frequency = parts.get('FREQ') ?? ''
  const interval = readPart(parts, 'INTERVAL', (text) => wholeNumber(text, 9999), 1)
  const count = readPart(parts, 'COUNT', (text) => wholeNumber(text, Number.POSITIVE_INFINITY), null)
  const until = readPart(parts, 'UNTIL', lastDay, null)
  const days = readPart(parts, 'BYDAY', listOf(ruleDay), [])
  const monthDays = readPart(parts, 'BYMONTHDAY', listOf(signed(31)), [])
  const months = readPart(parts, 'BYMONTH', listOf(month), [])
  const positions = readPart(parts, 'BYSETPOS', listOf(signed(366)), [])
  const weekStart = readPart(parts, 'WKST', weekday, 0)
  if (!FREQUENCIES.includes(frequency) || interval === undefined || count === undefined) return undefined
  if (until === undefined || days === undefined || monthDays === undefined) return undefined
  if (months === undefined || positions === undefined || weekStart === undefined) return undefined
  return {
    frequency: frequency as RuleFrequency,
    interval,
    count: count ?? undefined,
    until: until ?? undefined,
    days,
    monthDays,
    months,
    positions,
    weekStart,
  }
}

function readPart<T, U>(parts: Parts, name: string, read: (text: string) => T | undefined, absent: U) {
  const text = parts.get(name)
  return text === undefined ? absent : read(text)
}

/** Rejects combinations that the standard rules out. */
function isConsistent({
  frequency,
  count,
  until,
  days,
  monthDays,
  months,
  positions,
}: RecurrenceRule): boolean {
  if (count !== undefined && until !== undefined) return false
  const hasOrdinals = days.some(({ nth }) => nth !== 0)
  if (hasOrdinals && (frequency === 'DAILY' || frequency === 'WEEKLY')) return false
  if (monthDays.length > 0 && frequency === 'WEEKLY') return false
  return positions.length === 0 || days.length + monthDays.length + months.length > 0
}

const listOf =
  <T>(read: (text: string) => T | undefined) =>
  (text: string): readonly T[] | undefined => {
    const values = text.split(',').map(read)
    return values.includes(undefined) ? undefined : (values as T[])
  }

function wholeNumber(text: string, most: number): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= most ? value : undefined
}

const month = (text: string): number | undefined => (text.length <= 2 ? wholeNumber(text, 12) : undefined)

/** A whole number other than 0; a negative one counts from the end. */
const signed =
  (most: number) =>
  (text: string): number | undefined => {
    const [, sign, digits = ''] = /^([+-]?)(\d{1,3})$/.exec(text) ?? []
    const value = wholeNumber(digits, most)
    return value !== undefined && sign === '-' ? -value : value
  }

const weekday = (text: string): number | undefined => {
  const index = WEEKDAYS.indexOf(text)
  return index < 0 ? undefined : index
}

function ruleDay(text: string): RuleDay | undefined {
  const day = weekday(text.slice(-2))
  const ordinal = text.slice(0, -2)
  const nth = ordinal === '' ? 0 : signed(53)(ordinal)
  return day === undefined || nth === undefined ? undefined : { weekday: day, nth }
}

/** Parses a date or a date-time. Occurrences are at midnight, so the time of day has no effect. */
function lastDay(text: string): number | undefined {
  const [found, year, month, day, hour = '0', minute = '0', second = '0'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(text) ?? []
  if (found === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined
  const civil = { year: Number(year), month: Number(month), day: Number(day) }
  return isCivilDay(civil) ? dayNumberOf(civil) : undefined
}
