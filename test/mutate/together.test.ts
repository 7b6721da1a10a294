import { expect, it } from 'vitest'
import { nameOfTest, TestEnds } from '../../src/command/mutate/test-ends'
import type { MutantGroup } from '../../src/command/mutate/together'
import type { MutantFact, ReceivedFact } from '../../src/service/mutants/mutant-fact'
import { A, B, C, date, type Given, memo, phone, run, together } from './named-runs'

const groups = (given: Given, place = 0) => {
  const played = together(given)
  const placed = [memo, date, phone].flatMap((one) => played.placed(one, place) ?? [])
  return played.groups(placed).map((group) => group.map(({ mutant, test }) => [mutant.member, test]))
}

type Groups = readonly (readonly (readonly [member: string, test: string])[])[]

const [inA, inB, inC] = [
  { mutant: memo, test: A },
  { mutant: date, test: B },
  { mutant: phone, test: C },
] as const

it.each<[string, Given, Groups]>([
  [
    'none is played in a test that may fail',
    {
      status: 0,
      failed: [A],
      seen: [
        [memo, A],
        [date, B],
      ],
    },
    [[['date', B]]],
  ],
  [
    'tests that do not meet',
    {
      seen: [
        [memo, A],
        [date, B],
        [phone, C],
      ],
    },
    [
      [
        ['memo', A],
        ['date', B],
        ['phone', C],
      ],
    ],
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
    [
      [
        ['memo', A],
        ['phone', C],
      ],
      [['date', A]],
    ],
  ],
  [
    'tests that have several of them: each has one',
    {
      seen: [
        [memo, A],
        [memo, B],
        [date, A],
        [date, B],
        [phone, B],
        [phone, C],
      ],
    },
    [
      [
        ['memo', B],
        ['date', A],
        ['phone', C],
      ],
    ],
  ],
  [
    'a request of no test: the others are played',
    {
      seen: [
        [memo, A],
        [date, null],
        [phone, C],
      ],
    },
    [
      [
        ['memo', A],
        ['phone', C],
      ],
    ],
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
    [
      [
        ['memo', A],
        ['phone', C],
      ],
    ],
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
    [[['phone', C]]],
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
    [
      [
        ['date', B],
        ['phone', C],
      ],
    ],
  ],
])(
  'each is played in one test, as far as it can be told which was red for what: %s',
  (_, given, expected) => {
    expect(groups(given)).toEqual(expected)
  },
)

it('a mutant has another test in the next round, and one that only a few tests can have is judged by them', () => {
  const given: Given = {
    seen: [
      [memo, A],
      [memo, B],
      [date, A],
      [phone, C],
    ],
  }
  expect(groups(given, 1)).toEqual([[['memo', A]]])
  expect(groups(given, 2)).toEqual([])
  expect([memo, date, phone].map((one) => together(given).isOfFew(one))).toEqual([true, true, true])
  const also: Given = { seen: [...(given.seen ?? []), [date, null]] }
  expect(together(also).isOfFew(date)).toBe(false)
})

it('parts are one run once each of its tests has played the mutant, with the ends of these tests only', () => {
  const played = together({
    seen: [
      [memo, A],
      [memo, B],
    ],
  })
  const received = [A, B, C].map((test, life): MutantFact => ({ received: { test, life } as ReceivedFact }))
  const parts = [A, B].flatMap((test) => {
    const one = {
      ...run({}),
      facts: [{ mutated: 'other', by: test }] as const,
      ends: new TestEnds([received]),
    }
    return played.partOf(one, { mutant: memo, test }, [{ mutant: memo, test }]) ?? []
  })
  const [first, second] = parts.map((part) => played.joined(memo, part))
  expect(first).toBe(undefined)
  expect(second?.facts.map(({ by }) => by)).toEqual([A, B])
  expect(second?.ends.all.map(({ test }) => test)).toEqual([A, B])
})

it('a mutant is played again in a test that was red each time', () => {
  const played = together({
    seen: [
      [memo, A],
      [memo, B],
    ],
  })
  expect(played.again(memo, [run({ failed: [A, B] })])?.test).toBe(A)
  expect(played.again(memo, [run({ failed: [A, B] }), run({ failed: [B] })])?.test).toBe(B)
  expect(played.again(memo, [run({ failed: [C] })])).toBe(undefined)
})

it('in the second run a test has other company from its own file', () => {
  const played = together({
    seen: [
      [memo, A],
      [date, B],
      [phone, C],
    ],
  })
  expect([...played.byTest([inA, inB, inC])]).toEqual([
    [A, memo],
    [B, date],
    [C, phone],
  ])
  expect(played.groups([inA, inB, inC], 'new')).toEqual([[inA, inC], [inB]])
  expect(played.groups([inA, inB, inC])).toEqual([[inA, inB, inC]])
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
  expect(played.partOf(run(given), inA, [inA, inC])?.failed).toEqual(failed)
})

it('a test that plays several mutants is played without one after each, and a run where it is red then says nothing', () => {
  const given: Given = {
    seen: [
      [memo, A],
      [date, A],
      [phone, A],
    ],
    runner: 'pytest',
  }
  const [first, check, second, last] = [1, 2, 3, 4].map((number) => nameOfTest(A, number)) as [
    string,
    string,
    string,
    string,
  ]
  const played = together(given)
  const placed = [memo, date, phone].map((one) => ({ mutant: one, test: A }))
  expect(played.groups(placed, 'any', 'several times').map((group) => group.length)).toEqual([3])
  expect(played.groups(placed).map((group) => group.length)).toEqual([1, 1, 1])
  const [group] = played.groups(placed.slice(0, 2), 'any', 'several times') as [MutantGroup]
  expect([...played.byTest(group)]).toEqual([
    [first, memo],
    [second, date],
  ])
  expect([...played.timesOf(group)]).toEqual([[A, 4]])
  const tests = [first, check, second, last, B, C]
  const parts = (failed: string[], those = tests) => {
    const one = run({ ...given, tests: those, failed })
    return played.isSpoilt(one, group) || group.map((own) => played.partOf(one, own, group)?.failed)
  }
  expect(parts([second])).toEqual([[], [A]])
  expect(played.groups(placed, 'new', 'several times').map((those) => those.length)).toEqual([2, 1])
  expect(parts([first, check, second])).toBe(true)
  expect(played.groups(placed, 'any', 'several times').map((those) => those.length)).toEqual([1, 1, 1])
})

it.each<[string, Partial<Given>]>([
  ['is red without a mutant in the end', { failed: [nameOfTest(A, 3), nameOfTest(A, 4)] }],
  ['is red without a mutant after the first', { failed: [A, nameOfTest(A, 2)] }],
  ['was not played as often', { tests: [A, nameOfTest(A, 2), B, C], failed: [A] }],
  ['has one simulator for two of its times', { sharing: [nameOfTest(A, 2), nameOfTest(A, 3)] }],
])('a run says nothing in which a test that plays several mutants %s', (_, given) => {
  const seen = [memo, date].map((one) => [one, A] as const)
  const played = together({ seen, runner: 'pytest' })
  const [group] = played.groups(
    [memo, date].map((one) => ({ mutant: one, test: A })),
    'any',
    'several times',
  ) as [MutantGroup]
  const tests = [A, ...[2, 3, 4].map((number) => nameOfTest(A, number)), B, C]
  played.byTest(group)
  expect(played.isSpoilt(run({ seen, tests, ...given }), group)).toBe(true)
  expect(played.isSpoilt(run({ seen, tests }), group)).toBe(false)
  expect(played.isSpoilt(run({ seen, tests, ...given, isLate: true }), group)).toBe(false)
})
