import { ORGANIZATIONS } from '../../engine/model/tables'
import type { World } from '../../engine/model/world'
import { deliveriesIn } from './rows'
import { scheduleAttempt } from './schedule'

/**
 * Attempts in flight when the world was exported or rewound will never end in it, so they are due again. The
 * service promises at-least-once delivery (docs/service.md §14.4).
 */
export function resumeInterrupted(world: World): void {
  const { store, clock } = world
  for (const organization of [...store.table('', ORGANIZATIONS).keys()]) {
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
