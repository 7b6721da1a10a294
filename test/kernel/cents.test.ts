import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, centsText, product } from '../../src/kernel/cents'
import { amountText, decimal, type Rounding, round } from '../../src/kernel/money'
import { table } from '../support/table'

describe('amounts as cents', () => {
  test.each(
    table(`
      amount               | expected
      0.00                 | 0
      0.05                 | 5
      -0.05                | -5
      12.34                | 1234
      9.99                 | 999
      0.10                 | 10
      -100.00              | -10000
      90071992547409.93    | 9007199254740993
      999999999999999.99   | 99999999999999999
      -999999999999999.99  | -99999999999999999
    `),
  )('$amount is $expected', ({ amount, expected }) => {
    expect(String(cents(amount))).toBe(expected)
    expect(centsText(BigInt(expected))).toBe(amount)
  })

  test.each(['12', '12.5'])('%s is read although rows do not keep it so', (amount) => {
    expect(centsText(cents(amount))).toBe(amountText(decimal(amount)))
  })

  test('a fraction of a cent is none', () => {
    expect(() => cents('0.001')).toThrow(new RangeError('0.001 has parts of a cent'))
  })

  test.each(['1x.00', '1/.00', '1:.00', '--1.00'])('%s is no amount', (text) => {
    expect(() => cents(text)).toThrow()
  })
})

describe('an amount at a rate', () => {
  test.each(
    table(`
      one                  | other     | rounding             | expected
      3                    | 33.333333 | half-away-from-zero  | 100.00
      1.005                | 1         | half-away-from-zero  | 1.01
      1.005                | 1.0       | half-away-from-zero  | 1.01
      -1.005               | 1.0       | half-away-from-zero  | -1.01
      1.005                | 1.0       | half-even            | 1.00
      1.015                | 1.0       | half-even            | 1.02
      -1.009               | 1.0       | down                 | -1.00
      0.004                | 1.0       | half-away-from-zero  | 0.00
      -0.004               | 1.0       | half-away-from-zero  | 0.00
      7                    | 5         | half-away-from-zero  | 35.00
      100.00               | 1         | half-away-from-zero  | 100.00
      0.000000001          | 0.000000001 | half-away-from-zero  | 0.00
      1000000000000.005    | 1.0   | half-away-from-zero  | 1000000000000.01
      -1000000000000.005   | 1.0   | half-away-from-zero  | -1000000000000.01
      1000000000000.005    | 1.0   | half-even            | 1000000000000.00
      1000000000000.015    | 1.0   | half-even            | 1000000000000.02
      -1000000000000.015   | 1.0   | half-even            | -1000000000000.02
      1000000000000.009    | 1.0   | down                 | 1000000000000.00
      99999999999.99       | 99999999999.99  | down       | 9999999999998000000000.00
      999999999999999.99   | 999999999999999 | down           | 999999999999998990000000000000.01
    `),
  )('$one at $other, $rounding: $expected', ({ one, other, rounding, expected }) => {
    expect(centsText(product(one, other, rounding as Rounding))).toBe(expected)
  })

  test('is what decimals come to', () => {
    const digits = fc.tuple(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.integer({ min: 0, max: 8 }),
    )
    const text = digits.map(([value, places]) =>
      decimal(String(value))
        .div(10 ** places)
        .toFixed(),
    )
    const roundings = fc.constantFrom<Rounding>('half-away-from-zero', 'half-even', 'down')
    fc.assert(
      fc.property(text, text, roundings, (one, other, rounding) => {
        const expected = amountText(round(decimal(one).times(decimal(other)), rounding))
        expect(centsText(product(one, other, rounding))).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })
})
