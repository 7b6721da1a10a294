import * as vitest from 'vitest'
import type { TestTask } from './test-run'

interface Wrapping<Run> {
  begin(task: TestTask): Run
  /** Runs the work so that all that it starts belongs to the run. */
  within(run: Run, work: () => unknown): unknown
  /** From here on what is started belongs to the run. */
  enter(run: Run): void
  end(run: Run): void
}

/** Puts something around every try of every test of the suite at hand. */
export function wrapTests<Run>(wrapping: Wrapping<Run>): void {
  if ('aroundEach' in vitest) aroundTests(wrapping)
  else insteadOfTests(wrapping)
}

/** Hooks included. */
function aroundTests<Run>({ begin, within, end }: Wrapping<Run>): void {
  vitest.aroundEach(async (runTest, { task }) => {
    const run = begin(task)
    await within(run, runTest)
    end(run)
  })
}

/**
 * Before vitest 4.1 there is nothing around a test. The function of the test is replaced by one that runs it
 * where it belongs. What a hook enters reaches the hooks after it as a rule, which is not enough for the test.
 */
function insteadOfTests<Run>({ begin, enter, within, end }: Wrapping<Run>): void {
  const runs = new WeakMap<object, Run>()
  vitest.beforeEach(async ({ task, onTestFinished }) => {
    const isWrapped = runs.has(task)
    const run = begin(task)
    runs.set(task, run)
    // The first to be asked for, so the last to come.
    onTestFinished(() => end(run))
    // Must not come after an await, which would keep it to this hook.
    enter(run)
    const { getFn, setFn } = await import('vitest/suite')
    const work = getFn(task)
    // A try after a failed one finds the function replaced already.
    if (!isWrapped && work)
      setFn(task, async () => {
        await within(runs.get(task) as Run, work)
      })
  })
}
