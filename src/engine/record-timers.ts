import type { Timer } from '../kernel/clock'
import { DEPRECIATION } from './assets/plan'
import { hasMissed, wakeDepreciation } from './assets/run'
import { CONTRACT } from './contracts/context'
import { hasRefused, wakeContract } from './contracts/run'
import type { Scope } from './model/context'
import type { TimerKind, TimerKinds, TimerSubject } from './model/timer-kind'
import type { World } from './model/world'
import { RECURRENCE, wakeRecurrence } from './recurring/template'

const work = (
  run: (world: World, timer: Timer) => void,
  subject: (data: Timer['data']) => TimerSubject,
): TimerKind => ({ run, subject: (_, { data }) => subject(data), isEndless: true })

const ofResource = ({ resource, number }: Timer['data']): TimerSubject => ({
  subject: String(resource),
  id: Number(number),
})

interface Attempt {
  waits(world: World, timer: Timer): boolean
  run(world: World, timer: Timer): void
}

/** How to tell that something waits for its next attempt, and to try it at once. */
const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  [CONTRACT]: { waits: hasRefused, run: (world: World, timer: Timer) => wakeContract(world, timer, true) },
  [DEPRECIATION]: { waits: hasMissed, run: wakeDepreciation },
}

/** Tries at once what was refused, because an obstacle is gone (docs/service.md §11.4). */
export function tryAgain({ world, organization }: Scope): void {
  for (const timer of world.clock.pending()) {
    const attempt = timer.scope === organization ? ATTEMPTS[timer.kind] : undefined
    if (!attempt?.waits(world, timer)) continue
    world.clock.cancel(timer.id)
    attempt.run(world, timer)
  }
}

/** The timers of records. */
export const RECORD_TIMERS: TimerKinds = {
  [CONTRACT]: work(wakeContract, ({ contract }) => ({ subject: 'contracts', id: Number(contract) })),
  [DEPRECIATION]: work(wakeDepreciation, ofResource),
  [RECURRENCE]: work(wakeRecurrence, ofResource),
}
