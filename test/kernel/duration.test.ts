import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDuration, type DurationInput, parseDuration } from '../../src/kernel/duration'
import { DurationError } from '../../src/kernel/duration-error'
import { formatInstant, parseInstant } from '../../src/kernel/instant'
import { table } from '../support/table'

describe('texts', () => {
  test.each(
    table(`
      text                      | months |  milliseconds
      5 days                    |      0 |     432000000
      1 day                     |      0 |      86400000
      1 day 2 hours             |      0 |      93600000
      90 s                      |      0 |         90000
      90s                       |      0 |         90000
      1h 30min                  |      0 |       5400000
      1.5 hours                 |      0 |       5400000
      2 WEEKS                   |      0 |    1209600000
      500 ms                    |      0 |           500
      1 year 2 months           |     14 |             0
      3 mo                      |      3 |             0
      0 days                    |      0 |             0
      1 day 1 day               |      0 |     172800000
      P5D                       |      0 |     432000000
      P1M2DT3H                  |      1 |     183600000
      PT0.5S                    |      0 |           500
      P1Y                       |     12 |             0
      P2W                       |      0 |    1209600000
      PT5M                      |      0 |        300000
      P5M                       |      5 |             0
      PT36H                     |      0 |     129600000
      P1Y2M3W4DT5H6M7.008S      |     14 |    2178367008
      P0D                       |      0 |             0
      PT1.001S                  |      0 |          1001
    `),
  )('$text', ({ text, months, milliseconds }) => {
    expect(parseDuration(text)).toEqual({
      months: Number(months),
      milliseconds: Number(milliseconds),
    })
  })

  test('may have space around and between', () => {
    expect(parseDuration('  1  day \t 2\nhours ')).toEqual({ months: 0, milliseconds: 93_600_000 })
  })
})

// biome-ignore format: a table
test.each<[fields: DurationInput, months: number, milliseconds: number]>([
  [{ days: 5 },                          0,  432_000_000],
  [{ years: 1, months: 2 },              14, 0],
  [{ weeks: 1, hours: 1.5 },             0,  610_200_000],
  [{ minutes: 1, seconds: 1, milliseconds: 1 }, 0, 61_001],
  [{ seconds: 0 },                       0,  0],
])('%j', (fields, months, milliseconds) => {
  expect(parseDuration(fields)).toEqual({ months, milliseconds })
})

// biome-ignore format: a table
test.each<[input: unknown, problem: string]>([
  ['',                   'Cannot read ""'],
  ['   ',                'Cannot read'],
  ['5',                  'Cannot read "5"'],
  ['days',               'Cannot read'],
  ['5 m',                'Cannot read'],
  ['5 fortnights',       'Cannot read'],
  ['5 constructor',      'Cannot read'],
  ['-5 days',            'Cannot read'],
  ['5 days ago',         'Cannot read'],
  ['1,5 days',           'Cannot read'],
  ['5days2hours',        'Cannot read'],
  ['1e3 s',              'Cannot read'],
  ['P',                  'Cannot read'],
  ['PT',                 'Cannot read'],
  ['P1DT',               'Cannot read'],
  ['P1H',                'Cannot read'],
  ['P-5D',               'Cannot read'],
  ['-P5D',               'Cannot read'],
  ['P1D2M',              'Cannot read'],
  ['p5d',                'Cannot read'],
  ['1.5 months',         '1.5 months is not a whole number'],
  ['P0.5Y',              '0.5 years is not a whole number'],
  ['999999999999999 y',  'is too long'],
  ['x'.repeat(1e6),      '...'],
  [{},                   'Cannot read {}'],
  [{ days: -1 },         'days cannot be -1'],
  [{ days: Number.NaN }, 'days must be a finite number'],
  [{ days: '5' },        'days must be a finite number'],
  [{ day: 5 },           'There is no unit "day"'],
  [{ constructor: 5 },   'There is no unit "constructor"'],
  [{ months: 0.5 },      '0.5 months is not a whole number'],
  [{ days: 1e300 },      'is too long'],
  [null,                 'Cannot read null'],
  [undefined,            'Cannot read undefined'],
  [5,                    'Cannot read 5'],
  [[5],                  'There is no unit "0"'],
])('%j is refused', (input, problem) => {
  const read = () => parseDuration(input as DurationInput)
  expect(read).toThrow(DurationError)
  expect(read).toThrow(problem)
  expect(read).toThrow("'5 days' or 'P5D'") // every refusal lists what is accepted
})

describe('adding', () => {
  test.each(
    table(`
      from                     | duration       | to
      2026-01-15T09:00:00.000Z | 5 days         | 2026-01-20T09:00:00.000Z
      2026-01-31T09:00:00.000Z | 1 month        | 2026-02-28T09:00:00.000Z
      2024-01-31T23:59:59.999Z | 1 month        | 2024-02-29T23:59:59.999Z
      2026-01-31T09:00:00.000Z | 1 month 1 day  | 2026-03-01T09:00:00.000Z
      2024-02-29T00:00:00.000Z | 1 year         | 2025-02-28T00:00:00.000Z
      2024-02-29T00:00:00.000Z | 4 years        | 2028-02-29T00:00:00.000Z
      2026-11-30T12:00:00.000Z | P3M            | 2027-02-28T12:00:00.000Z
      1969-12-31T23:00:00.000Z | 1 month        | 1970-01-31T23:00:00.000Z
      2026-01-15T09:00:00.000Z | PT0.001S       | 2026-01-15T09:00:00.001Z
      2026-03-29T00:30:00.000Z | 24 hours       | 2026-03-30T00:30:00.000Z
    `),
  )('$from and $duration', ({ from, duration, to }) => {
    const later = addDuration(parseInstant(from) as number, parseDuration(duration))
    expect(formatInstant(later)).toBe(to)
  })

  test('does not reach beyond the year 9999', () => {
    const nine = parseInstant('2026-01-15T09:00:00Z') as number
    expect(() => addDuration(nine, parseDuration('8000 years'))).toThrow(DurationError)
    expect(() => addDuration(nine, parseDuration('99999999999 days'))).toThrow(DurationError)
  })

  test('two spans of fixed length is adding their sum', () => {
    const span = fc.nat({ max: 1e12 })
    fc.assert(
      fc.property(span, span, (a, b) => {
        const of = (milliseconds: number) => parseDuration({ milliseconds })
        expect(addDuration(addDuration(0, of(a)), of(b))).toBe(addDuration(0, of(a + b)))
      }),
    )
  })
})
