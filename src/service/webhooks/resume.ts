import type { Scope, World } from '../../engine/model/context'
import { organizationsIn } from '../../engine/model/tables'
import { attemptsIn } from './rows'
import { openIn, scheduleAttempt } from './schedule'

/** Attempts in flight at an export or a rewind never end, so they become due again: at least once (§14.4). */
export function resumeInterrupted(world: World): void {
  const { store, clock } = world
  for (const organization of organizationsIn(store)) {
    const scope = { world, organization }
    const open = openIn(scope)
    const interrupted = new Set(open.filter(({ due }) => due === null).map(({ id }) => id))
    for (const id of interrupted) scheduleAttempt(scope, id, clock.now)
    if (interrupted.size > 0) noteInterrupted(scope, interrupted)
  }
}

/** Notes that the last attempt of each of these deliveries was interrupted. */
function noteInterrupted(scope: Scope, deliveries: ReadonlySet<number>): void {
  const attempts = attemptsIn(scope)
  const last = new Map([...attempts.rows()].map((attempt) => [attempt.delivery, attempt]))
  for (const [delivery, attempt] of last)
    if (deliveries.has(delivery))
      attempts.put({ ...attempt, why: 'interrupted: will be made again (docs/service.md §14.4)' })
}
