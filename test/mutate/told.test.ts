import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSimulator } from '../../src'
import { runMutate } from '../../src/command/mutate'
import type { MutateArguments } from '../../src/command/mutate/arguments'
import { readBareRuns, refuseShortBudget } from '../../src/command/mutate/bare-runs'
import { MutantPlayer } from '../../src/command/mutate/mutant-player'
import { judge, type MutantOutcome, predictedOutcomes } from '../../src/command/mutate/outcome'
import { judgedMutant, mutateText, withHeadline } from '../../src/command/mutate/report'
import { type JudgedRun, runJudged } from '../../src/command/mutate/run'
import { TestEnds } from '../../src/command/mutate/test-ends'
import { suitePage } from '../../src/command/suite-page'
import type { Mutant } from '../../src/service/mutants/mutant'
import type { MutantEffect } from '../../src/service/mutants/mutant-fact'
import { progressLine } from '../../src/tools/explore/host/terminal-line'

vi.mock('../../src/command/mutate/run', () => ({ runJudged: vi.fn() }))
afterEach(() => void vi.restoreAllMocks())

const MUTANT: Mutant = { kind: 'write-not-sent', operation: 'POST /public/v1/invoices/', member: '' }
const given = { command: ['npx', 'jest'] as const, onlyKey: undefined, atOnce: 1 }

/** A report in which so many mutants came to each end. */
const reported = (counts: Partial<Record<MutantOutcome, number>>, notPlayed: readonly string[] = []) =>
  withHeadline({
    suite: { command: 'npx jest', seconds: 4, unstable: [] },
    requests: { msw: 0, serve: 0, fetch: 1, direct: 0 },
    notPlayed,
    notJudged: [],
    ...(notPlayed.length > 0 && { budget: { seconds: 480, bareRuns: 130, mutants: 360 } }),
    mutants: Object.entries(counts).flatMap(([outcome, count]) =>
      Array.from({ length: count }, () => judgedMutant(MUTANT, { outcome: outcome as MutantOutcome }, given)),
    ),
  })

describe('the first line of a report', () => {
  type Row = [counts: Partial<Record<MutantOutcome, number>>, notPlayed: string[], headline: string]
  it.each<Row>([
    [{ found: 2, survived: 1 }, [], '2 of 3 bugs that a client could have are found by npx jest.'],
    [
      { found: 1, loud: 1, unstable: 2 },
      [],
      '1 of 1 bugs that a client could have are found by npx jest. Not counted: 1 loud, 2 unstable.',
    ],
    [
      { found: 17, survived: 2, loud: 1 },
      ['a', 'b'],
      'INCOMPLETE: the budget of 8 minutes ended before 2 of 22 bugs were judged. Of the others, 17 of 19 bugs that a ' +
        'client could have are found by npx jest. Not counted: 1 loud.',
    ],
    [
      {},
      ['a'],
      'NOT JUDGED: of 1 bug that a client could have, none could be judged by npx jest; ' +
        'the budget of 8 minutes ended before 1 of them.',
    ],
    [
      { loud: 2 },
      [],
      'NOT JUDGED: of 2 bugs that a client could have, none could be judged by npx jest. Not counted: 2 loud.',
    ],
  ])('%o, and %o not played', (counts, notPlayed, headline) => {
    const report = reported(counts, notPlayed)
    expect(report).toMatchObject({ headline, unplayed: notPlayed.length, notPlayed })
    expect(mutateText(report).startsWith(`${headline}\n`)).toBe(true)
    expect(suitePage({ mutate: report })).toContain(headline)
  })

  it('says where a share has none', () => {
    const { headline: _, ...rest } = reported({})
    const shard = { index: 3, of: 3, all: ['a', 'b'] }
    expect(withHeadline({ ...rest, shard }).headline).toBe('Share 3/3 has none of the 2 bugs to play.')
  })

  it('is not of the colour of success where the budget has left bugs out', () => {
    const page = (notPlayed: string[]) => suitePage({ mutate: reported({ found: 2 }, notPlayed) })
    expect([page([]), page(['a'])]).toEqual([
      expect.stringContaining('<p class="good">2 of 2'),
      expect.stringContaining('<p class="bad">INCOMPLETE'),
    ])
  })

  it('says what the budget was used for', () => {
    expect(mutateText(reported({ found: 1 }, ['a']))).toContain(
      'Runs without a bug took 2.2 minutes of the budget, runs with one 6 minutes.',
    )
  })

  it('claims nothing where nothing is known', () => {
    const { mutants } = reported({ unstable: 1 })
    expect(mutants[0]?.meaning).toContain('it is not known whether a test would notice')
  })
})

