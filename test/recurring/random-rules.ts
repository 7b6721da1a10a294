import fc from 'fast-check'
import { readRule } from '../../src/engine/recurring/rule'
import { addDays } from '../../src/kernel/plain-date'
import { datesOf } from './dates-of'

export interface Case {
  readonly rule: string
  readonly start: string
  readonly dates: readonly string[]
}

export const DATES_ASKED = 30

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<string> =>
  fc.uniqueArray(value, { minLength: 1, maxLength: 4 }).map((values) => values.join(','))
const signed = (most: number) =>
  fc.tuple(fc.boolean(), fc.integer({ min: 1, max: most })).map(([down, n]) => (down ? -n : n))

const rule = fc
  .record({
    frequency: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.option(fc.integer({ min: 1, max: 20 })),
    end: fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1, max: 60 }).map((count) => `;COUNT=${count}`),
      fc
        .integer({ min: 0, max: 6000 })
        .map((days) => `;UNTIL=${addDays('1995-01-01', days * 3).replaceAll('-', '')}`),
    ),
    plainDays: fc.option(some(fc.constantFrom(...WEEKDAYS))),
    // The judges take a mixture of plain and counted weekdays to mean both at once, which no date is.
    countedDays: fc.option(
      some(fc.tuple(signed(5), fc.constantFrom(...WEEKDAYS)).map(([nth, day]) => `${nth}${day}`)),
    ),
    monthDays: fc.option(some(signed(31))),
    months: fc.option(some(fc.integer({ min: 1, max: 12 }))),
    positions: fc.option(some(signed(6)), { freq: 2 }),
    weekStart: fc.option(fc.constantFrom(...WEEKDAYS)),
  })
  .map(({ frequency, interval, end, plainDays, countedDays, monthDays, months, positions, weekStart }) => {
    const counts = frequency === 'MONTHLY' || frequency === 'YEARLY'
    const days = (counts && countedDays) || plainDays
    const parts = [
      days && `BYDAY=${days}`,
      frequency !== 'WEEKLY' && monthDays && `BYMONTHDAY=${monthDays}`,
      months && `BYMONTH=${months}`,
    ].filter(Boolean)
    if (positions && parts.length > 0) parts.push(`BYSETPOS=${positions}`)
    if (weekStart) parts.push(`WKST=${weekStart}`)
    return [`FREQ=${frequency}`, ...(interval ? [`INTERVAL=${interval}`] : []), ...parts].join(';') + end
  })

/**
 * Now and then close to the end of the calendar, where even a rule without dates is soon searched through.
 */
const start = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1980-01-01', days)) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2_000 }).map((days) => addDays('9994-01-01', days)) },
)

/** Random rules with their first dates, without those that would keep a judge searching for seconds. */
export function randomCases(howMany: number, seed: number): Case[] {
  const drawn = fc.sample(fc.record({ rule, start }), { numRuns: howMany, seed })
  return drawn.flatMap((one) =>
    isSafe(one.rule, one.start) ? [{ ...one, dates: datesOf(one.rule, one.start, DATES_ASKED) }] : [],
  )
}

/**
 * A judge stops at the first date beyond COUNT or UNTIL; there has to be one, unless the calendar ends
 * before.
 */
function isSafe(rule: string, start: string): boolean {
  if (start > '9980') return true
  const read = readRule(rule)
  if (!read) throw new Error(`not a rule: ${rule}`)
  const endless = datesOf(rule.replace(/;(COUNT|UNTIL)=\d+$/, ''), start, 3000)
  const until = rule.match(/UNTIL=(\d+)/)?.[1]
  const last = endless.at(-1)?.replaceAll('-', '') ?? ''
  return (
    endless.length >= Math.min(read.count ?? DATES_ASKED, DATES_ASKED) + 1 &&
    (until === undefined || last > until)
  )
}
