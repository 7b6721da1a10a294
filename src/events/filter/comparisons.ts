import { formatInstant, parseInstant } from '../../kernel/instant'
import { isPlainDate } from '../../kernel/plain-date'

export type FilterComparison = ':' | '>=' | '<=' | '>' | '<'

/** Compares with a range of values, such as the first and the last instant of a day. */
export function ordered<Entry, T extends string | number>(
  of: (entry: Entry) => T | null | undefined,
  comparison: FilterComparison,
  [first, last]: readonly [T, T],
): (entry: Entry) => boolean {
  const compare: Readonly<Record<FilterComparison, (value: T) => boolean>> = {
    ':': (value) => value >= first && value <= last,
    '>=': (value) => value >= first,
    '<=': (value) => value <= last,
    '>': (value) => value > last,
    '<': (value) => value < first,
  }
  const test = compare[comparison]
  return (entry) => {
    const value = of(entry)
    return value !== null && value !== undefined && test(value)
  }
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** The milliseconds of a text such as `-1h`, `-90s`, `-5min` or `-2d`. */
function spanBack(value: string): number | undefined {
  const [, count, unit = ''] = /^-(\d{1,5})(s|m|min|h|d)$/.exec(value) ?? []
  return count === undefined ? undefined : Number(count) * (UNITS[unit] as number)
}

/**
 * Tests a virtual time: a time of any day, a date, both, or a span back. Undefined for another value.
 * @param latest the instant from which a span counts back
 */
export function timeTest(
  comparison: FilterComparison,
  value: string,
  latest: string,
): ((entry: { readonly at: string }) => boolean) | undefined {
  const span = spanBack(value)
  if (span !== undefined) {
    if (comparison === ':') return undefined
    const then = latest === '' ? '' : formatInstant((parseInstant(latest) ?? 0) - span)
    return ordered(({ at }) => at, comparison, [then, then])
  }
  const instant = value.replace(' ', 'T').replace(/Z$/, '')
  const [, date, time] =
    /^(\d{4}-\d\d(?:-\d\d)?)?T?((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?)?$/.exec(instant) ?? []
  if (date === undefined && time === undefined) return undefined
  if (date !== undefined && !isPlainDate(`${date}-01`.slice(0, 10))) return undefined
  const from = date === undefined ? 11 : 0
  const wanted = instant.slice(from === 0 ? 0 : instant.indexOf('T') + 1)
  // Truncated to the precision of the filter: 09:05:59 matches 09:05.
  const shown = ({ at }: { readonly at: string }): string => at.slice(from, from + wanted.length)
  return ordered(shown, comparison, [wanted, wanted])
}