interface Run {
  readonly seconds?: number
  readonly isLate?: boolean
  readonly failed?: readonly string[]
  readonly effect?: MutantEffect | null
  readonly isSlow?: boolean
}

const runOf = ({
  seconds = 4,
  isLate = false,
  failed = [],
  effect = 'other',
  isSlow = false,
}: Run): JudgedRun => ({
  ...{ status: failed.length, isLate, isSlow, said: '', duration: seconds * 1000 },
  isGreen: !isLate && failed.length === 0,
  facts: [
    { simulator: true },
    { seen: MUTANT, by: null },
    ...(effect ? [{ mutated: effect, by: null }] : []),
  ],
  ends: new TestEnds([]),
  tests: new Map(),
  failed,
})

describe('a budget that is used up by runs without a bug', () => {
  const refusal = (runs: Run[], left: number) => () =>
    refuseShortBudget(runs.map(runOf), { budget: 540_000, left: left * 1000, of: 3 })

  it('is told as soon as it is known, with what it was used for and what to do', () => {
    expect(refusal([{ seconds: 400 }], 140)).toThrow(
      '--budget 9 minutes is too short, so no bug was played and NOTHING IS JUDGED: 1 run without a bug took 6.7 ' +
        'minutes. There are 3 such runs, and each of 1 bug takes up to three more. Give a larger budget, wait until ' +
        'the machine is less busy, or run fewer tests',
    )
    expect(refusal([{ seconds: 180 }, { seconds: 180 }, { seconds: 180, isLate: true }], 0)).toThrow(
      '3 runs without a bug took 3 minutes, 3 minutes, 3 minutes, when the budget ended.',
    )
  })

  it('is not feared for a first run that is slow, and never where there is none', () => {
    expect(refusal([{ seconds: 200 }], 340)).not.toThrow()
    expect(() =>
      refuseShortBudget([runOf({ seconds: 900 })], { budget: Infinity, left: Infinity, of: 3 }),
    ).not.toThrow()
  })
})

