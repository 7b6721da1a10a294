import type { Timer } from '../kernel/clock'
import { DEPRECIATION } from './assets/plan'
import { wakeDepreciation } from './assets/run'
import { CONTRACT } from './contracts/context'
import { wakeContract } from './contracts/run'
import type { TimerKind, TimerKinds, TimerSubject } from './model/timer-kind'
import type { World } from './model/world'
import { RECURRENCE, wakeRecurrence } from './recurring/template'

const work = (
  run: (world: World, timer: Timer) => void,
  subject: (data: Timer['data']) => TimerSubject,
): TimerKind => ({ run, subject: (_, { data }) => subject(data), isWork: true })

const ofResource = ({ resource, number }: Timer['data']): TimerSubject => ({
  subject: String(resource),
  id: Number(number),
})

/** The timers of records. */
export const RECORD_TIMERS: TimerKinds = {
  [CONTRACT]: work(wakeContract, ({ contract }) => ({ subject: 'contracts', id: Number(contract) })),
  [DEPRECIATION]: work(wakeDepreciation, ofResource),
  [RECURRENCE]: work(wakeRecurrence, ofResource),
}
