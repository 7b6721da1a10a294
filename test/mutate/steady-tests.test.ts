import { afterEach, expect, it, vi } from 'vitest'
import type { MutateArguments } from '../../src/command/mutate/arguments'
import { readBareRuns } from '../../src/command/mutate/bare-runs'
import { MutantPlayer } from '../../src/command/mutate/mutant-player'
import { type JudgedRun, type RunWith, runJudged } from '../../src/command/mutate/run'
import { nameOfTest, TestEnds } from '../../src/command/mutate/test-ends'
import { StoppedRun } from '../../src/command/user-command'
import { type Mutant, mutantText, readMutantsByTest, UNCHANGED } from '../../src/service/mutants/mutant'
import { chanceOf } from '../support/chance'

vi.mock('../../src/command/mutate/run', () => ({ runJudged: vi.fn() }))
afterEach(() => {
  vi.mocked(runJudged).mockReset()
  vi.restoreAllMocks()
})

const MEMBERS = ['memo', 'date', 'name', 'phone', 'email', 'website', 'address', 'country']

interface Suite {
  /** The operations, each with a test that sends it. */
  readonly operations?: number
  /** The members of each, and how many of them the tests notice. */
  readonly members?: number
  readonly noticed?: number
  /** Tells whether the first test is red for no reason. */
  readonly flake?: () => boolean
  /** False: the simulators do not know their tests. */
  readonly isNamed?: boolean
  /** True: the tests of each operation have a file of their own. */
  readonly inFiles?: boolean
  /** The tests of each operation, of which one notices a mutant that is noticed. */
  readonly testsEach?: number
  /** The number of runs after which the time is over. */
  readonly budget?: number
  /** The number of runs before a signal. */
  readonly stoppedAfter?: number
  /** True: the runner plays a test several times in one run, if it is told to. */
  readonly isRepeating?: boolean
  /** A test that this member was left out of is red when it is played again in the same run, or so many times. */
  readonly spoiling?: string
  readonly spoiltTimes?: number
}

type RunTold = Pick<RunWith, 'mutant' | 'times'>

