import { expect, expectTypeOf, test } from 'vitest'
import { given, table } from './table'

test('rows are read by the names of their columns', () => {
  const rows = table(`
    what             quantity  rate   | net     in words
    three desks      3         19.995 | 59.99   fifty-nine and 99
    nothing at all   -         0      | 0.00    -
  `)
  expect(rows).toEqual([
    { what: 'three desks', quantity: '3', rate: '19.995', net: '59.99', 'in words': 'fifty-nine and 99' },
    { what: 'nothing at all', quantity: '-', rate: '0', net: '0.00', 'in words': '-' },
  ])
  expectTypeOf<keyof (typeof rows)[number]>().toEqualTypeOf<
    'what' | 'quantity' | 'rate' | 'net' | 'in words'
  >()
})

test('a row with a cell too many or too few is refused', () => {
  expect(() => table('a  b | c\n1  2 | 3  4')).toThrow('3 columns (a, b, c), 4 cells in: 1  2 | 3  4')
})

test('a dash is nothing', () => {
  expect([given('-'), given('-5')]).toEqual([undefined, '-5'])
})
