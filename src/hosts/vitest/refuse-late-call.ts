import { vitestTask } from '../../running-test/vitest'

/** True if every test of the suite ran and passed. Called in a hook around all tests of the suite. */
export const haveAllPassed = (suite = vitestTask()): boolean =>
  suite?.tasks?.every((task) => (task.tasks ? haveAllPassed(task) : task.result?.state === 'pass')) ?? false

/**
 * Refuses a call during a test or hook: hooks added then come too late, and requests would reach the network.
 * @throws Error that says where the call belongs
 */
export function refuseLateCall(): void {
  const current = vitestTask()
  if (current?.result?.state !== 'run') return
  const where = current.type === 'test' ? `the test "${current.name}" or one of its hooks` : 'a hook'
  throw new Error(
    `useSimulator was called in ${where}. Call it at the top of the file or of a describe block: ` +
      'every test then gets a world of its own. For a simulator inside of a test use createSimulator().',
  )
}