/** Plays all mutants of a suite. Gives the names of those with an outcome, and the number of runs. */
async function played({
  operations: count = 5,
  members = MEMBERS.length,
  noticed = 4,
  flake = () => false,
  isNamed = true,
  inFiles = false,
  testsEach = 1,
  budget = Number.POSITIVE_INFINITY,
  stoppedAfter = Number.POSITIVE_INFINITY,
  isRepeating = false,
  spoiling,
  spoiltTimes = Number.POSITIVE_INFINITY,
}: Suite) {
  const operations = Array.from({ length: count }, (_, at) => `POST /public/v1/${at}/`)
  const fileOf = (operation: string): string => (inFiles ? `${operation}.test.ts` : 'a.test.ts')
  const testsOf = (operation: string): string[] =>
    Array.from({ length: testsEach }, (_, at) => `${fileOf(operation)} > ${operation} ${at}`)
  const mutants: Mutant[] = operations.flatMap((operation) =>
    MEMBERS.slice(0, members).map((member) => ({ kind: 'member-left-out', operation, member })),
  )
  const isNoticed = ({ member }: Mutant): boolean => MEMBERS.indexOf(member) < noticed
  const noticing = ({ operation, member }: Mutant): string | undefined =>
    testsOf(operation)[MEMBERS.indexOf(member) % testsEach]
  const costs: number[] = []
  const run = async (command: readonly string[], { mutant, times }: RunTold): Promise<JudgedRun> => {
    if (vi.mocked(runJudged).mock.calls.length > stoppedAfter) throw new StoppedRun('SIGINT')
    const chosen = new Set(command.slice(3))
    const all = operations.flatMap(testsOf)
    const once = all.filter((name) => chosen.size === 0 || chosen.has(name.split(' > ')[0] ?? ''))
    const timesOf = (name: string): string[] =>
      Array.from({ length: times?.get(name) ?? 1 }, (_, at) => nameOfTest(name, at + 1))
    const names = once.flatMap(timesOf)
    costs.push(names.length / all.length)
    const byTest = readMutantsByTest(mutant, 'mutant')
    const alone = mutants.filter((one) => mutantText(one) === mutant)
    const changed = byTest
      ? [...byTest].map(([by, one]) => ({ by, one }))
      : alone.flatMap((one) => testsOf(one.operation).map((by) => ({ by, one })))
    const red = new Set(
      changed.flatMap(({ by, one }) =>
        isNoticed(one) && timesOf(noticing(one) ?? '').includes(by) ? [by] : [],
      ),
    )
    for (const { by, one } of changed)
      for (const name of once.map(timesOf).filter((own) => own.includes(by)))
        if (one.member === spoiling)
          for (const later of name.slice(name.indexOf(by) + 1).slice(0, spoiltTimes)) red.add(later)
    const tests = new Map(
      names.map((name, at) => {
        const hasFailed = red.has(name) || (at === 0 && flake())
        const runner = isRepeating ? ('pytest' as const) : undefined
        return [name, { id: name, name, file: name.split(' > ')[0], hasFailed, ...(runner && { runner }) }]
      }),
    )
    const failed = [...tests.keys()].filter((name) => tests.get(name)?.hasFailed)
    const by = (test: string) => ({ by: isNamed ? test : null })
    return {
      ...{ status: failed.length === 0 ? 0 : 1, isLate: false, said: '' },
      ...{ isGreen: failed.length === 0, duration: 1 },
      facts:
        mutant === UNCHANGED
          ? [
              { simulator: true },
              ...mutants.flatMap((seen) => testsOf(seen.operation).map((test) => ({ seen, ...by(test) }))),
            ]
          : changed.map(({ by: test }) => ({ mutated: 'other', ...by(test) })),
      ends: new TestEnds([]),
      tests: isNamed ? tests : new Map(),
      failed: isNamed ? failed : [],
    }
  }
  const spied = vi.mocked(runJudged).mockReset().mockImplementation(run)
  const bare = [0, 1, 2].map(() => run([], { mutant: UNCHANGED }))
  const given = {
    command: ['npx', 'vitest', 'run'],
    atOnce: 1,
    onlyKey: undefined,
  } as unknown as MutateArguments
  const player = new MutantPlayer(given, readBareRuns(await Promise.all(bare), undefined), budget)
  vi.spyOn(performance, 'now').mockImplementation(() => spied.mock.calls.length)
  const judged = await player.playAll(mutants, () => undefined)
  const of = (outcome: string) =>
    judged.flatMap((one) => (one.outcome === outcome ? [`${one.id}:${one.operation}:${one.member}`] : []))
  return {
    noticed: mutants.filter(isNoticed).map(mutantText),
    found: of('found'),
    survived: of('survived'),
    unstable: of('unstable'),
    runs: spied.mock.calls.length,
    stoppedBy: player.stoppedBy,
    /** Times the whole suite, with the three runs without a mutant. */
    cost: costs.reduce((sum, cost) => sum + cost, 0),
  }
}

it('a mutant is found by three red runs, and those of different tests are played together', async () => {
  const { noticed, found, survived, unstable, runs } = await played({})
  expect([found, survived.length, unstable]).toEqual([noticed, 20, []])
  // Eight runs of five mutants, then the half that was red three times, in another company first: each test let one pass.
  expect(runs).toBe(8 + 8 + 4 + 4)
})

it('where nothing is known of the tests, each mutant is played alone', async () => {
  const { noticed, found, runs } = await played({ isNamed: false })
  expect([found, runs]).toEqual([noticed, 40 + 2 * 20])
})

it.each([
  [true, 4 + 4 + 4],
  // No two that were together are together in the second run, so it has four mutants at most.
  [false, 4 + 12 + 4],
])(
  'forty mutants of ten tests that notice them all take few runs (files of their own: %s)',
  async (inFiles, least) => {
    const { noticed, found, runs } = await played({ operations: 10, members: 4, noticed: 4, inFiles })
    expect([noticed.length, found, runs]).toEqual([40, noticed, least])
  },
)

it.each([
  ['all are noticed', 4, 13],
  ['a quarter is noticed by nobody', 3, 13],
  ['half is noticed by nobody', 2, 15],
])(
  'forty mutants of ten files with three tests each take few times the suite: %s',
  async (_, noticed, most) => {
    const {
      noticed: expected,
      found,
      cost,
    } = await played({ operations: 10, members: 4, noticed, inFiles: true, testsEach: 3 })
    expect(found).toEqual(expected)
    expect(cost).toBeLessThanOrEqual(most)
  },
)