describe('the runs without a bug', () => {
  const mutate = async (runs: JudgedRun[], ...words: string[]) => {
    const left = [...runs]
    const spied = vi.mocked(runJudged).mockReset()
    spied.mockImplementation(async () => left.shift() ?? runOf({}))
    const [said, wrong]: [string[], string[]] = [[], []]
    const out = (text: string) => void said.push(text)
    const error = (text: string) => void wrong.push(text)
    await runMutate([...words, '--', 'jest'], { out, error, create: createSimulator })
    return { said: said.join(''), wrong: wrong.join(''), count: spied.mock.calls.length }
  }
  const SLOW = runOf({ failed: ['waits'], seconds: 9 })

  it('leave out one that was red and slow, and say so, if it is green when it is played again', async () => {
    const { said } = await mutate([runOf({}), SLOW, runOf({}), runOf({})])
    expect(said).toContain('a run without a bug was red (waits) and took twice as long as another')
    expect(said).not.toContain('fails now and then')
  })

  it('name a test that is red again', async () => {
    const { said } = await mutate([runOf({}), SLOW, runOf({}), SLOW])
    expect(said).toContain('"waits" fails now and then')
    expect(said).not.toContain('took twice as long')
  })

  const FORESEES = [
    { simulator: true, foresees: true },
    { seen: MUTANT, by: null },
  ] as const
  const predicting = (run: Run): JudgedRun => ({ ...runOf(run), facts: FORESEES })

  it('are played again without predicting, if that alone makes one red, and its time never counts', async () => {
    const red = await mutate([runOf({}), runOf({}), predicting({ failed: ['waits'] }), runOf({ seconds: 5 })])
    const played = vi.mocked(runJudged).mock.calls.map(([, { foresees }]) => foresees)
    expect(played.slice(0, 4)).toEqual([false, false, true, false])
    expect(red.said).toContain('a run without a bug was red (waits) and also told what each bug would do')
    expect(red.said).not.toContain('fails now and then')
    expect(readBareRuns([runOf({}), predicting({ seconds: 60 })], undefined).duration).toBe(4000)
  })

  it('predict nothing, if a process of theirs has another version of the package', () => {
    const told = { ...runOf({}), facts: [...FORESEES, { foreseen: MUTANT, would: 'refused' }] as const }
    expect([...predictedOutcomes(told).values()]).toEqual(['loud'])
    expect(predictedOutcomes({ ...told, facts: [...told.facts, { simulator: true }] }).size).toBe(0)
  })

  it('end at once where there is no bug, and say nothing of a budget', async () => {
    const none = { ...runOf({ seconds: 900 }), facts: [{ simulator: true }] as const }
    const { wrong, count } = await mutate([none], '--budget', '10 minutes')
    expect([wrong, count]).toEqual([expect.stringContaining('no request is the program'), 1])
  })
})

describe('a busy machine makes nothing unstable', () => {
  const LATE = { isLate: true }
  const RED = { failed: ['t'] }
  const STARVED = { isLate: true, effect: null }
  type Row = [name: string, runs: Run[], outcome: MutantOutcome, count: number]
  it.each<Row>([
    ['ended before it was reached, then red', [STARVED, RED, RED, RED], 'found', 4],
    ['ended before it was reached, then green', [STARVED, {}], 'survived', 2],
    ['ended, then green', [LATE, {}], 'survived', 2],
    ['ended, then red', [LATE, RED, RED], 'found', 3],
    ['ended twice', [LATE, LATE], 'timed out', 2],
    ['slow and red, then green', [{ ...RED, seconds: 9 }, {}], 'survived', 2],
    [
      'slow and red each time',
      [
        { ...RED, seconds: 9 },
        { ...RED, seconds: 9 },
        { ...RED, seconds: 9 },
      ],
      'found',
      3,
    ],
    ['red for another reason, then red', [{ ...RED, effect: null }, RED, RED, RED, RED, RED], 'found', 6],
    ['red, then green', [RED, {}], 'unstable', 2],
    ['ended each time before it was reached', [STARVED, STARVED, STARVED], 'unstable', 3],
  ])('%s', async (_, runs, outcome, count) => {
    const bare = readBareRuns([runOf({}), runOf({}), runOf({})], undefined)
    const left = runs.map(runOf)
    const spied = vi.mocked(runJudged).mockReset()
    spied.mockImplementation(async () => left.shift() ?? runOf({ failed: ['too many runs'] }))
    const player = new MutantPlayer(given as unknown as MutateArguments, bare, Infinity)
    const [judged] = await player.playAll([MUTANT], () => undefined)
    expect([judged?.outcome, spied.mock.calls.length]).toEqual([outcome, count])
    if (outcome === 'unstable')
      expect(judged?.why).toMatch(/^(red in 1 of 2 runs|3 runs were ended, because)/)
  })

  it('a run after one that was ended may take twice as long', async () => {
    const left = [LATE, LATE].map(runOf)
    const spied = vi.mocked(runJudged).mockReset()
    spied.mockImplementation(async () => left.shift() as JudgedRun)
    const bare = readBareRuns([runOf({}), runOf({}), runOf({})], undefined)
    await new MutantPlayer(given as unknown as MutateArguments, bare, Infinity).playAll(
      [MUTANT],
      () => undefined,
    )
    expect(spied.mock.calls.map(([, { timeLimit }]) => timeLimit)).toEqual([12_000, 24_000])
  })

  it('a verdict needs a run that says something', () => {
    expect(judge([STARVED, STARVED].map(runOf), new Set())).toMatchObject({ outcome: 'unstable' })
  })
})

