import { FAILED } from '../../events/coverage/covered-facts'
import type { Simulator } from '../../index'
import { internalsOf } from '../../simulator/internals-of'

/** Notes a test that failed when those who watch it had been told its end. */
export const noteLateFailure = (simulator: Simulator, test: string): void =>
  internalsOf(simulator).recorder.coverage.note(FAILED, '', test)
