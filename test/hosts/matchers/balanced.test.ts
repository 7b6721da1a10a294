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
  const simulator = createSimulator()
  const end = { simulator, reports: [], runs: [] }

  // what `expect` was given, what it says
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'not for undefined'],
    ['a promise', Promise.resolve(simulator), 'not for an instance of Promise; await it first'],
    ['what makes one', createSimulator, 'not for a function; is it to be called?'],
    ['the end of a run', end, 'not for an object; give it the member simulator'],
    ['a record', simulator.make.invoice(), 'not for an object; compare one record by toMatchObject, and ask'],
    ['a report', { survived: true }, 'not for an object; a report has toHaveSurvived'],
    [
      'a server',
      { url: '', port: 1, close() {} },
      'not for an object; give it the simulator that the server serves',
    ],
    ['the name of a record type', 'invoices', "not for 'invoices'"],
  ])('%s is told by each matcher', (_, given, told) => {
    for (const [name, matcher] of Object.entries(matchers)) {
      if (name === 'toHaveSurvived' && told.includes('toHaveSurvived')) continue
      expect(() =>
        (matcher as (received: unknown, route: string) => unknown)(given, undefined as never),
      ).toThrow(expect.objectContaining({ name: 'OptionError', message: expect.stringContaining(told) }))
    }
  })

  test.each([
    ['toHaveReceived', 'a simulator'],
    ['toHaveSurvived', 'the report of explore or explore.once'],
    ['toBeBalanced', 'a simulator, one of its organisations, or their books'],
    ['toHaveNoDuplicates', 'a simulator or its traffic'],
    ['toHaveHonouredRetryAfter', 'a simulator or its traffic'],
    ['toHaveUsedIdempotencyKeys', 'a simulator or its traffic'],
  ] as const)('%s refuses it', (matcher, kinds) => {
    for (const stranger of [null, undefined, 7, 'text', {}]) {
      expect(() => (matchers[matcher] as (received: unknown) => unknown)(stranger)).toThrow(
        `this matcher is for ${kinds}`,
      )
    }
  })

  test('negated, it says what holds', () => {
    expect(() => expect(createSimulator()).not.toBeBalanced()).toThrow(
      'expected an invariant of the books to be broken, but found none',
    )
  })
})
