import Library from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal, type Rounding } from '../../src/kernel/decimal'
import { InvariantViolation } from '../../src/kernel/invariant'

/** An independent library with the same precision, as the judge. */
const Judge = Library.clone({ defaults: true, precision: 100, toExpNeg: -9e15, toExpPos: 9e15 })

const MODES = {
  'half-away-from-zero': Judge.ROUND_HALF_UP,
  'half-even': Judge.ROUND_HALF_EVEN,
  down: Judge.ROUND_DOWN,
} satisfies Record<Rounding, number>

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })

/** Texts of all lengths: amounts, rates, and products with more digits than are kept. */
const text = fc
  .tuple(fc.boolean(), digits(1, 60), fc.oneof(digits(0, 2), digits(0, 16), digits(0, 90)))
  .map(([negative, whole, fraction]) => `${negative ? '-' : ''}${whole}${fraction && `.${fraction}`}`)

const OPERATIONS = ['plus', 'minus', 'times', 'dividedBy'] as const

const unsigned = (written: string): string => (/[1-9]/.test(written) ? written : written.replace('-', ''))
const runs = { numRuns: 2000 }

describe('as an independent library has it', () => {
  test.each(OPERATIONS)('%s', (operation) => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        fc.pre(operation !== 'dividedBy' || /[1-9]/.test(other))
        const ours = Decimal.of(one)[operation](other).toFixed()
        expect(ours).toBe(unsigned(new Judge(one)[operation](other).toFixed()))
      }),
      runs,
    )
  })

  test('several operations in a row, each rounded to a hundred digits', () => {
    const step = fc.tuple(fc.constantFrom(...OPERATIONS), text)
    fc.assert(
      fc.property(text, fc.array(step, { minLength: 2, maxLength: 6 }), (start, steps) => {
        let [ours, theirs] = [Decimal.of(start), new Judge(start)]
        for (const [operation, other] of steps) {
          if (operation === 'dividedBy' && !/[1-9]/.test(other)) continue
          ours = ours[operation](other)
          theirs = theirs[operation](other)
        }
        expect(ours.toFixed()).toBe(unsigned(theirs.toFixed()))
      }),
      runs,
    )
  })

  test('comparing', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [ours, theirs] = [Decimal.of(one), new Judge(one)]
        expect(ours.comparedTo(other)).toBe(theirs.comparedTo(other))
        expect(ours.equals(Decimal.of(one).plus(other).minus(other))).toBe(true)
        expect(ours.isZero()).toBe(theirs.isZero())
      }),
    )
  })

  test.each(Object.entries(MODES) as [Rounding, Library.Rounding][])('rounding %s', (rounding, mode) => {
    // Ties are rare among random texts.
    const tied = fc
      .tuple(text, fc.constantFrom('5', '50', '500000', '49', '51'))
      .map(([one, tail]) => one + tail)
    fc.assert(
      fc.property(fc.oneof(text, tied), fc.integer({ min: 0, max: 20 }), (one, places) => {
        const ours = Decimal.of(one).rounded(places, rounding)
        const theirs = new Judge(one).toDecimalPlaces(places, mode)
        expect(ours.toFixed()).toBe(unsigned(theirs.toFixed()))
        expect(ours.toFixed(places)).toBe(unsigned(theirs.toFixed(places)))
      }),
      runs,
    )
  })

  test('every number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(Decimal.of(number).toFixed()).toBe(unsigned(new Judge(number).toFixed()))
      }),
      runs,
    )
  })
})

test.each(['', ' 1', '1,5', '.5', '5.', '0x1', 'NaN', 'Infinity', '--1'])('%j is no decimal', (wrong) => {
  expect(() => Decimal.of(wrong)).toThrow(InvariantViolation)
})

test('dividing by zero is a bug of the caller', () => {
  expect(() => Decimal.of(1).dividedBy('0.00')).toThrow(InvariantViolation)
})
