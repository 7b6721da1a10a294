import Big from 'big.js'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { InvariantViolation } from '../../src/kernel/invariant'
import {
  amountText,
  type Decimal,
  decimal,
  type Rounding,
  rateText,
  readDecimal,
  round,
  sum,
  zero,
} from '../../src/kernel/money'
import { table } from '../support/table'

function read(input: unknown, places: number): string {
  const result = readDecimal(input, places)
  return 'value' in result ? rateText(result.value) : result.problem
}

describe('what a client sends', () => {
  test.each(
    table(`
      text                  | places | expected
      12.00                 |      2 | 12
      0.1                   |      2 | 0.1
      -0.01                 |      2 | -0.01
      0                     |      2 | 0
      -0                    |      2 | 0
      -0.00                 |      2 | 0
      007                   |      2 | 7
      999999999999999.99    |      2 | 999999999999999.99
      33.333333             |      6 | 33.333333
      0.000001              |      6 | 0.000001
      1.2345678901234567    |     16 | 1.2345678901234567
      0.0000000000000001    |     16 | 0.0000000000000001
      12                    |      0 | 12
      12.345                |      2 | places
      12.000                |      2 | places
      0.0000001             |      6 | places
      1.23456789012345678   |     16 | places
      1.0                   |      0 | places
      1000000000000000      |      2 | type
      0000000000000001      |      2 | type
    `),
  )('$text to $places places: $expected', ({ text, places, expected }) => {
    expect(read(text, Number(places))).toBe(expected)
  })

  // biome-ignore format: a table
  test.each<[number: number, places: number, expected: string]>([
    [12,                     2, '12'],
    [0.1,                    2, '0.1'],
    [1.005,                  3, '1.005'],
    [1.005,                  2, 'places'],
    [0.1 + 0.2,              2, 'places'],
    [-0,                     2, '0'],
    [1e-7,                   7, '0.0000001'],
    [-1.5e-7,                8, '-0.00000015'],
    [1e-7,                   6, 'places'],
    [5e-324,                 6, 'places'],
    [123456789012345,        2, '123456789012345'],
    [1e15,                   2, 'type'],
    [Number('99999999999999.99'), 2, '99999999999999.98'], // never was .99: amounts this large are sent as text
    [1e21,                   2, 'type'],
    [1e308,                  2, 'type'],
    [Number.NaN,             2, 'type'],
    [Number.POSITIVE_INFINITY, 2, 'type'],
    [Number.NEGATIVE_INFINITY, 2, 'type'],
  ])('the number %d to %d places: %s', (number, places, expected) => {
    expect(read(number, places)).toBe(expected)
  })

  test.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '-',
    '--1',
    '+1',
    '.5',
    '5.',
    '.',
    '1e5',
    '1E5',
    '1e-9',
    '1e999',
    '1e9000000000000001',
    '1e-9000000000000001',
    '0x1F',
    '0b11',
    '0o17',
    '0x1.8p1',
    '1_000',
    '1,000',
    '1.2.3',
    'NaN',
    'Infinity',
    '-Infinity',
    '١٢',
    '１２',
    'twelve',
  ])('%j is no decimal', (text) => {
    expect(readDecimal(text, 16)).toEqual({ problem: 'type' })
  })

  const forged = { s: 1, e: 0, d: [1], toStringTag: '[object Decimal]', constructor: { name: 'Decimal' } }
  test.each<[what: string, value: unknown]>([
    ['a forged decimal', forged],
    ['a real decimal', decimal(1)],
    ['a big integer', 1n],
    ['null', null],
    ['undefined', undefined],
    ['true', true],
    ['a list', ['1']],
    ['a date', new Date(0)],
    ['an object', {}],
    ['a boxed text', Object('1')],
    ['an object that turns into text', { toString: () => '1' }],
  ])('%s is no decimal', (_, value) => {
    expect(readDecimal(value, 2)).toEqual({ problem: 'type' })
  })

  test.each<[what: string, text: string, problem: string]>([
    ['an exponent that fills the memory', '1e100000000', 'type'],
    ['a smaller one', '1e10000000', 'type'],
    ['100,000 digits', '1'.repeat(100_000), 'type'],
    ['100,000 decimals', `0.${'1'.repeat(100_000)}`, 'places'],
    ['ten million decimals', `0.${'0'.repeat(10_000_000)}`, 'places'],
    ['a million signs', '-'.repeat(1_000_000), 'type'],
  ])('%s is refused', (_, text, problem) => {
    expect(readDecimal(text, 16)).toEqual({ problem })
  })

  test('every text of the grammar reads as itself', () => {
    const digits = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })
    fc.assert(
      fc.property(digits(1, 15), digits(1, 16), fc.boolean(), (whole, fraction, negative) => {
        const text = `${negative ? '-' : ''}${whole}.${fraction}`
        const scaled = BigInt(whole + fraction.padEnd(16, '0')) * (negative ? -1n : 1n)
        expect(decimal(read(text, 16)).times('1e16').toFixed()).toBe(scaled.toString())
      }),
    )
  })
})

