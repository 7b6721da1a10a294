import type { Timer } from '../kernel/clock'
import { CONTRACT } from './contracts/run-contract'
import { wakeContract } from './contracts/wake-contract'
import { DEPRECIATION } from './depreciation/depreciation-plan'
import { wakeDepreciation } from './depreciation/wake-depreciation'
import { RECURRENCE } from './recurrence/recurrence-timer'
import { wakeRecurrence } from './recurrence/wake-recurrence'
import type { World } from './world'

/** What records do when their time has come, by the kind of the timer. */
export const RECORD_WAKERS: Readonly<Record<string, (world: World, timer: Timer) => void>> = {
  [CONTRACT]: wakeContract,
  [DEPRECIATION]: wakeDepreciation,
  [RECURRENCE]: wakeRecurrence,
}
