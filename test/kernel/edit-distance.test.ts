import { expect, test } from 'vitest'
import { editDistance } from '../../src/kernel/edit-distance'

test.each([
  ['', '', 0],
  ['', 'ab', 2],
  ['port', 'port', 0],
  ['prt', 'port', 1],
  ['prot', 'port', 1],
  ['ab', 'ba', 1],
  ['custmer', 'customer', 1],
  ['invoise', 'invoice', 1],
  ['ca', 'abc', 3],
  ['abcd', 'badc', 2],
])('from %j to %j: %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
  expect(editDistance(other, one)).toBe(distance)
})
