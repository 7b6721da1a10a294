/**
 * The running test. The runners are tried in this order. Few of these members are documented:
 *
 * | Runner, as tried          | Members                                                                       |
 * |---------------------------|-------------------------------------------------------------------------------|
 * | vitest 3.2 to 4           | `__vitest_worker__.current`: its names, result, `promises`, `onTestFinished`  |
 * | jest 29 and 30            | `expect.getState()`, and of the symbol JEST_STATE_SYMBOL the running test     |
 * | node:test of Node 20 to 24 | the variable NODE_TEST_CONTEXT; the name of a test is set by our own commands |
 */
import { jestTest, nameOfJest, stateOfJest, watchJest } from './jest'
import { nameOfNodeTest, watchNodeTest } from './node-test'
import { listeners, type TellEnd } from './runner'
import { nameOfVitest, vitestTask, watchVitest } from './vitest'

/** The running test, or its file; null if the runner does not tell. */
export function runningTest(): string | null {
  const task = vitestTask()
  return task ? nameOfVitest(task) : (nameOfJest() ?? nameOfNodeTest() ?? null)
}

/** Returns the text once the current test has ended and another runs. Concurrent tests are never reported. */
export function onceOver(tell: (name: string) => string): () => string[] {
  const [began, isAlone, test] = [runningTest(), isOneAtATime(), jestTest()]
  const isOver = (): boolean => runningTest() !== began || (test !== undefined && jestTest() !== test)
  return () => (began !== null && isOver() && isAlone && isOneAtATime() ? [tell(began)] : [])
}

/**
 * Reports the end of the current test, if its runner shows it: vitest, jest, and node:test for a whole file.
 * @param listener is called once per test, even if it subscribes again
 */
export function watchTest(listener: object, hear: TellEnd): void {
  const [task, state] = [vitestTask(), stateOfJest()]
  const host = task ?? state ?? globalThis.process
  if (!host) return
  const known = listeners.get(host)
  const all = known ?? new Map<object, TellEnd>()
  if (!all.has(listener)) all.set(listener, hear)
  if (known) return
  listeners.set(host, all)
  const tell: TellEnd = (end) => {
    for (const one of all.values()) one(end)
  }
  if (task) watchVitest(task, tell)
  else if (state) watchJest(state, tell)
  else watchNodeTest(tell)
}

/** False if tests run concurrently, because the running test may then be another one. */
export const isOneAtATime = (): boolean => !(vitestTask() ?? jestTest())?.concurrent
