import { expect, test } from 'vitest'
import { usesAllTypes } from '../support/uses-all-types'
import { instantiationsOf } from './language'

/**
 * What checking costs, as the compiler counts it: the same on every machine. `npx tsx bench/compile-types.ts` measures
 * the time. A higher figure means that a type became one that the compiler has to work out.
 */
const MOST = 2500

test('a program that uses every record type costs its users no more than it did', () => {
  const count = instantiationsOf(usesAllTypes()) - instantiationsOf('export const nothing = 1\n')
  expect(count).toBeLessThanOrEqual(MOST)
}, 240_000)
