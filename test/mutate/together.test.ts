import { expect, it } from 'vitest'
import { readBareRuns } from '../../src/command/mutate/bare-runs'
import type { JudgedRun } from '../../src/command/mutate/run'
import { TestEnds } from '../../src/command/mutate/test-ends'
import { Together } from '../../src/command/mutate/together'
import type { Mutant } from '../../src/service/mutants/mutant'
import type { MutantFact, ReceivedFact } from '../../src/service/mutants/mutant-fact'

const mutant = (member: string): Mutant => ({ kind: 'member-left-out', operation: 'POST /x/', member })
const [memo, date, phone] = ['memo', 'date', 'phone'].map(mutant) as [Mutant, Mutant, Mutant]
const [A, B, C] = ['a.test.ts > one', 'a.test.ts > two', 'b.test.ts > one'] as const

interface Given {
  readonly seen?: readonly (readonly [Mutant, string | null])[]
  readonly tests?: readonly string[]
  readonly failed?: readonly string[]
  readonly status?: number
  readonly isLate?: boolean
  /** The tests that use one simulator. */
  readonly sharing?: readonly string[]
}

function run({ seen = [], tests = [A, B, C], failed = [], sharing = [], ...end }: Given): JudgedRun {
  const { status = failed.length === 0 ? 0 : 1, isLate = false } = end
  const received = sharing.map((test): MutantFact => ({ received: { test, life: 1 } as ReceivedFact }))
  return {
    ...{ status, isLate, said: '', isGreen: status === 0 && !isLate, duration: 1, failed },
    facts: [{ simulator: true }, ...seen.map(([one, by]): MutantFact => ({ seen: one, by }))],
    ends: new TestEnds([received]),
    tests: new Map(
      tests.map((name) => [
        name,
        { id: name, name, file: name.split(' > ')[0], hasFailed: failed.includes(name) },
      ]),
    ),
  }
}

const together = (given: Given) => new Together(readBareRuns([run(given), run(given), run(given)], undefined))
const groups = (given: Given) => together(given).groups([memo, date, phone])

it.each<[string, Given, Mutant[][]]>([
  [
    'tests that do not meet',
    {
      seen: [
        [memo, A],
        [date, B],
        [phone, C],
      ],
    },
    [[memo, date, phone]],
  ],
  [
    'a test that has two of them',
    {
      seen: [
        [memo, A],
        [date, A],
        [phone, C],
      ],
    },
    [[memo, phone], [date]],
  ],
  [
    'a request of no test',
    {
      seen: [
        [memo, A],
        [date, null],
        [phone, C],
      ],
    },
    [[memo, phone], [date]],
  ],
  [
    'a test that tells nothing of its end',
    {
      seen: [
        [memo, A],
        [date, 'c.test.ts'],
        [phone, C],
      ],
    },
    [[memo, phone], [date]],
  ],
  [
    'tests with one simulator',
    {
      seen: [
        [memo, A],
        [date, B],
        [phone, C],
      ],
      sharing: [A, B],
    },
    [[memo], [date], [phone]],
  ],
  [
    'tests of one name',
    {
      seen: [
        [memo, A],
        [date, B],
        [phone, C],
      ],
      tests: [A, `${A} (the test of this name number 2)`, B, C],
    },
    [[memo], [date, phone]],
  ],
])('are played together as far as it can be told which test was red for what: %s', (_, given, expected) => {
  expect(groups(given)).toEqual(expected)
})

it('in the second run a test has other company from its own file', () => {
  const played = together({
    seen: [
      [memo, A],
      [date, B],
      [phone, C],
    ],
  })
  expect([...played.byTest([memo, date, phone])]).toEqual([
    [A, memo],
    [B, date],
    [C, phone],
  ])
  expect(played.groups([memo, date, phone], 'new')).toEqual([[memo, phone], [date]])
  expect(played.groups([memo, date, phone])).toEqual([[memo, date, phone]])
})

it.each<[string, Given, readonly string[] | undefined]>([
  ['green', {}, []],
  ['red for itself', { failed: [A] }, [A]],
  ['red for another', { failed: [C] }, []],
  ['red in a test without a mutant', { failed: [A, B] }, undefined],
  ['red for what no test tells', { status: 1 }, undefined],
  ['late', { isLate: true }, undefined],
  ['ended before all tests were over', { tests: [A, B], failed: [A] }, undefined],
])('a run of two says of the first: %s', (_, given, failed) => {
  const played = together({
    seen: [
      [memo, A],
      [phone, C],
    ],
  })
  expect(played.partOf(run(given), memo, [memo, phone])?.failed).toEqual(failed)
})