describe('a test that fails in a green run, as one that is still to be done', () => {
  const MAY_FAIL = { ...runOf({ failed: ['todo'] }), isGreen: true }
  const RED = runOf({ failed: ['todo', 'other'] })

  it('does not count among the tests that find a bug', async () => {
    vi.mocked(runJudged).mockReset().mockResolvedValue(RED)
    const bare = readBareRuns([MAY_FAIL, MAY_FAIL, MAY_FAIL], undefined)
    const player = new MutantPlayer(given as unknown as MutateArguments, bare, Infinity)
    const [judged] = await player.playAll([MUTANT], () => undefined)
    expect(judged).toMatchObject({ outcome: 'found', by: ['other'] })
  })

  const of = (name: string, mayFail = false) => ({ id: name, name, file: 'a.js', hasFailed: false, mayFail })
  /** A file with the word todo, which may be in a comment. */
  const WITH_TODO = [of('sells', true), of('todo', true)]
  it.each<[string, string[], boolean, object]>([
    ['red beside another one', ['other', 'sells'], false, { outcome: 'found', by: ['other'] }],
    ['red, and so is the command', ['sells'], false, { outcome: 'found', by: ['sells'] }],
    ['red, and the command is green', ['todo'], true, { outcome: 'survived' }],
  ])('a test of a file that may have a test to do is %s', async (_, failed, isGreen, expected) => {
    const tests = new Map([...WITH_TODO, of('other')].map((one) => [one.name, one]))
    vi.mocked(runJudged)
      .mockReset()
      .mockResolvedValue({ ...runOf({ failed }), isGreen, tests })
    const calm = { ...runOf({}), tests }
    const bare = readBareRuns([calm, calm, calm], undefined)
    const player = new MutantPlayer(given as unknown as MutateArguments, bare, Infinity)
    const [judged] = await player.playAll([MUTANT], () => undefined)
    expect(judged).toMatchObject(expected)
  })

  it('leaves the others unstable that fail now and then', () => {
    expect(readBareRuns([MAY_FAIL, RED, MAY_FAIL], undefined).unstable).toEqual(['other'])
  })
})

it('those who wait are told the bug, what was found so far, and the time that is left', async () => {
  const left = [{ failed: ['t'] }, { failed: ['t'] }, { failed: ['t'] }, {}].map(runOf)
  vi.mocked(runJudged)
    .mockReset()
    .mockImplementation(async () => left.shift() as JudgedRun)
  const bare = readBareRuns([runOf({}), runOf({}), runOf({})], undefined)
  const other: Mutant = { ...MUTANT, kind: 'write-sent-twice' }
  const said: string[] = []
  const player = new MutantPlayer(given as unknown as MutateArguments, bare, performance.now() + 90_000)
  await player.playAll([MUTANT, other], (text) => void said.push(text))
  expect(said[0]).toBe(
    'bug 1 of 2: write-not-sent:POST /public/v1/invoices/; 0 found and 0 unnoticed so far, 90 seconds left',
  )
  expect(said).toContain(
    'bug 2 of 2: write-sent-twice:POST /public/v1/invoices/; 1 found and 0 unnoticed so far, 90 seconds left',
  )
})

it('a log gets a line for each step, and of a search one now and then', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const line = progressLine()
  for (const text of ['run 1 of 3', 'run 2 of 3', '']) line(text)
  const rarely = progressLine(10_000)
  rarely('plan 1')
  now.mockReturnValue(10_000)
  for (const text of ['plan 70', 'plan 71']) rarely(text)
  expect(written.mock.calls.flat()).toEqual(['run 1 of 3\n', 'run 2 of 3\n', 'plan 70\n'])
})
