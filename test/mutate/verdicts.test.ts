import { afterEach, expect, it, vi } from 'vitest'
import type { MutateArguments } from '../../src/command/mutate/arguments'
import { readBareRuns } from '../../src/command/mutate/bare-runs'
import { MutantPlayer } from '../../src/command/mutate/mutant-player'
import { type JudgedRun, type RunWith, runJudged } from '../../src/command/mutate/run'
import { TestEnds } from '../../src/command/mutate/test-ends'
import { type Mutant, mutantText, readMutantsByTest, UNCHANGED } from '../../src/service/mutants/mutant'

vi.mock('../../src/command/mutate/run', () => ({ runJudged: vi.fn() }))
afterEach(() => {
  vi.mocked(runJudged).mockReset()
  vi.restoreAllMocks()
})

interface Suite {
  /** What a test sends, by its name: the member that a bug leaves out. */
  readonly sends: Readonly<Record<string, string>>
  /** Further tests. */
  readonly looks?: readonly string[]
  /** Tells whether a test sends what it sends where those files are played. */
  readonly isSent?: (files: readonly string[]) => boolean
  /** The tests that are red where those members are left out, of those that are played. */
  readonly red: (leftOut: readonly string[]) => readonly string[]
  /** Tests that are still to be done, so that their failure leaves the command green. */
  readonly toDo?: readonly string[]
  /** A runner that takes files for something else plays all tests and is red. */
  readonly takesFiles?: boolean
}

const mutant = (member: string): Mutant => ({ kind: 'member-left-out', operation: 'POST /x/', member })
const fileOf = (test: string): string => test.split(' > ')[0] ?? ''

/** The outcomes by their members. */
async function played(suite: Suite, budget = Number.POSITIVE_INFINITY): Promise<Record<string, string>> {
  const { sends, looks = [], isSent = () => true, red, takesFiles = true, toDo = [] } = suite
  const all = [...Object.keys(sends), ...looks]
  const run = async (command: readonly string[], { mutant: text }: Pick<RunWith, 'mutant'>) => {
    const chosen = command.slice(3)
    const names = all.filter((name) => chosen.length === 0 || !takesFiles || chosen.includes(fileOf(name)))
    const files = names.map(fileOf)
    const byTest = readMutantsByTest(text, 'mutant')
    const sent = Object.entries(sends).filter(([test]) => names.includes(test) && isSent(files))
    const changed = sent.filter(([test, member]) =>
      byTest ? byTest.get(test)?.member === member : text === mutantText(mutant(member)),
    )
    const failed = red(changed.map(([, member]) => member)).filter((name) => names.includes(name))
    const isGreen = failed.every((name) => toDo.includes(name)) && (takesFiles || chosen.length === 0)
    const mayFail = (name: string): boolean => toDo.some((one) => fileOf(one) === fileOf(name))
    const ended = (name: string) => ({
      ...{ id: name, name, file: fileOf(name) },
      ...{ hasFailed: failed.includes(name), mayFail: mayFail(name) },
    })
    return {
      ...{ status: isGreen ? 0 : 1, isLate: false, said: '', isGreen, duration: 1, failed },
      facts: [
        { simulator: true },
        ...(text === UNCHANGED ? sent.map(([by, member]) => ({ seen: mutant(member), by })) : []),
        ...changed.map(([by]) => ({ mutated: 'other', by })),
      ],
      ends: new TestEnds([]),
      tests: new Map(names.map((name) => [name, ended(name)])),
    } as JudgedRun
  }
  const spied = vi.mocked(runJudged).mockReset().mockImplementation(run)
  const bare = await Promise.all([0, 1, 2].map(() => run([], { mutant: UNCHANGED })))
  const given = { command: ['npx', 'vitest', 'run'], atOnce: 1 } as unknown as MutateArguments
  const player = new MutantPlayer(given, readBareRuns(bare, undefined), budget)
  vi.spyOn(performance, 'now').mockImplementation(() => spied.mock.calls.length)
  const judged = await player.playAll(Object.values(sends).map(mutant), () => undefined)
  return Object.fromEntries(judged.map(({ member = '', outcome }) => [member, outcome]))
}

/** A bug that nothing shows but a test of another file, which looks at what the first one left. */
const LEFT_BEHIND: Suite = {
  sends: { 'a.js > sells': 'memo' },
  looks: ['b.js > reads what there is'],
  red: (leftOut) => (leftOut.length > 0 ? ['b.js > reads what there is'] : []),
}

it.each<[string, Suite, Record<string, string>]>([
  [
    'one that only another test of its file notices, which is red for its own bug, too',
    {
      sends: { 'a.js > one': 'date', 'a.js > two': 'memo' },
      red: (leftOut) => (leftOut.length > 0 ? ['a.js > one'] : []),
    },
    { date: 'found', memo: 'found' },
  ],
  ['one that only a test of another file notices', LEFT_BEHIND, { memo: 'found' }],
  [
    'one that is sent only after the tests of another file',
    {
      sends: { 'a.js > sells': 'memo' },
      looks: ['b.js > fills'],
      isSent: (files) => files.includes('b.js'),
      red: (leftOut) => (leftOut.length > 0 ? ['a.js > sells'] : []),
    },
    { memo: 'found' },
  ],
  [
    'one that makes the tests of two others red: they need more runs, and get them',
    {
      sends: { 'a.js > one': 'date', 'a.js > two': 'memo', 'a.js > three': 'phone' },
      red: (leftOut) => [
        ...(leftOut.includes('memo') ? ['a.js > one'] : []),
        ...(leftOut.includes('memo') || leftOut.includes('phone') ? ['a.js > three'] : []),
      ],
    },
    { date: 'unstable', memo: 'found', phone: 'found' },
  ],
  [
    'one that nothing notices, where the runner takes the names of files for something else',
    { sends: { 'a.js > sells': 'memo' }, looks: ['b.js > reads'], red: () => [], takesFiles: false },
    { memo: 'survived' },
  ],
  [
    'one that only a test to do notices, which is beside another one that notices its own, and one in its file',
    {
      sends: { 'a.js > to do': 'memo', 'a.js > one': 'phone', 'b.js > one': 'date' },
      red: (leftOut) => [
        ...(leftOut.includes('memo') ? ['a.js > to do'] : []),
        ...(leftOut.includes('phone') ? ['a.js > one'] : []),
        ...(leftOut.includes('date') ? ['b.js > one'] : []),
      ],
      toDo: ['a.js > to do'],
    },
    { memo: 'survived', phone: 'found', date: 'found' },
  ],
  [
    'nine that nothing notices, beside one that a test of another file notices',
    {
      sends: Object.fromEntries([...'abcdefghij'].map((member, at) => [`${at}.js > sells`, member] as const)),
      looks: ['x.js > reads what there is'],
      red: (leftOut) => (leftOut.includes('g') ? ['x.js > reads what there is'] : []),
    },
    { ...Object.fromEntries([...'abcdefhij'].map((member) => [member, 'survived'])), g: 'found' },
  ],
])('%s', async (_, suite, expected) => {
  expect(await played(suite)).toEqual(expected)
})

it('no bug survives that the whole command has not yet been played with when the time is over', async () => {
  const outcomes: (string | undefined)[] = []
  for (let budget = 1; budget <= 12; budget += 1) outcomes.push((await played(LEFT_BEHIND, budget)).memo)
  expect(new Set(outcomes)).toEqual(new Set([undefined, 'found']))
})
