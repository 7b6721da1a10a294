import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvariantViolation } from '../../src/kernel/invariant'
import { addDays, dateOf, daysBetween, isPlainDate, startOf } from '../../src/kernel/plain-date'
import { table } from '../support/table'

test.each(
  table(`
    text        | answer
    2026-01-15  | yes
    2024-02-29  | yes
    2000-02-29  | yes
    1900-01-01  | yes
    9999-12-31  | yes
    2026-02-29  | no
    2100-02-29  | no
    1900-02-29  | no
    2026-04-31  | no
    2026-12-32  | no
    2026-13-01  | no
    2026-00-01  | no
    2026-01-00  | no
    1899-12-31  | no
    0000-01-01  | no
    26-01-15    | no
    2026-1-15   | no
    2026/01/15  | no
    20260115    | no
    2026-01-15Z | no
    -2026-01-15 | no
                | no
  `),
)('$text: $answer', ({ text, answer }) => {
  expect(isPlainDate(text)).toBe(answer === 'yes')
})

test.each([undefined, null, 20260115, ['2026-01-15'], {}, '2026-01-15\n', ' 2026-01-15', '٢٠٢٦-01-15'])(
  '%j is no date',
  (value) => {
    expect(isPlainDate(value)).toBe(false)
  },
)

describe('days', () => {
  test.each(
    table(`
      date       |   days | later
      2026-01-15 |      0 | 2026-01-15
      2026-01-15 |     30 | 2026-02-14
      2026-02-28 |      1 | 2026-03-01
      2024-02-28 |      1 | 2024-02-29
      2024-02-28 |      2 | 2024-03-01
      2025-12-31 |      1 | 2026-01-01
      2026-01-01 |     -1 | 2025-12-31
      2024-03-01 |     -1 | 2024-02-29
      2026-01-15 |    365 | 2027-01-15
      2024-01-15 |    366 | 2025-01-15
      2000-01-01 | 146097 | 2400-01-01
      9999-12-30 |      1 | 9999-12-31
      1900-01-02 |     -1 | 1900-01-01
    `),
  )('$date and $days days: $later', ({ date, days, later }) => {
    expect(addDays(date, Number(days))).toBe(later)
    expect(daysBetween(date, later)).toBe(Number(days))
  })

  test.each([
    ['9999-12-31', 1],
    ['1900-01-01', -1],
  ])('there is none %s and %d day', (date, days) => {
    expect(() => addDays(date, days)).toThrow(InvariantViolation)
  })
})

test('a date is the day of its instants in UTC', () => {
  const start = startOf('2026-01-15')
  expect([start - 1, start, start + 86_399_999, start + 86_400_000].map(dateOf)).toEqual([
    '2026-01-14',
    '2026-01-15',
    '2026-01-15',
    '2026-01-16',
  ])
  expect(dateOf(-1)).toBe('1969-12-31')
})

test('agrees with the host on every day', () => {
  const days = fc.integer({ min: -25_567, max: 2_932_896 })
  fc.assert(
    fc.property(days, days, (from, to) => {
      const [start, end] = [dateOf(from * 86_400_000), dateOf(to * 86_400_000)]
      const host = new Date(from * 86_400_000)
      expect(start).toBe(host.toISOString().slice(0, 10))
      expect(startOf(start)).toBe(host.getTime())
      expect(daysBetween(start, end)).toBe(to - from)
      expect(addDays(start, to - from)).toBe(end)
    }),
    { numRuns: 500 },
  )
})
