import { JEST, jestTest } from './jest'
import { NODE_TEST } from './node-test'
import type { TellEnd, TestRunner } from './runner'
import { VITEST } from './vitest'

/**
 * The runners whose test at hand can be seen, in the order in which they are asked. They promise little of what their
 * files read; it was tried with vitest 3.2 to 4, jest 29 and 30, and node:test of Node 20 to 24.
 */
const RUNNERS: readonly TestRunner<object>[] = [VITEST, JEST, NODE_TEST]

/** The running test, or its file; null where the runner does not tell. */
export function runningTest(): string | null {
  for (const runner of RUNNERS) {
    const name = runner.testName()
    if (name !== undefined) return name
  }
  return null
}

/** Tells of the test at hand once it has ended and another one runs; of tests side by side nobody knows. */
export function onceOver(tell: (name: string) => string): () => string[] {
  const [began, isAlone, test] = [runningTest(), isOneAtATime(), jestTest()]
  const isOver = (): boolean => runningTest() !== began || (test !== undefined && jestTest() !== test)
  return () => (began !== null && isOver() && isAlone && isOneAtATime() ? [tell(began)] : [])
}

/** The listeners of the tests and states of runners that tell their end. */
const listeners = new WeakMap<object, Map<object, TellEnd>>()

const runnerHere = () => RUNNERS.find((runner) => runner.host() !== undefined)

/**
 * Tells the end of the test at hand, if its runner shows it: vitest, jest, and node:test for a whole file.
 * @param listener hears of it once, however often it asks
 */
export function watchTest(listener: object, hear: TellEnd): void {
  const runner = runnerHere()
  const host = runner?.host()
  if (!runner || !host) return
  const known = listeners.get(host)
  const all = known ?? new Map<object, TellEnd>()
  if (!all.has(listener)) all.set(listener, hear)
  if (known) return
  listeners.set(host, all)
  const tell: TellEnd = (end) => {
    for (const one of all.values()) one(end)
  }
  runner.watch(host, tell, () => listeners.delete(host))
}

/** Of tests side by side, another one may be at hand. */
export function isOneAtATime(): boolean {
  const runner = runnerHere()
  const host = runner?.host()
  return !host || !runner?.isConcurrent(host)
}
