import type { JudgedRun } from './run'

/** So many green runs of a test, with its own requests as they are, say as much as a second red run. */
const ENOUGH = 20
/** Red runs that a mutant needs to be found, and those that it needs where tests were red by themselves. */
const RED_RUNS = 2
const RED_RUNS_IF_SHAKEN = 4

/**
 * All runs show how steady each test is. One that is green in every run that leaves its requests alone, and red in one
 * that changes them, need not be red a second time.
 */
export class SteadyTests {
  readonly #greenRuns = new Map<string, number>()
  /** Tests that were red for no change of their own, or once and not again. */
  readonly #shaken = new Set<string>()
  #isCommandShaken = false

  constructor(bare: readonly JudgedRun[]) {
    for (const run of bare) this.add(run)
  }

  add(run: JudgedRun): void {
    const changed = testsChangedIn(run)
    if (run.isLate || changed.has(null)) return
    for (const [name, hasFailed] of run.tests) {
      if (changed.has(name)) continue
      if (hasFailed) this.#shaken.add(name)
      else this.#greenRuns.set(name, (this.#greenRuns.get(name) ?? 0) + 1)
    }
  }

  /** A mutant was red, and then it was not. */
  shake({ failed }: JudgedRun): void {
    for (const name of failed) this.#shaken.add(name)
    this.#isCommandShaken = true
  }

  /** The tests whose failure in this run needs no second one. */
  sureIn(run: JudgedRun): string[] {
    const changed = testsChangedIn(run)
    if (run.isLate) return []
    return run.failed.filter(
      (name) => changed.has(name) && !this.#shaken.has(name) && (this.#greenRuns.get(name) ?? 0) >= ENOUGH,
    )
  }

  /** The number of red runs that a mutant needs, of which this is the first. */
  redRunsFor(run: JudgedRun): number {
    if (this.sureIn(run).length > 0) return 1
    const { failed } = run
    const isShaken =
      failed.length === 0 ? this.#isCommandShaken : failed.every((name) => this.#shaken.has(name))
    return isShaken ? RED_RUNS_IF_SHAKEN : RED_RUNS
  }
}

/** The tests of which a request was changed. Null: a request that belongs to no known test. */
const testsChangedIn = ({ facts }: JudgedRun): ReadonlySet<string | null> =>
  new Set(facts.flatMap(({ mutated, by = null }) => (mutated === 'other' || mutated === 'alike' ? [by] : [])))
