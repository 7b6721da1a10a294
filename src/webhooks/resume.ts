import type { World } from '../engine/model/world'
import { deliveriesIn } from './rows'
import { scheduleAttempt } from './schedule'

/**
 * Attempts that were under way when a world was saved: taken up again, it will never hear of their ends, so
 * they are due once more. At least once is what the service promises (docs/service.md §14.4).
 */
export function resumeInterrupted(world: World): void {
  const { store, clock } = world
  for (const organization of [...store.table('', 'organizations').keys()]) {
    const deliveries = deliveriesIn(store, String(organization))
    if (deliveries.size === 0) continue
    const waiting = (['pending', 'retrying'] as const).flatMap((status) =>
      deliveries.keysWhere('status', status),
    )
    for (const id of waiting)
      if (deliveries.get(id)?.due === null)
        scheduleAttempt(world, String(organization), id as number, clock.now)
  }
}
