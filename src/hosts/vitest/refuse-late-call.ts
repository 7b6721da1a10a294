import { vitestTask } from '../../running-test/vitest'

/** To be called in a hook around all tests of a suite: tells whether each of them ran, and passed. */
export const haveAllPassed = (suite = vitestTask()): boolean =>
  suite?.tasks?.every((task) => (task.tasks ? haveAllPassed(task) : task.result?.state === 'pass')) ?? false

/**
 * Refuses a call during a test or hook. Hooks that are added then come too late: requests would go to the real network.
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
