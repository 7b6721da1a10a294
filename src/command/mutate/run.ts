import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MutantFact } from '../../service/mutants/mutant-fact'
import { type CommandEnd, runUserCommand, type UserCommand } from '../user-command'

/** One run of the user's command. */
export interface JudgedRun extends CommandEnd {
  readonly isGreen: boolean
  /** Real milliseconds. */
  readonly duration: number
  readonly facts: readonly MutantFact[]
  /** The tests that failed in the end, as far as simulators know their tests, in alphabetical order. */
  readonly failed: readonly string[]
}

export interface RunWith {
  /** The value of `ACCOUNTING_MUTANT`. */
  readonly mutant: string
  readonly onlyKey: string | undefined
  readonly timeLimit: number
}

export async function runJudged(
  command: UserCommand,
  { mutant, onlyKey, timeLimit }: RunWith,
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
        ...(onlyKey !== undefined && { ACCOUNTING_MUTANT_KEY: onlyKey }),
      },
    })
    if (end.stoppedBy) throw new Error(`stopped by ${end.stoppedBy}, so nothing is judged`)
    const facts = factsIn(folder)
    const isGreen = end.status === 0 && !end.isLate
    return { ...end, isGreen, duration: performance.now() - start, facts, failed: failedIn(facts) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A process that was killed may have left half a line. */
function factsIn(folder: string): MutantFact[] {
  const lines = readdirSync(folder)
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1))
  return lines.map((line) => JSON.parse(line) as MutantFact)
}

/** The last try of a test counts. */
function failedIn(facts: readonly MutantFact[]): string[] {
  const ends = new Map<string, boolean>()
  for (const { test } of facts) if (test) ends.set(test.name, test.hasFailed)
  return [...ends].flatMap(([name, hasFailed]) => (hasFailed ? [name] : [])).sort()
}
