import type { JudgedRun } from './run'

/** The red runs that find a mutant. A test that fails once in ten runs has three in a row once in a thousand times. */
const RED_RUNS = 3
/** The same of a test that was green with another mutant: chance may have made it red. */
const RED_RUNS_IF_BLIND = 4
/** The same where tests were red by themselves. */
const RED_RUNS_IF_FLAKY = 5
/** Runs that take three times as long do so for a reason. */
const LATE_RUNS = 2

/** All runs show which tests are flaky, so that their failures say less. */
export class FlakyTests {
  /** Tests that were red for no change of their own, or for a mutant and then not for it. */
  readonly #flaky = new Set<string>()
  /** Tests that did not notice a mutant. */
  readonly #blind = new Set<string>()
  #isCommandFlaky = false

  /** @param testOf the test of a name, of which a run may have played some several times */
  add(run: JudgedRun, testOf = (name: string): string => name): void {
    const changed = testsChangedIn(run)
    if (run.isLate || changed.has(null)) return
    for (const name of run.failed) if (!changed.has(name)) this.#flaky.add(testOf(name))
  }

  /** A test played a mutant and was green. */
  overlook(test: string): void {
    this.#blind.add(test)
  }

  /** A mutant was red, and then it was not. */
  noteFlaky({ failed }: JudgedRun): void {
    for (const name of failed) this.#flaky.add(name)
    this.#isCommandFlaky = true
  }

  /** The number of red runs that a mutant needs, of which these are the first. */
  redRunsFor([first, ...others]: readonly JudgedRun[]): number {
    if (!first) return 0
    const late = [first, ...others].filter(({ isLate }) => isLate).length
    if (late > 0) return late > others.length ? LATE_RUNS : RED_RUNS
    const always = first.failed.filter((name) => others.every(({ failed }) => failed.includes(name)))
    const isFlaky =
      first.failed.length === 0 ? this.#isCommandFlaky : always.every((name) => this.#flaky.has(name))
    if (isFlaky) return RED_RUNS_IF_FLAKY
    return always.length > 0 && always.every((name) => this.#blind.has(name)) ? RED_RUNS_IF_BLIND : RED_RUNS
  }
}

/** The tests of which a request was changed. Null: a request that belongs to no known test. */
const testsChangedIn = ({ facts }: JudgedRun): ReadonlySet<string | null> =>
  new Set(facts.flatMap(({ mutated, by = null }) => (mutated === 'other' || mutated === 'alike' ? [by] : [])))
