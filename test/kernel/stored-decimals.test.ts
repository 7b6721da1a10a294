import { describe, expect, test } from 'vitest'
import { readDecimalText } from '../../src/kernel/money'
import { table } from '../support/table'

/** Amounts have two places, all else has as few as it needs: the same number is always the same text. */
describe('what rows store', () => {
  test.each(
    table(`
      sent              places  | stored
      12.00             2       | 12.00
      12.50             2       | 12.50
      -12.50            2       | -12.50
      12                2       | 12.00
      12.5              2       | 12.50
      .50               2       | type
      5.                2       | type
      0.00              2       | 0.00
      -0.00             2       | 0.00
      00.50             2       | 0.50
      0007.10           2       | 7.10
      10.00             2       | 10.00
      9.09              2       | 9.09
      90                2       | 90.00
      0                 6       | 0
      000               6       | 0
      0007              6       | 7
      100               6       | 100
      1.5               6       | 1.5
      1.50              6       | 1.5
      2.00              6       | 2
      1.500             6       | 1.5
      1.0               6       | 1
      -0.10             6       | -0.1
      10.05             6       | 10.05
      0.5               6       | 0.5
      0.000001          6       | 0.000001
      0.0000001         6       | places
      1.                6       | type
      .5                6       | type
      0.10              1       | places
      0.1               1       | 0.1
      999999999999999   6       | 999999999999999
      1000000000000000  6       | type
      1:00              2       | type
      1/00              2       | type
      1.:0              2       | type
      1./0              2       | type
      1.0x              2       | type
      1x.00             2       | type
      x1.00             2       | type
      1.00x             2       | type
      1.2.3             6       | type
      1..5              6       | type
    `),
  )('$sent with $places places is $stored', ({ sent, places, stored }) => {
    const found = readDecimalText(sent, Number(places))
    expect('text' in found ? found.text : found.problem).toBe(stored)
  })

  test.each([null, undefined, true, {}, [], ['12.00'], [12.5], Number.NaN, Number.POSITIVE_INFINITY])(
    'is never %j',
    (sent) => {
      for (const places of [2, 6]) expect(readDecimalText(sent, places)).toEqual({ problem: 'type' })
    },
  )
})
