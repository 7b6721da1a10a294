import { hostTime } from '../../host-time/host-time'
import { stateOfJest } from '../../host-time/running-test'
import type { Simulator } from '../../index'
import { addHints } from './ending'

/** The time that the timeline needs, in milliseconds. */
const MARGIN = 200

/**
 * jest ends a test that runs out of time without asking it, so the timeline becomes a second error, shortly before.
 * The function that it returns takes that back, for a body that has ended in time.
 */
export function tellOfTimeOut(simulator: Simulator): () => void {
  const { currentlyRunningTest: test, testTimeout } = stateOfJest() ?? {}
  const limit = test?.timeout ?? testTimeout ?? 0
  const { errors } = test ?? {}
  // Of tests side by side, it may be another one.
  if (errors === undefined || test?.concurrent || limit <= MARGIN) return () => undefined
  const error = new Error('the test has not ended in time')
  // No timer of the host: fake ones would count it.
  const signal = hostTime.timeoutSignal(limit - MARGIN)
  const tell = (): void => {
    errors.push(error)
    void addHints(error, simulator)
  }
  signal.addEventListener('abort', tell)
  return () => {
    signal.removeEventListener('abort', tell)
    const place = errors.indexOf(error)
    if (place >= 0) errors.splice(place, 1)
  }
}