it.each([
  ['all are noticed', 8, 2 + 4 + 2, 24],
  // The four were together, so they are apart in the second run. Each survivor needs a run of the whole command.
  ['half is noticed by nobody', 4, 2 + 4 + 2 + 2 + 4, 8 + 4 + 4],
])(
  'a test that is played several times in a run has another mutant each time: %s',
  async (_, noticed, several, once) => {
    const suite = { operations: 1, noticed }
    const { noticed: expected, found, survived, runs } = await played({ ...suite, isRepeating: true })
    expect([found, survived.length]).toEqual([expected, 8 - noticed])
    expect([runs, (await played(suite)).runs]).toEqual([several, once])
  },
)

it.each([1, 2, Number.POSITIVE_INFINITY])(
  'a test that is spoilt for %s of its later times is played once in a run, and finds nothing by them',
  async (spoiltTimes) => {
    const suite = { operations: 2, noticed: 2, isRepeating: true, spoiling: 'memo', spoiltTimes }
    const { noticed, found, survived, unstable } = await played(suite)
    expect([found, survived.length, unstable]).toEqual([noticed, 12, []])
  },
)

it('mutants that six tests can have are played in one after the other, as long as that takes fewer runs', async () => {
  const { noticed, found, survived, runs } = await played({ operations: 3, testsEach: 6 })
  expect([found, survived.length]).toEqual([noticed, 12])
  // The survivors alone would take twelve.
  expect(runs).toBeLessThanOrEqual(30)
})

it.each([
  ['nobody notices one', 0, 11],
  ['one is noticed by one of twelve tests', 1, 22],
])(
  'mutants of different operations share runs in the end, and those of one request do not: %s',
  async (_, noticed, most) => {
    const suite = { operations: 2, testsEach: 12, noticed }
    const { noticed: expected, found, survived, runs } = await played(suite)
    expect([found, survived.length]).toEqual([expected, 16 - 2 * noticed])
    expect(runs).toBeLessThanOrEqual(most)
  },
)

it('what is begun before the time is over is judged', async () => {
  const { noticed, found, survived, runs } = await played({ isNamed: false, budget: 14 })
  expect([found, survived.length, runs]).toEqual([noticed.slice(0, 4), 2, 4 * 3 + 2])
})

it.each([14, 1, 0])(
  'what is judged before a signal is told, and no run begins after it: %i runs',
  async (runs) => {
    const whole = await played({ isNamed: false, budget: 1000 })
    const stopped = await played({ isNamed: false, budget: 1000, stoppedAfter: runs })
    expect([stopped.runs, stopped.stoppedBy]).toEqual([runs + 1, 'SIGINT'])
    expect(stopped.found).toEqual(whole.found.slice(0, Math.floor(runs / 3)))
  },
)

/** Seeded suites whose first test fails once in ten runs, and that are green three times without a mutant. */
const SUITES = 100

// It is red three times in a row once in a thousand times; if its name is known, other runs show that it is not steady.
it.each<[string, Suite, number]>([
  ['its name is known', {}, 0],
  ['its name is not known', { isNamed: false }, 1],
])(
  'a test that fails once in ten runs is unstable, and finds nothing by chance (%s)',
  async (_, suite, most) => {
    let [unstable, met] = [0, 0]
    const byChance: string[] = []
    for (let seed = 1; seed <= SUITES; seed += 1) {
      const chance = chanceOf(seed)
      let [bare, failures] = [3, 0]
      const flake = (): boolean => {
        const hasFailed = bare-- <= 0 && chance.below(10) === 0
        failures += Number(hasFailed)
        return hasFailed
      }
      const report = await played({ ...suite, flake })
      byChance.push(...report.found.filter((name) => !report.noticed.includes(name)))
      unstable += Number(report.unstable.length > 0)
      met += Number(failures > 0)
    }
    // Else nothing was there to be found by chance.
    expect(met).toBeGreaterThan(SUITES * 0.6)
    expect(byChance.length).toBeLessThanOrEqual(most)
    // In the others it fails in no run in which that would count: the fewer runs, the more of these.
    expect(unstable).toBeGreaterThan(SUITES * 0.4)
  },
  60_000,
)
