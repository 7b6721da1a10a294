import { refuseSurplus } from '../../errors/at-caller'
import { OptionError } from '../../errors/option-error'
import { members, orUndefined, text } from '../../errors/reader'
import type { Simulator } from '../../index'
import { tellTimeOutOfJest } from '../../running-test/jest'
import { onceOver, runningTest } from '../../running-test/running-test'
import { runBody, tellUnreadOf, testAtHand } from '../../running-test/until-read'
import { internalsOf } from '../../simulator/internals-of'
import { IN_PROCESS } from './elsewhere'
import { addHints, errorOfEnd } from './ending'
import { lateRequests } from './left-behind'
import { isFor, isSeen, onSent, pastMsw } from './past-msw'
import { tellDoubts, WatchedTest } from './watched-test'

/**
 * Runs the body of a test in any runner, and ends it as `useSimulator` does in vitest. If the body throws, its
 * error gets the timeline. If it does not, the test fails when it leaves an advance, a client or `withVirtualTime`
 * under way, a response held back, a fault of its own that hit nothing, a scenario that failed, or broken books, if a
 * connected receiver threw, or if a request for the simulator went to the network. A body that does nothing but return
 * an async function is refused, because nobody calls that. Gives back what the body returns.
 *
 * `name` is for warnings under runners that do not tell the name of a test: Playwright, mocha and others.
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
  options: { readonly name?: string } = {},
): Promise<Result> {
  refuseSurplus(runTest, arguments, 3)
  if (typeof simulator?.fork !== 'function' || typeof body !== 'function')
    throw new OptionError(
      typeof body === 'function' ? 'simulator' : 'body',
      'runTest takes a simulator and the body of a test, a function',
    )
  const { name } = readOptions(options, '')
  internalsOf(simulator).recorder.log.forgetLooks()
  const key = { name }
  const unreturned = onceOver(
    (name) => `runTest began in "${name}", which has ended: is it returned or awaited there?`,
  )
  const outliving = onceOver(
    (name) =>
      `"${name}" has ended, and its body still runs: it ran out of time, or runTest is not returned there. ` +
      'It may have used the simulator of this test',
  )
  const outlived = (): string[] => [...bodies].flatMap((over) => (over === outliving ? [] : over()))
  bodies.add(outliving)
  const isByTest = (): boolean => (testAtHand() ?? (unreturned()[0] || key)) === key
  const isAlone = begun(simulator)
  const isOutlived = (): boolean => outlived().length > 0
  const test = new WatchedTest({ simulator, isByTest, isAlone, isOutlived, awaited: 'stalled' }, IN_PROCESS)
  const stopListening = onSent((sent) => {
    if (!isFor(simulator, sent) || !isByTest()) return
    const { handlers, usesMsw3 } = simulator.hosting
    if (handlers === 'none' || !isSeen(sent, usesMsw3)) test.complain(pastMsw(sent, handlers !== 'none'))
  })
  const ended = tellTimeOutOfJest((error) => void addHints(error, simulator))
  const { log } = internalsOf(simulator).recorder
  const happened = simulator.timeline.length
  let result: Result | undefined
  try {
    result = await runBody(key, body)
    if (isAsyncFunction(result) && simulator.timeline.length === happened && log.lastLook === undefined)
      throw new OptionError(
        'body',
        'the body returned an async function, which nobody calls: is it the test?',
      )
    if (isAlone() && internalsOf(simulator).time.programs === test.start.programs)
      for (const late of await lateRequests(simulator)) test.complain(late)
  } catch (error) {
    const { problems, doubts } = test.end(true)
    if (typeof error === 'object' && error !== null && 'message' in error)
      await addHints(error as Error, simulator, [...unreturned(), ...outlived(), ...problems, ...doubts])
    simulator.webhooks.receivers.takeThrown()
    throw error
  } finally {
    ended()
    bodies.delete(outliving)
    stopListening()
    tellUnreadOf(key, result)
    underWay.set(simulator, (underWay.get(simulator) ?? 1) - 1)
  }
  const { problems, doubts, frame } = test.end(false)
  const told = problems.length > 0 ? [...unreturned(), ...problems] : problems
  const error = await errorOfEnd('the test', told, simulator, frame)
  if (error !== undefined) throw error
  tellDoubts([...doubts, ...outlived()], runningTest() ?? name ?? null)
  return result
}

const readOptions = members({ name: orUndefined(text) })

/** The bodies that have not ended, each as a function that tells of its test once that is over. */
const bodies = new Set<() => string[]>()

/** The tests that run on a simulator, and those that have begun on it. */
const underWay = new WeakMap<Simulator, number>()
const beginnings = new WeakMap<Simulator, number>()

/** Begins a test. The result tells whether no other one ran on the simulator meanwhile. */
function begun(simulator: Simulator): () => boolean {
  const [before, number] = [underWay.get(simulator) ?? 0, (beginnings.get(simulator) ?? 0) + 1]
  underWay.set(simulator, before + 1)
  beginnings.set(simulator, number)
  return () => before === 0 && beginnings.get(simulator) === number
}

const isAsyncFunction = (value: unknown): boolean =>
  Object.prototype.toString.call(value) === '[object AsyncFunction]'
