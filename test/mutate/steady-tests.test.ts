import { afterEach, expect, it, vi } from 'vitest'
import type { MutateArguments } from '../../src/command/mutate/arguments'
import { readBareRuns } from '../../src/command/mutate/bare-runs'
import { MutantPlayer } from '../../src/command/mutate/mutant-player'
import { type JudgedRun, type RunWith, runJudged } from '../../src/command/mutate/run'
import { TestEnds } from '../../src/command/mutate/test-ends'
import { type Mutant, mutantText, UNCHANGED } from '../../src/service/mutants/mutant'
import { chanceOf } from '../support/chance'

vi.mock('../../src/command/mutate/run', () => ({ runJudged: vi.fn() }))
afterEach(() => {
  vi.mocked(runJudged).mockReset()
  vi.restoreAllMocks()
})

/** Each of five tests sends one operation, and every second bug of each is noticed. */
const OPERATIONS = ['customers', 'invoices', 'bills', 'items', 'accounts'].map(
  (name) => `POST /public/v1/${name}/`,
)
const MEMBERS = ['memo', 'date', 'name', 'phone', 'email', 'website', 'address', 'country']
const MUTANTS: Mutant[] = OPERATIONS.flatMap((operation) =>
  MEMBERS.map((member) => ({ kind: 'member-left-out', operation, member })),
)
const isNoticed = ({ member }: Mutant): boolean => MEMBERS.indexOf(member) % 2 === 0
const NOTICED = MUTANTS.filter(isNoticed).map(mutantText)

interface Suite {
  /** Tells whether the first test is red for no reason. */
  readonly flake?: () => boolean
  /** False: the simulators do not know their tests. */
  readonly isNamed?: boolean
  /** The number of runs after which the time is over. */
  readonly budget?: number
}

/** Plays all mutants of a suite. Gives the names of those with an outcome, and the number of runs. */
async function played({ flake = () => false, isNamed = true, budget = Number.POSITIVE_INFINITY }: Suite) {
  const run = async (_: unknown, { mutant }: Pick<RunWith, 'mutant'>): Promise<JudgedRun> => {
    const changed = MUTANTS.find((one) => mutantText(one) === mutant)
    const tests = new Map(
      OPERATIONS.map((operation, at) => [
        operation,
        (at === 0 && flake()) || (changed?.operation === operation && isNoticed(changed)),
      ]),
    )
    const failed = [...tests.keys()].filter((name) => tests.get(name))
    const by = isNamed ? (changed?.operation ?? null) : null
    return {
      ...{
        status: failed.length === 0 ? 0 : 1,
        isLate: false,
        said: '',
        isGreen: failed.length === 0,
        duration: 1,
      },
      facts: changed
        ? [{ mutated: 'other', by }]
        : [{ simulator: true }, ...MUTANTS.map((seen) => ({ seen }))],
      ends: new TestEnds([]),
      tests: isNamed ? tests : new Map(),
      failed: isNamed ? failed : [],
    }
  }
  const spied = vi.mocked(runJudged).mockImplementation(run)
  const bare = [0, 1, 2].map(() => run([], { mutant: UNCHANGED }))
  const given = { command: ['suite'], atOnce: 1, onlyKey: undefined } as unknown as MutateArguments
  const player = new MutantPlayer(given, readBareRuns(await Promise.all(bare), undefined), budget)
  vi.spyOn(performance, 'now').mockImplementation(() => spied.mock.calls.length)
  const judged = await player.playAll(MUTANTS, () => undefined)
  const of = (outcome: string) =>
    judged.flatMap((one) => (one.outcome === outcome ? [`${one.id}:${one.operation}:${one.member}`] : []))
  return {
    found: of('found'),
    survived: of('survived'),
    unstable: of('unstable'),
    runs: spied.mock.calls.length,
  }
}

it('a mutant is found by one red run, where the other runs show that its test is steady', async () => {
  expect(await played({})).toMatchObject({ found: NOTICED, unstable: [], runs: MUTANTS.length })
})

it('it is found by two where nothing is known of the tests', async () => {
  const { found, runs } = await played({ isNamed: false })
  expect([found, runs]).toEqual([NOTICED, MUTANTS.length + NOTICED.length])
})

it('what is begun before the time is over is judged', async () => {
  const { found, survived, runs } = await played({ budget: 12 })
  expect([found, survived, runs]).toEqual([
    NOTICED.slice(0, 4),
    MUTANTS.slice(0, 8)
      .map(mutantText)
      .filter((name) => !NOTICED.includes(name)),
    12,
  ])
})

// Two red runs alone would find eight of the 800 bugs that no test notices.
it.each([true, false])(
  'a test that fails once in ten runs is unstable (its name is known: %s)',
  async (isNamed) => {
    let unstable = 0
    const byChance: string[] = []
    for (let seed = 1; seed <= 40; seed += 1) {
      const chance = chanceOf(seed)
      // The runs without a mutant are green, else they are what tells.
      let bare = 3
      const flake = () => bare-- <= 0 && chance.below(10) === 0
      const report = await played({ flake, isNamed })
      byChance.push(...report.found.filter((name) => !NOTICED.includes(name)))
      if (report.unstable.length > 0) unstable += 1
    }
    expect(unstable).toBeGreaterThan(32)
    expect(byChance.length).toBeLessThan(3)
  },
)
