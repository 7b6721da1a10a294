import { refuseSurplus } from '../../errors/at-caller'
import { OptionError } from '../../errors/option-error'
import { tellUnreadOf, testAtHand } from '../../host-time/until-read'
import { warnOnce } from '../../host-time/warn-once'
import type { Simulator } from '../../index'
import { watchElsewhere } from './elsewhere'
import { addHints, errorOfEnd } from './ending'
import { lateRequests, leftBehind, misspeltPaths, testStart, UNAWAITED_PROGRAM } from './left-behind'
import { isFor, isSeen, onSent, pastMsw } from './past-msw'
import { tellOfTimeOut } from './time-out-of-jest'

/**
 * Runs the body of a test in any runner, and ends it as `useSimulator` does in vitest. If the body throws, its
 * error gets the timeline. If it does not, the test fails when it leaves an advance, a client or `withVirtualTime`
 * under way, a response held back, a fault of its own that hit nothing, a scenario that failed, or broken books, if a
 * connected receiver threw, or if a request for the simulator went to the network. A body that does nothing but return
 * an async function is refused, because nobody calls that. Gives back what the body returns.
 *
 * @throws whatever the body or a receiver throws, with the timeline in its message; Error that lists what was left
 * behind
 * @example
 * const it = (name, body) => test(name, () => runTest(simulator, body))
 * it('creates the invoice', async () => {
 *   await client.createInvoice(invoice)
 *   assert.equal(simulator.records.invoices.count(), 1)
 * })
 */
export async function runTest<Result>(
  simulator: Simulator,
  body: () => Result | PromiseLike<Result>,
): Promise<Result> {
  refuseSurplus(runTest, arguments, 2)
  if (typeof simulator?.fork !== 'function' || typeof body !== 'function')
    throw new OptionError(
      typeof body === 'function' ? 'simulator' : 'body',
      'runTest takes a simulator and the body of a test, a function',
    )
  const start = testStart(simulator)
  simulator.parts.recorder.log.readAt = undefined
  const strays: string[] = []
  const result = await withTimeline(simulator, body, strays)
  const left = leftBehind(simulator, { start, awaited: 'stalled' })
  const error = await errorOfEnd('the test', [...strays, ...left], simulator)
  if (error !== undefined) throw error
  for (const doubt of misspeltPaths(simulator, start)) warnOnce(doubt)
  return result
}

/** Tells tests that run side by side apart. Browsers run one at a time. */
const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks')
const running = hooks && new hooks.AsyncLocalStorage<object>()
testAtHand.of = () => running?.getStore()

/** The tests that run on a simulator, and those that have begun on it. */
const underWay = new WeakMap<Simulator, number>()
const beginnings = new WeakMap<Simulator, number>()

/** Begins a test. The result tells whether another one ran on the simulator meanwhile. */
function begun(simulator: Simulator): () => boolean {
  const [before, number] = [underWay.get(simulator) ?? 0, (beginnings.get(simulator) ?? 0) + 1]
  underWay.set(simulator, before + 1)
  beginnings.set(simulator, number)
  return () => before > 0 || beginnings.get(simulator) !== number
}

const isAsyncFunction = (value: unknown): boolean =>
  Object.prototype.toString.call(value) === '[object AsyncFunction]'

/** `strays` gets the requests that went to the network. */
async function withTimeline<Result>(
  simulator: Simulator,
  body: () => Result | PromiseLike<Result>,
  strays: string[],
): Promise<Result> {
  const isByTest = (): boolean => (running?.getStore() ?? strays) === strays
  const elsewhere = watchElsewhere(simulator, isByTest)
  const stopListening = onSent((sent) => {
    if (!isFor(simulator, sent) || !isByTest()) return
    const { handlers, areOfVersion3 } = simulator.hosting
    if (handlers !== 'none' && isSeen(sent, areOfVersion3)) return
    const stray = pastMsw(sent, handlers !== 'none')
    if (!strays.includes(stray)) strays.push(stray)
  })
  const isShared = begun(simulator)
  const ended = tellOfTimeOut(simulator)
  const { parts } = simulator
  const [programs, happened] = [parts.time.programs, simulator.timeline.length]
  let result: Result | undefined
  try {
    const returned = running ? running.run(strays, body) : body()
    if (
      isAsyncFunction(returned) &&
      simulator.timeline.length === happened &&
      parts.recorder.log.readAt === undefined
    )
      throw new OptionError(
        'body',
        'the body returned an async function, which nobody calls: is it the test?',
      )
    result = await returned
    if (!isShared()) {
      if (parts.time.programs > programs) strays.push(UNAWAITED_PROGRAM)
      else strays.push(...(await lateRequests(simulator)))
    }
    strays.push(...elsewhere(false))
    return result
  } catch (error) {
    strays.push(...elsewhere(true))
    if (typeof error === 'object' && error !== null && 'message' in error)
      await addHints(error as Error, simulator, strays)
    simulator.webhooks.receivers.thrown.splice(0)
    throw error
  } finally {
    ended()
    stopListening()
    tellUnreadOf(strays, result)
    underWay.set(simulator, (underWay.get(simulator) ?? 1) - 1)
  }
}
