import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatInstant, isInstant, parseInstant, shortestInstant } from '../../src/kernel/instant'
import { InvariantViolation } from '../../src/kernel/invariant'
import { table } from '../support/table'

describe('reading', () => {
  test.each(
    table(`
      text                              | instant
      2026-01-15T09:00:00Z              | 2026-01-15T09:00:00.000Z
      2026-01-15T09:00Z                 | 2026-01-15T09:00:00.000Z
      2026-01-15T09:00:00.5Z            | 2026-01-15T09:00:00.500Z
      2026-01-15T09:00:00,25Z           | 2026-01-15T09:00:00.250Z
      2026-01-15T09:00:00.123456789Z    | 2026-01-15T09:00:00.123Z
      2026-01-15T09:00:00.9999Z         | 2026-01-15T09:00:00.999Z
      2026-01-15                        | 2026-01-15T00:00:00.000Z
      2026-01-15T09:00:00+00:00         | 2026-01-15T09:00:00.000Z
      2026-01-15T09:00:00-00:00         | 2026-01-15T09:00:00.000Z
      2026-01-15T09:00:00+02:00         | 2026-01-15T07:00:00.000Z
      2026-01-15T09:00:00+0530          | 2026-01-15T03:30:00.000Z
      2026-01-15T09:00:00-08            | 2026-01-15T17:00:00.000Z
      2026-01-01T00:30:00+01:00         | 2025-12-31T23:30:00.000Z
      2024-02-29T23:59:59.999Z          | 2024-02-29T23:59:59.999Z
      2000-02-29                        | 2000-02-29T00:00:00.000Z
      1970-01-01                        | 1970-01-01T00:00:00.000Z
      1969-12-31T23:59:59.999Z          | 1969-12-31T23:59:59.999Z
      0001-01-01                        | 0001-01-01T00:00:00.000Z
      0000-02-29                        | 0000-02-29T00:00:00.000Z
      9999-12-31T23:59:59.999Z          | 9999-12-31T23:59:59.999Z
    `),
  )('$text', ({ text, instant }) => {
    expect(formatInstant(parseInstant(text) as number)).toBe(instant)
  })

  test.each(
    table(`
      text                            | reason
                                      | nothing
      today                           | a word
      2026                            | a year
      2026-1-15                       | one digit
      2026-13-01                      | no such month
      2026-00-10                      | no such month
      2026-02-29                      | no leap year
      1900-02-29                      | no leap year
      2026-04-31                      | no such day
      2026-01-00                      | no such day
      2026-01-15T                     | no time
      2026-01-15T09Z                  | no minutes
      2026-01-15T09:00:00             | no zone
      2026-01-15 09:00:00Z            | a space
      2026-01-15t09:00:00z            | small letters
      2026-01-15T24:00:00Z            | hour 24
      2026-01-15T09:60:00Z            | minute 60
      2026-01-15T09:00:60Z            | second 60
      2026-01-15T09:00:00.Z           | no fraction
      2026-01-15T09:00:00.1234567890Z | too fine
      2026-01-15T09:00:00+24:00       | offset of a day
      2026-01-15T09:00:00+02:60       | offset minute 60
      2026-01-15T09:00:00+2           | one digit
      2026-01-15T09:00:00ZZ           | two zones
      +002026-01-15                   | a sign
      9999-12-31T23:59:59-00:01       | beyond year 9999
      0000-01-01T00:00:00+00:01       | before year 0
    `),
  )('$text is refused: $reason', ({ text }) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  test.each(['2026-01-15\n', '2026-01-15T09:00:00Z\n', '٢٠٢٦-01-15'])('%j is refused', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })
})

test.each(
  table(`
    instant                  | wire
    2026-01-15T09:00:00.000Z | 2026-01-15T09:00:00Z
    2026-01-15T09:00:00.001Z | 2026-01-15T09:00:00.001Z
    2026-01-15T09:00:00.100Z | 2026-01-15T09:00:00.100Z
    1969-12-31T23:59:59.000Z | 1969-12-31T23:59:59Z
    1969-12-31T23:59:59.999Z | 1969-12-31T23:59:59.999Z
  `),
)('$instant is $wire on the wire', ({ instant, wire }) => {
  expect(shortestInstant(parseInstant(instant) as number)).toBe(wire)
})

test.each([Number.NaN, 0.5, Number.POSITIVE_INFINITY, 253_402_300_800_000, -62_167_219_200_001])(
  '%d is no instant',
  (ms) => {
    expect(isInstant(ms)).toBe(false)
    expect(() => formatInstant(ms)).toThrow(InvariantViolation)
  },
)

test('agrees with the host on every instant of ten thousand years', () => {
  const instants = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 })
  fc.assert(
    fc.property(instants, (ms) => {
      const text = new Date(ms).toISOString()
      expect(formatInstant(ms)).toBe(text)
      expect(parseInstant(text)).toBe(ms)
    }),
    { numRuns: 500 },
  )
})
