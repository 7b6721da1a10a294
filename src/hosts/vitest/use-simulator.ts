import { createSimulator, type Simulator, type SimulatorOptions } from 'accounting-simulator'
import type { VirtualTimeOptions } from 'accounting-simulator/time'
import * as vitest from 'vitest'
import { refuseSurplus } from '../../errors/at-caller'
import { checkOptionNames } from '../../errors/option-names'
import { flag, oneOfNames } from '../../errors/reader'
import { internalsOf } from '../../simulator/internals-of'
import { onSent } from '../../tools/ending/past-msw'
import { matchers } from '../../tools/matchers/index'
import { handleOf } from './handle'
import { interceptOrigin, letThrough } from './interception'
import { haveAllPassed, refuseLateCall } from './refuse-late-call'
import { Runs } from './runs'
import type { TestRun } from './test-run'
import { complainOf, type Unhandled, watchOutside } from './unhandled-requests'
import { wrapTests } from './wrap-tests'

export interface UseSimulatorOptions extends SimulatorOptions, VirtualTimeOptions {
  /**
   * If true, an own msw server intercepts requests to the simulator's origin. Of two msw servers only the one
   * that listened last answers. With false your server is the only one: call
   * `server.use(...handlers(simulator))` in a `beforeEach`.
   * @default true
   */
  readonly intercept?: boolean
  /**
   * 'virtual': every test runs on the clock of its own fork, including its hooks, so timers, `Date` and the
   * time-outs of clients take no real time (docs/your-client-sleeps.md). Before vitest 4.1 hooks are
   * excluded. `realIo` and `maxJumps` are those of `withVirtualTime`.
   * @default 'real'
   */
  readonly time?: 'real' | 'virtual'
  /**
   * Requests to other origins: 'ignore' lets them pass, 'warn' warns once for each origin, 'error' refuses
   * them and fails the test. The strictest setting of a file wins. @default 'warn'
   */
  readonly unhandled?: Unhandled
}

/**
 * Creates a simulator for the tests of a file or a `describe` block. Call it there, not in a test.
 *
 * In a test it is the test's own fork, also in concurrent tests, and requests to its origin reach that fork.
 * In `beforeAll` it is the world from which all tests start. A test fails if it leaves an unused fault, a
 * response held back, an advance or a client under way, a failed scenario, or broken books, and if a
 * connected receiver threw. A file fails if a request belongs to no test. Failed tests show their timelines.
 * The matchers are installed.
 *
 * @throws OptionError naming the invalid option
 * @throws Error in a browser, in a test or hook, and beside another one for the same origin; one within an inner
 *   `describe` takes the place of the outer one there
 * @example
 * const simulator = useSimulator()
 * test('a lost response leads to one invoice', async () => {
 *   simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
 *   await client.createInvoice(invoice)
 *   expect(simulator).toHaveNoDuplicates()
 * })
 */
export function useSimulator(options: UseSimulatorOptions = {}): Simulator {
  refuseSurplus(useSimulator, arguments, 1)
  checkOptionNames(options, ['intercept', 'time', 'unhandled', 'realIo', 'maxJumps'])
  const { intercept: isIntercepting = true, time = 'real', unhandled = 'warn', ...others } = options
  const { realIo = 'wait', maxJumps = 10_000, ...simulatorOptions } = others
  oneOfNames(['real', 'virtual'])(time, 'time')
  oneOfNames(['ignore', 'warn', 'error'])(unhandled, 'unhandled')
  oneOfNames(['wait', 'error', 'ignore'])(realIo, 'realIo')
  flag(isIntercepting, 'intercept')
  const runs = new Runs(createSimulator(simulatorOptions), time)
  refuseLateCall()
  const { baseUrl, hosting } = runs.origin
  hosting.isIntercepting = isIntercepting
  const owner = {
    isOpen: false,
    baseUrl,
    unhandled,
    duplicateError: duplicateErrorFor(baseUrl),
    complain: (text: string) => runs.complain(text),
    fetch: (request: Request) => runs.serve(request),
    webhooks: { reaches: (url: string) => runs.reaches(url) },
  }
  vitest.expect.extend(matchers)
  watchOutside(owner)
  let stopListening: (() => void) | undefined
  vitest.beforeAll(() => {
    owner.isOpen = true
    stopListening = onSent((sent) => complainOf(sent, owner))
    return isIntercepting ? interceptOrigin(owner) : undefined
  })
  vitest.afterAll(async () => {
    owner.isOpen = false
    stopListening?.()
    letThrough(owner)
    internalsOf(runs.origin).dispose()
    await runs.finish(haveAllPassed())
  })
  wrapTests<TestRun>({
    begin: (task) => runs.begin(task),
    within: (run, work) =>
      runs.within(run, () => (time === 'virtual' ? onItsClock(run, work, { realIo, maxJumps }) : work())),
    enter: (run) => runs.enter(run),
    bodyEnded: (run) => run.bodyEnded(),
    end: (run) => runs.end(run),
  })
  return handleOf(runs)
}

/** An error whose stack begins at the call of `useSimulator`. */
function duplicateErrorFor(baseUrl: string): Error {
  const error = new Error(
    `useSimulator was called twice here for ${baseUrl}, and only one of the two can answer there. ` +
      "Give each a baseUrl of its own, or use one simulator with two organisations: simulator.organization('other').",
  )
  Error.captureStackTrace(error, useSimulator)
  return error
}

/** Imported on demand, because browsers cannot load it. */
async function onItsClock(
  { simulator }: TestRun,
  work: () => unknown,
  options: VirtualTimeOptions,
): Promise<unknown> {
  const { withVirtualTime } = await import('accounting-simulator/time')
  return withVirtualTime(simulator, work, options)
}
