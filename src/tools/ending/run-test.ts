import type { Simulator } from '../../index'
import { faultsNow, leftBehind, tell, undone } from './ending'

/**
 * Runs the body of a test in any runner, and ends it as `useSimulator` does in vitest. If the body throws, its
 * error gets the timeline. If it does not, the test fails when it leaves an advance under way, a response held
 * back, a fault of its own that hit nothing, or broken books, or if a connected receiver threw. Gives back what the
 * body returns.
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
  if (typeof simulator?.fork !== 'function' || typeof body !== 'function')
    throw new TypeError('runTest takes a simulator and the body of a test, a function')
  const inherited = faultsNow(simulator)
  const result = await withTimeline(simulator, body)
  const left = leftBehind(simulator, { inherited, awaited: 'stalled' })
  const error = await undone('the test', left, simulator)
  if (error !== undefined) throw error
  return result
}

async function withTimeline<Result>(
  simulator: Simulator,
  body: () => Result | PromiseLike<Result>,
): Promise<Result> {
  try {
    return await body()
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'message' in error)
      await tell(error as Error, simulator)
    simulator.webhooks.receivers.thrown.splice(0)
    throw error
  }
}
