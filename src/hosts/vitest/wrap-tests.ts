import * as vitest from 'vitest'
import type { TestTask } from './test-run'

interface Wrapping<Run> {
  begin(task: TestTask): Run
  /** Runs a function so that everything it starts belongs to the run. */
  within(run: Run, work: () => unknown): unknown
  /** Everything started from now on belongs to the run. */
  enter(run: Run): void
  end(run: Run): Promise<void>
}

/** Wraps every attempt of every test in the current suite. */
export function wrapTests<Run>(wrapping: Wrapping<Run>): void {
  if ('aroundEach' in vitest) aroundTests(wrapping)
  else insteadOfTests(wrapping)
}

/** Includes hooks. */
function aroundTests<Run>({ begin, within, end }: Wrapping<Run>): void {
  vitest.aroundEach(async (runTest, { task }) => {
    const run = begin(task)
    await within(run, runTest)
    await end(run)
  })
}

/**
 * vitest before 4.1 has no hook around a test, so the function of the test is replaced by a wrapper. Entering
 * a context in a hook usually reaches the later hooks, but not reliably the test.
 */
function insteadOfTests<Run>({ begin, enter, within, end }: Wrapping<Run>): void {
  const runs = new WeakMap<object, Run>()
  vitest.beforeEach(async ({ task, onTestFinished }) => {
    const isWrapped = runs.has(task)
    const run = begin(task)
    runs.set(task, run)
    // Registered first, so it runs last.
    onTestFinished(() => end(run))
    // Must precede any await, which would limit the context to this hook.
    enter(run)
    const { getFn, setFn } = await import('vitest/suite')
    const work = getFn(task)
    // In a retry the function is already replaced.
    if (!isWrapped && work)
      setFn(task, async () => {
        await within(runs.get(task) as Run, work)
      })
  })
}
