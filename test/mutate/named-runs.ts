import { readBareRuns } from '../../src/command/mutate/bare-runs'
import type { JudgedRun } from '../../src/command/mutate/run'
import { TestEnds } from '../../src/command/mutate/test-ends'
import { Together } from '../../src/command/mutate/together'
import type { Mutant } from '../../src/service/mutants/mutant'
import type { MutantFact, ReceivedFact } from '../../src/service/mutants/mutant-fact'

/** A member that is left out. */
export const mutant = (member: string): Mutant => ({ kind: 'member-left-out', operation: 'POST /x/', member })
export const [memo, date, phone] = ['memo', 'date', 'phone'].map(mutant) as [Mutant, Mutant, Mutant]
export const [A, B, C] = ['a.test.ts > one', 'a.test.ts > two', 'b.test.ts > one'] as const

export interface Given {
  readonly seen?: readonly (readonly [Mutant, string | null])[]
  readonly tests?: readonly string[]
  readonly failed?: readonly string[]
  readonly status?: number
  readonly isLate?: boolean
  /** The tests that use one simulator. */
  readonly sharing?: readonly string[]
  readonly runner?: 'pytest'
}

export function run({
  seen = [],
  tests = [A, B, C],
  failed = [],
  sharing = [],
  runner,
  ...end
}: Given): JudgedRun {
  const { status = failed.length === 0 ? 0 : 1, isLate = false } = end
  const received = sharing.map((test): MutantFact => ({ received: { test, life: 1 } as ReceivedFact }))
  return {
    ...{ status, isLate, said: '', isGreen: status === 0 && !isLate, duration: 1, failed },
    facts: [{ simulator: true }, ...seen.map(([one, by]): MutantFact => ({ seen: one, by }))],
    ends: new TestEnds([received]),
    tests: new Map(
      tests.map((name) => [
        name,
        {
          ...{ id: name, name, file: name.split(' > ')[0], hasFailed: failed.includes(name) },
          ...(runner && { runner }),
        },
      ]),
    ),
  }
}

export const together = (given: Given) =>
  new Together(readBareRuns([run(given), run(given), run(given)], undefined))
