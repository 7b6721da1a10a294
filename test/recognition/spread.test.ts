import { expect, test } from 'vitest'
import { allocate, allocateCumulatively, amountText, decimal, round as roundTo } from '../../src/kernel/money'
import { table } from '../support/table'
import { round } from './schedule-words'

const weightsOf = (words: string) =>
  words.split(' ').flatMap((word) => {
    const [times, weight] = word.includes('x') ? word.split('x') : ['1', word]
    return Array.from({ length: Number(times) }, () => decimal(weight as string))
  })

/** docs/service.md §13.3: every part but the last its rounded share, or what is left; the last the rest. */
test.each(
  table(`
    total     weights        | parts
    1000.00   12x1           | 83.33 83.33 83.33 83.33 83.33 83.33 83.33 83.33 83.33 83.33 83.33 83.37
    1000.00   1 1 1          | 333.33 333.33 333.34
    0.05      10x1           | 0.01 0.01 0.01 0.01 0.01 0.00 0.00 0.00 0.00 0.00
    0.04      10x1           | 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.04
    0.01      1              | 0.01
    0.01      2x1            | 0.01 0.00
    0.02      3x1            | 0.01 0.01 0.00
    0.00      3x1            | 0.00 0.00 0.00
    999.99    30 30 40       | 300.00 300.00 399.99
    1200.00   1000 500       | 800.00 400.00
    1100.00   700 500 300    | 513.33 366.67 220.00
    10.00     0.5 2x1 0.5    | 1.67 3.33 3.33 1.67
    10.00     1 0 1          | 5.00 0.00 5.00
    10.00     1 1 0          | 5.00 5.00 0.00
    10.00     0 0 0          | 0.00 0.00 10.00
    10.01     1 1            | 5.01 5.00
    -1000.00  1 1 1          | -333.33 -333.33 -333.34
    -0.05     3x1            | -0.02 -0.02 -0.01
    999999999999999.99  3x1  | 333333333333333.33 333333333333333.33 333333333333333.33
    999999999999999.97  6x1  | 166666666666666.66 166666666666666.66 166666666666666.66 166666666666666.66 166666666666666.66 166666666666666.67
  `),
)('$total by $weights', ({ total, weights, parts }) => {
  expect(allocate(decimal(total), weightsOf(weights), round).map(amountText).join(' ')).toBe(parts)
})

/** The other value: what is given so far is the rounded share of the weights so far. */
test.each(
  table(`
    total     weights        | parts
    1000.00   12x1           | 83.33 83.34 83.33 83.33 83.34 83.33 83.33 83.34 83.33 83.33 83.34 83.33
    1000.00   1 1 1          | 333.33 333.34 333.33
    0.05      10x1           | 0.01 0.00 0.01 0.00 0.01 0.00 0.01 0.00 0.01 0.00
    0.01      3x1            | 0.00 0.01 0.00
    0.00      3x1            | 0.00 0.00 0.00
    999.99    30 30 40       | 300.00 299.99 400.00
    10.00     1 0 1          | 5.00 0.00 5.00
    10.00     1 1 0          | 5.00 5.00 0.00
    10.00     0 0 0          | 0.00 0.00 10.00
    -1000.00  1 1 1          | -333.33 -333.34 -333.33
    999999999999999.97  6x1  | 166666666666666.66 166666666666666.66 166666666666666.67 166666666666666.66 166666666666666.66 166666666666666.66
  `),
)('$total by $weights, cumulated', ({ total, weights, parts }) => {
  expect(allocateCumulatively(decimal(total), weightsOf(weights), round).map(amountText).join(' ')).toBe(
    parts,
  )
})

test('100.00 by the days of a year differs by a cent from day to day', () => {
  const parts = allocateCumulatively(decimal('100.00'), weightsOf('365x1'), round).map(amountText)
  expect([...new Set(parts)].sort()).toEqual(['0.27', '0.28'])
  expect(allocate(decimal('100.00'), weightsOf('365x1'), round).map(amountText).at(-1)).toBe('1.72')
})

test('nothing to divide among', () => {
  expect(allocate(decimal('0.00'), [], round)).toEqual([])
})

/** `rounding`, docs/service.md §1.1. */
test.each(
  table(`
    rounding             | parts
    half-away-from-zero  | 0.03 0.03 0.03 0.03 0.03 0.00
    half-even            | 0.02 0.02 0.02 0.02 0.02 0.05
    down                 | 0.02 0.02 0.02 0.02 0.02 0.05
  `),
)('0.15 in six parts, $rounding', ({ rounding, parts }) => {
  const way = (value: ReturnType<typeof decimal>) => roundTo(value, rounding as 'down')
  expect(allocate(decimal('0.15'), weightsOf('6x1'), way).map(amountText).join(' ')).toBe(parts)
})
