import type { Timer } from '../kernel/clock'
import { DEPRECIATION } from './assets/plan'
import { hasMissed, wakeDepreciation } from './assets/run'
import { CONTRACT } from './contracts/context'
import { hasRefused, wakeContract } from './contracts/run'
import type { Scope } from './model/context'
import { runTimer, type TimerKinds, type TimerSubject } from './model/timer-kind'
import { RECURRENCE, wakeRecurrence } from './recurring/template'

const ofResource = ({ data: { resource, number } }: Timer): TimerSubject => ({
  subject: String(resource),
  id: Number(number),
})

export const RECORD_TIMERS: TimerKinds = {
  [CONTRACT]: {
    run: wakeContract,
    subject: (_, { data }) => ({ subject: 'contracts', id: Number(data.contract) }),
    waits: hasRefused,
    isWork: true,
  },
  [DEPRECIATION]: {
    run: wakeDepreciation,
    subject: (_, timer) => ofResource(timer),
    waits: hasMissed,
    isWork: true,
  },
  [RECURRENCE]: { run: wakeRecurrence, subject: (_, timer) => ofResource(timer), isWork: true },
}

/** Runs waiting timers at once, because an obstacle that had refused their work is gone (§11.4). */
export function tryAgain({ world, organization }: Scope): void {
  for (const timer of world.clock.pending()) {
    const kind = timer.scope === organization ? RECORD_TIMERS[timer.kind] : undefined
    if (kind?.waits?.(world, timer)) runTimer(world, timer, kind, world.clock.now)
  }
}
