import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EndedTest, MutantFact } from '../../service/mutants/mutant-fact'
import { COVERAGE_FOLDER } from '../../tools/coverage/fact-folder'
import { nodeTestVariables } from '../node-test-plugin'
import { type CommandEnd, runUserCommand, StoppedRun, type UserCommand } from '../user-command'
import { playwrightVariables } from './playwright-reporter'
import { pytestVariables } from './pytest-plugin'
import { type FactsOfProcess, nameOfTest, TestEnds } from './test-ends'

export interface JudgedRun extends CommandEnd {
  readonly isGreen: boolean
  /** Real milliseconds. */
  readonly duration: number
  /** True if the machine was busy, or the mutant makes the tests wait. */
  readonly isSlow?: boolean
  readonly facts: readonly MutantFact[]
  /** The requests that simulators received. */
  readonly ends: TestEnds
  /** The tests that ended, by their names, as far as simulators know their tests. */
  readonly tests: ReadonlyMap<string, EndedTest>
  /** The tests that failed, in alphabetical order. */
  readonly failed: readonly string[]
  /** The files of tests that were played, if not all were. */
  readonly files?: ReadonlySet<string>
  /** True if the whole command was played, with the mutant wherever it can be. */
  readonly isWhole?: boolean
}

export interface RunWith {
  /** The value of `ACCOUNTING_MUTANT`. */
  readonly mutant: string
  readonly onlyKey: string | undefined
  readonly timeLimit: number
  /** Tests in which the first answer of an operation is lost. */
  readonly loses?: readonly { readonly test: string | null; readonly on: string }[]
  /** The tests that are played several times. */
  readonly times?: ReadonlyMap<string, number> | undefined
  /** Simulators tell what mutants would do to the requests that are sent as they are. */
  readonly foresees?: boolean
  /** The folder for facts of coverage. */
  readonly coverage?: string | undefined
}

export async function runJudged(
  command: UserCommand,
  { mutant, onlyKey, timeLimit, loses, times, foresees, coverage }: RunWith,
): Promise<JudgedRun> {
  const folder = mkdtempSync(join(tmpdir(), 'accounting-mutant-'))
  const start = performance.now()
  try {
    const end = await runUserCommand(command, {
      output: 'kept',
      timeLimit,
      env: {
        // Runners write no snapshots there, and do not watch.
        CI: '1',
        ACCOUNTING_MUTANT: mutant,
        ACCOUNTING_MUTANT_FACTS: folder,
        ...pytestVariables(folder, command),
        ...playwrightVariables(folder),
        ...nodeTestVariables(command),
        ...(onlyKey !== undefined && { ACCOUNTING_MUTANT_KEY: onlyKey }),
        ...(coverage !== undefined && { [COVERAGE_FOLDER]: coverage }),
        ...(foresees && { ACCOUNTING_MUTANT_FORESEES: '1' }),
        ...(times?.size && { ACCOUNTING_MUTANT_TIMES: JSON.stringify(Object.fromEntries(times)) }),
        ...(loses && { ACCOUNTING_MUTANT_LOSES: JSON.stringify(loses) }),
      },
    })
    if (end.stoppedBy) throw new StoppedRun(end.stoppedBy)
    const processes = factsIn(folder)
    const facts = processes.flat().filter(({ received }) => received === undefined)
    const isGreen = end.status === 0 && !end.isLate
    const ends = new TestEnds(processes)
    const tests = testsIn(facts)
    const failed = [...tests.keys()].filter((name) => tests.get(name)?.hasFailed).sort()
    return { ...end, isGreen, duration: performance.now() - start, facts, ends, tests, failed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A process that was killed may have left half a line. */
function factsIn(folder: string): FactsOfProcess[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((file) => {
      const lines = readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1)
      return lines.map((line) => JSON.parse(line) as MutantFact)
    })
}

/** The last try of a test counts. Tests of one name are numbered. */
function testsIn(facts: readonly MutantFact[]): Map<string, EndedTest> {
  const ends = new Map<string, EndedTest>()
  for (const { test } of facts) if (test) ends.set(test.id, test)
  const byId = [...ends].sort(([one], [other]) => (one < other ? -1 : 1))
  const numbers = new Map<string, number>()
  return new Map(
    byId.map(([, test]) => {
      const number = (numbers.get(test.name) ?? 0) + 1
      numbers.set(test.name, number)
      return [nameOfTest(test.name, number), test]
    }),
  )
}
