import { expect, it } from 'vitest'
import { readBareRuns } from '../../src/command/mutate/bare-runs'
import { LostAnswers } from '../../src/command/mutate/lost-answers'
import type { MutantRuns } from '../../src/command/mutate/mutant-runs'
import type { JudgedRun } from '../../src/command/mutate/run'
import { TestEnds } from '../../src/command/mutate/test-ends'
import { Together } from '../../src/command/mutate/together'
import type { TriedLines } from '../../src/command/mutate/tried-lines'
import { type Mutant, mutantsByTestText, UNCHANGED } from '../../src/service/mutants/mutant'
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

it('mutants are apart if no test and no simulator can have two of them, and play wherever they can be', () => {
  const country = mutant('country')
  const filter: Mutant = { kind: 'filter-left-out', operation: 'GET /x/', member: 'search' }
  const HOOK = 'c.test.ts > hook'
  const given: Given = {
    seen: [
      [memo, A],
      [memo, HOOK],
      [date, B],
      [filter, C],
      [country, null],
    ],
    sharing: [B, C],
  }
  const played = together(given)
  const groups = played.apart([country, memo, date, filter].map((one) => ({ mutant: one })))
  expect(groups.map((group) => group.map((one) => one.mutant.member))).toEqual([
    ['country'],
    ['memo', 'date'],
    ['search'],
  ])
  expect([...played.everywhere([memo, date])]).toEqual([
    [A, memo],
    [HOOK, memo],
    [B, date],
  ])
})

it('no request has two mutants: two dates that are left out may hide each other from the test of both', () => {
  const dueDate = mutant('due_date')
  const played = together({
    seen: [
      [date, A],
      [dueDate, A],
    ],
  })
  const groups = played.apart([date, dueDate].map((one) => ({ mutant: one })))
  expect(groups.map((group) => group.map((one) => one.mutant.member))).toEqual([['date'], ['due_date']])
})

it('the mutants of a run and their tests are short enough for a variable of the environment', () => {
  const long = (one: string, at: number): Mutant => mutant(`${one}${at}`)
  const all = Array.from({ length: 60 }, (_, at) => ({
    mutant: long('memo', at),
    test: `a.test.ts > ${'long '.repeat(199)}${at}`,
  }))
  const played = together({
    seen: all.map((one) => [one.mutant, one.test] as const),
    tests: all.map(({ test }) => test),
  })
  for (const groups of [played.groups(all), played.apart(all)]) {
    expect(groups.flat()).toEqual(all)
    expect(groups.length).toBe(3)
    for (const group of groups) {
      const byTest = new Map(group.map((one) => [one.test, one.mutant]))
      expect(mutantsByTestText(byTest).length).toBeLessThanOrEqual(30_000)
    }
  }
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

it('lost answers that turn their tests red are lost together once, for both kinds of keys', async () => {
  const keyed = (['no-idempotency-key', 'fresh-idempotency-key'] as const).flatMap((kind) => [
    { mutant: { kind, operation: 'POST /x/', member: '' }, test: A },
    { mutant: { kind, operation: 'POST /y/', member: '' }, test: C },
  ])
  const given: Given = { seen: keyed.map((one) => [one.mutant, one.test] as const) }
  const played: { readonly mutant: string; readonly files: unknown }[] = []
  const runs = {
    files: { ofTests: (tests: readonly string[]) => tests },
    run: (how: (typeof played)[number]) => {
      played.push(how)
      return Promise.resolve(run({ failed: [A, C] }))
    },
  } as unknown as MutantRuns
  const testFor = (operation: string) => ({ test: operation === 'POST /x/' ? A : C })
  const triedLines = () => ({ testFor }) as unknown as TriedLines
  const lost = new LostAnswers(runs, new Set(), together(given), triedLines, () => false)
  await lost.playTogether(keyed.map(({ mutant }) => mutant))
  expect(played.map(({ mutant, files }) => [mutant, files])).toEqual([[UNCHANGED, [A, C]]])
})
