import { createSimulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { describe, expect, test } from 'vitest'
import { cases } from './cases'
import { post } from './send'

expect.extend(matchers)

describe('sound books', () => {
  const broken = { invariant: 'debitsEqualCredits', where: 'ledger transaction 7', text: 'off by 0.01' }

  cases('toBeBalanced', 'books', [
    ['those of a simulator', (s) => post(s, 'A'), undefined],
    [
      'broken ones',
      (s) => {
        s.books.check = () => [broken]
      },
      'debitsEqualCredits: ledger transaction 7: off by 0.01',
    ],
  ])

  test('of an organisation', () => {
    expect(createSimulator().organization('other')).toBeBalanced()
  })
})

describe('what a matcher is not for', () => {
  test.each([
    ['toBeBalanced', 'a simulator, one of its organisations, or their books'],
    ['toHaveNoDuplicates', 'a simulator or its traffic'],
    ['toHaveHonouredRetryAfter', 'a simulator or its traffic'],
    ['toHaveUsedIdempotencyKeys', 'a simulator or its traffic'],
  ] as const)('%s refuses it', (matcher, kinds) => {
    for (const stranger of [null, undefined, 7, 'text', {}]) {
      expect(() => matchers[matcher](stranger)).toThrow(`this matcher is for ${kinds}`)
    }
  })

  test('negated, it says what holds', () => {
    expect(() => expect(createSimulator()).not.toBeBalanced()).toThrow(
      'expected an invariant of the books to be broken, but found none',
    )
  })
})
