import { expect, test } from 'vitest'
import { InvariantViolation, invariant } from '../../src/kernel/invariant'

test('a broken invariant is a bug with a sentence', () => {
  expect(() => invariant(false, 'Debits equal credits')).toThrow(
    new InvariantViolation('Debits equal credits'),
  )
  expect(() => invariant(true, 'Debits equal credits')).not.toThrow()
})