describe('exact where floating point and twenty digits are not', () => {
  const product = (a: string, b: string) => decimal(a).times(b)

  // biome-ignore format: a table
  test.each<[what: string, value: () => Decimal, exact: string]>([
    ['0.1 + 0.2',                     () => sum([decimal('0.1'), decimal('0.2')]),                  '0.3'],
    ['three lines of 33.333333',      () => sum(Array(3).fill(decimal('33.333333'))),               '99.999999'],
    ['a sixteen-digit exchange rate', () => product('9999999999999.99', '1.2345678901234567'),      '12345678901234.554654321098765433'],
    ['a large sum and a cent',        () => decimal('12345678901234567890.12').plus('0.01'),        '12345678901234567890.13'],
    ['a large sum and nothing',       () => decimal('99999999999999999999.99').plus(0),             '99999999999999999999.99'],
    ['all digits at once',            () => product('999999999999999.99', '999999999999999.999999').times('1.2345678901234567'),
      '1234567890123456687653086530875.309543312345678901234567'],
    ['a tiny rate',                   () => product('0.000001', '0.0000000000000001'),              '0.0000000000000000000001'],
    ['nothing',                       () => sum([]),                                                '0'],
  ])('%s', (_, value, exact) => {
    expect(rateText(value())).toBe(exact)
  })

  test('an amount of 23 digits just below half a cent does not climb over it', () => {
    const justBelow = decimal('0.49499999999999999999999').times(1)
    expect(amountText(round(justBelow, 'half-away-from-zero'))).toBe('0.49')
  })

  test('a third is rounded once, and three of them are a cent short', () => {
    const third = round(decimal(100).div(3), 'half-away-from-zero')
    expect([amountText(third), amountText(third.times(3))]).toEqual(['33.33', '99.99'])
  })
})

describe('rounding', () => {
  test.each(
    table(`
      value   | halfAway  | halfEven  | down
      2.345   | 2.35      | 2.34      | 2.34
      2.355   | 2.36      | 2.36      | 2.35
      0.125   | 0.13      | 0.12      | 0.12
      -0.125  | -0.13     | -0.12     | -0.12
      -2.345  | -2.35     | -2.34     | -2.34
      1.005   | 1.01      | 1.00      | 1.00
      0.005   | 0.01      | 0.00      | 0.00
      0.0049  | 0.00      | 0.00      | 0.00
      -0.001  | 0.00      | 0.00      | 0.00
      -0.005  | -0.01     | 0.00      | 0.00
      9.999   | 10.00     | 10.00     | 9.99
      -9.999  | -10.00    | -10.00    | -9.99
      12      | 12.00     | 12.00     | 12.00
      0.12500000000000000000001 | 0.13 | 0.13 | 0.12
    `),
  )('$value', ({ value, halfAway, halfEven, down }) => {
    const ways: Rounding[] = ['half-away-from-zero', 'half-even', 'down']
    expect(ways.map((way) => amountText(round(decimal(value), way)))).toEqual([halfAway, halfEven, down])
  })

  test('to other places than two', () => {
    expect(rateText(round(decimal('1.23456789'), 'half-away-from-zero', 6))).toBe('1.234568')
    expect(rateText(round(decimal('15'), 'half-away-from-zero', 0))).toBe('15')
  })

  test('never leaves a negative zero', () => {
    expect(round(decimal('-0.001'), 'down').lt(0)).toBe(false)
  })
})

describe('writing', () => {
  test.each(
    table(`
      value   | amount
      12      | 12.00
      12.5    | 12.50
      0       | 0.00
      -0      | 0.00
      -0.00   | 0.00
      -0.01   | -0.01
      1e21    | 1000000000000000000000.00
      1234567 | 1234567.00
    `),
  )('the amount $value as $amount', ({ value, amount }) => {
    expect(amountText(decimal(value))).toBe(amount)
  })

  test('an amount that was not rounded is a bug: printing does not choose how', () => {
    expect(() => amountText(decimal('0.005'))).toThrow(InvariantViolation)
  })

  test.each(
    table(`
      value              | rate
      12.500             | 12.5
      12.000000          | 12
      100                | 100
      0                  | 0
      -0                 | 0
      0.0000001          | 0.0000001
      0.0000000000000001 | 0.0000000000000001
      1e21               | 1000000000000000000000
      -1.50              | -1.5
    `),
  )('the rate $value as $rate', ({ value, rate }) => {
    expect(rateText(decimal(value))).toBe(rate)
  })

  test('zero is zero', () => {
    expect([amountText(zero), rateText(zero), zero.lt(0)]).toEqual(['0.00', '0', false])
  })
})

describe('an application that configures the shared decimal library', () => {
  const { DP, RM } = Big

  afterEach(() => {
    Object.assign(Big, { DP, RM, strict: false })
    vi.resetModules()
  })

  test.each(['before us', 'after us'])('%s changes nothing here', async (when) => {
    const pollute = () => Object.assign(Big, { DP: 3, RM: Big.roundUp, strict: true })
    vi.resetModules()
    if (when === 'before us') pollute()
    const money = await import('../../src/kernel/money')
    pollute()
    expect(money.decimal(1).div(3).toFixed(20)).toBe('0.33333333333333333333')
    expect(money.amountText(money.round(money.decimal('2.344'), 'half-away-from-zero'))).toBe('2.34')
    expect(money.readDecimal(1e-7, 6)).toEqual({ problem: 'places' })
  })
})
