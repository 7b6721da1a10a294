import type { Timer } from '../kernel/clock'
import { DEPRECIATION } from './assets/plan'
import { wakeDepreciation } from './assets/run'
import { CONTRACT } from './contracts/context'
import { wakeContract } from './contracts/run'
import type { World } from './model/world'
import { RECURRENCE, wakeRecurrence } from './recurring/template'

/** The handlers of the records' timers, by kind of timer. */
export const RECORD_TIMER_HANDLERS: Readonly<Record<string, (world: World, timer: Timer) => void>> = {
  [CONTRACT]: wakeContract,
  [DEPRECIATION]: wakeDepreciation,
  [RECURRENCE]: wakeRecurrence,
}
