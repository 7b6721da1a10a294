import * as vitest from 'vitest'
import { type VitestTask, whenBodyEnds } from '../../running-test/vitest'

interface Wrapping<Run> {
  begin(task: VitestTask): Run
  /** Runs a function so that everything it starts belongs to the run. */
  within(run: Run, work: () => unknown): unknown
  /** Assigns everything that starts from now on to the run. */
  enter(run: Run): void
  /** Called when the test function has ended, before its hooks. */
  bodyEnded(run: Run): Promise<void>
  end(run: Run): Promise<void>
}

/** Wraps every attempt of every test in the current suite. */
export function wrapTests<Run>(wrapping: Wrapping<Run>): void {
  if ('aroundEach' in vitest) aroundTests(wrapping)
  else insteadOfTests(wrapping)
}

/** Covers the hooks of a test, too. */
function aroundTests<Run>({ begin, within, bodyEnded, end }: Wrapping<Run>): void {
  vitest.aroundEach(async (runTest, { task }) => {
    const run = begin(task)
    whenBodyEnds(task, () => bodyEnded(run))
    await within(run, runTest)
    await end(run)
  })
}

/** vitest before 4.1 has no hook around tests, and a hook's context does not always reach the test. */
function insteadOfTests<Run>({ begin, enter, within, bodyEnded, end }: Wrapping<Run>): void {
  const runs = new WeakMap<object, Run>()
  vitest.beforeEach(async ({ task, onTestFinished }) => {
    const isWrapped = runs.has(task)
    const run = begin(task)
    runs.set(task, run)
    whenBodyEnds(task, () => bodyEnded(run))
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
