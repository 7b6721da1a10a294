import { createSimulator, type Simulator, type SimulatorOptions } from 'accounting-simulator'
import * as vitest from 'vitest'
import { matchers } from '../matchers'
import { handleOf } from './handle'
import { beStrict, intercept, letThrough, type Unhandled } from './interception'
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
  /**
   * 'virtual': every test lives on the clock of its own fork, hooks included; its timers, its `Date` and the time-outs
   * of its clients wait for nothing (docs/your-client-sleeps.md). Before vitest 4.1 without the hooks.
   * @default 'real'
   */
  readonly time?: 'real' | 'virtual'
  /** What our msw server does with requests to other origins; of several the strictest. @default 'bypass' */
  readonly unhandled?: Unhandled
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
  const {
    intercept: isIntercepting = true,
    time = 'real',
    unhandled = 'bypass',
    ...simulatorOptions
  } = options
  oneOf('time', time, ['real', 'virtual'])
  oneOf('unhandled', unhandled, ['bypass', 'warn', 'error'])
  const runs = new Runs(createSimulator(simulatorOptions))
  const { baseUrl } = runs.origin
  const door = {
    baseUrl,
    fetch: (request: Request) => runs.serve(request),
    webhooks: { reaches: (url: string) => runs.reaches(url) },
  }
  vitest.expect.extend(matchers)
  if (isIntercepting) {
    beStrict(unhandled)
    vitest.beforeAll(() => intercept(door))
  }
  vitest.afterAll(() => {
    letThrough(door)
    runs.origin[Symbol.dispose]()
    runs.finish()
  })
  wrapTests<TestRun>({
    begin: (task) => runs.begin(task),
    within: (run, work) => runs.within(run, () => (time === 'virtual' ? onItsClock(run, work) : work())),
    enter: (run) => runs.enter(run),
    end: (run) => runs.end(run),
  })
  return handleOf(runs)
}

/** Loaded when it is asked for: browsers could not even load it. */
async function onItsClock({ simulator }: TestRun, work: () => unknown): Promise<unknown> {
  const { withVirtualTime } = await import('accounting-simulator/time')
  return withVirtualTime(simulator, work)
}

function oneOf(option: string, value: string, values: readonly string[]): void {
  if (!values.includes(value))
    throw Object.assign(new Error(`${option} must be one of ${values.join(', ')}`), {
      name: 'OptionError',
      option,
    })
}
