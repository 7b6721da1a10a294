import { createSimulator, type Simulator, type SimulatorOptions } from 'accounting-simulator'
import * as vitest from 'vitest'
import { matchers } from '../matchers'
import { handleOf } from './handle'
import { intercept, letThrough } from './interception'
import { Runs } from './runs'
import type { TestRun } from './test-run'
import { wrapTests } from './wrap-tests'

export interface UseSimulatorOptions extends SimulatorOptions {
  /**
   * Whether an msw server of our own takes what is sent to the simulator's origin. Say false where a server of
   * yours does, since two of them in one process silence each other: `setupServer(...handlers(simulator))`.
   * @default true
   */
  readonly intercept?: boolean
}

/**
 * A simulator for the tests of a file or of a `describe`; to be called there, not in a test.
 *
 * In a test it is that test's own fork, also among concurrent ones, and whatever the test sends to the
 * simulator's origin arrives there. In `beforeAll` it is the world that all of them begin with. A test fails
 * that leaves an unfired fault or broken books; the file fails when a request comes that belongs to no test.
 * The timeline of a failed test is printed. The matchers of `accounting-simulator/matchers` are at hand.
 *
 * @throws OptionError that names the option; Error in a browser
 * @example
 * const simulator = useSimulator()
 * test('a lost answer leads to one invoice', async () => {
 *   simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
 *   await client.createInvoice(invoice)
 *   expect(simulator).toHaveNoDuplicates()
 * })
 */
export function useSimulator(options: UseSimulatorOptions = {}): Simulator {
  const { intercept: isIntercepting = true, ...simulatorOptions } = options
  const runs = new Runs(createSimulator(simulatorOptions))
  const { baseUrl } = runs.origin
  const door = {
    baseUrl,
    fetch: (request: Request) => runs.serve(request),
    webhooks: { reaches: (url: string) => runs.reaches(url) },
  }
  vitest.expect.extend(matchers)
  if (isIntercepting) vitest.beforeAll(() => intercept(door))
  vitest.afterAll(() => {
    letThrough(door)
    runs.origin[Symbol.dispose]()
    runs.finish()
  })
  wrapTests<TestRun>({
    begin: (task) => runs.begin(task),
    within: (run, work) => runs.within(run, work),
    enter: (run) => runs.enter(run),
    end: (run) => runs.end(run),
  })
  return handleOf(runs)
}
