import { listFor } from '../../kernel/list-for'
import { type Mutant, mutantText } from '../../service/mutants/mutant'
import type { BareRuns } from './bare-runs'
import type { JudgedRun } from './run'
import { nameOfTest } from './test-ends'

/** The tests whose requests can have a mutant. Their simulators are their own, and they are known by their names. */
type Reach = ReadonlySet<string>

/** Tests of one run that have a mutant, because variables of the environment are short. */
const MOST_TESTS = 100

/** Several mutants of one run, each with the tests that play it. */
export type MutantGroup = readonly [Mutant, ...Mutant[]]

/**
 * Mutants that no test has in common are played in one run. Tests of one file share its variables, so two mutants that
 * were together there are apart in the second run: what one did to the test of the other does not come again.
 */
export class Together {
  readonly #tests: JudgedRun['tests']
  readonly #reach = new Map<string, Reach>()
  /** Pairs of mutants that were played together. */
  readonly #met = new Set<string>()

  constructor(private readonly bare: BareRuns) {
    const tests = bare.runs[0]?.tests ?? new Map()
    this.#tests = tests
    const shared = new Set(bare.ends.flatMap(({ sharing }) => sharing))
    const isApart = (test: string | null | undefined): test is string =>
      typeof test === 'string' && tests.has(test) && !shared.has(test) && !tests.has(nameOfTest(test, 2))
    const seenIn = new Map<string, (string | null | undefined)[]>()
    for (const { seen, by } of bare.runs.flatMap(({ facts }) => facts))
      if (seen) listFor(seenIn, mutantText(seen)).push(by)
    for (const [name, by] of seenIn) if (by.every(isApart)) this.#reach.set(name, new Set(by as string[]))
  }

  /** All of them, in as few groups as are found at once. A mutant that must be alone is a group of its own. */
  groups(mutants: readonly Mutant[], company: 'any' | 'new' = 'any'): MutantGroup[] {
    const groups: [Mutant, ...Mutant[]][] = []
    for (const mutant of mutants) {
      const group = groups.find(
        (others) =>
          this.#testsOf([...others, mutant]).length <= MOST_TESTS &&
          others.every((other) => this.#canMeet(mutant, other, company)),
      )
      if (group) group.push(mutant)
      else groups.push([mutant])
    }
    return groups
  }

  #canMeet(one: Mutant, other: Mutant, company: 'any' | 'new'): boolean {
    const [own, others] = [this.#reachOf(one), this.#reachOf(other)]
    if (!own || !others || [...own].some((test) => others.has(test))) return false
    return company === 'any' || !this.#met.has(pairOf(one, other)) || !this.#shareFile(own, others)
  }

  #shareFile(one: Reach, other: Reach): boolean {
    const fileOf = (test: string): string | undefined => this.#tests.get(test)?.file
    const files = new Set([...one].map(fileOf))
    return [...other].some((test) => files.has(fileOf(test)))
  }

  #reachOf(mutant: Mutant): Reach | undefined {
    return this.#reach.get(mutantText(mutant))
  }

  byTest(group: MutantGroup): Map<string, Mutant> {
    for (const [at, one] of group.entries())
      for (const other of group.slice(0, at)) this.#met.add(pairOf(one, other))
    return new Map(this.#testsOf(group))
  }

  #testsOf(group: MutantGroup): [test: string, mutant: Mutant][] {
    return group.flatMap((one) =>
      [...(this.#reachOf(one) ?? [])].map((test): [string, Mutant] => [test, one]),
    )
  }

  /** The run as the tests of that mutant show it; undefined if it does not say which of them was red for what. */
  partOf(run: JudgedRun, mutant: Mutant, group: MutantGroup): JudgedRun | undefined {
    const hasAll = [...this.#tests.keys()].every((name) => run.tests.has(name))
    const reach = this.#reachOf(mutant)
    if (run.isLate || !hasAll || !reach || (!run.isGreen && run.failed.length === 0)) return undefined
    const unstable = new Set(this.bare.unstable)
    const isExplained = (test: string): boolean =>
      unstable.has(test) || group.some((one) => this.#reachOf(one)?.has(test))
    if (!run.failed.every(isExplained)) return undefined
    const failed = run.failed.filter((test) => reach.has(test))
    const facts = run.facts.filter(({ mutated, by }) => !mutated || reach.has(by ?? ''))
    return { ...run, isGreen: failed.length === 0, failed, facts }
  }
}

const pairOf = (one: Mutant, other: Mutant): string => [mutantText(one), mutantText(other)].sort().join(' ')
