import type { World } from '../engine/world'
import { formatInstant } from '../kernel/instant'
import { attemptsIn, deliveriesIn, isWaiting } from './rows'

const DAY_MS = 86_400_000

/** Forgets deliveries and attempts that are older than the log keeps them (docs/service.md §14.4). */
export function pruneLog(world: World, organization: string): void {
  const { store, clock, assumptions } = world
  const oldest = formatInstant(clock.now - assumptions.read('delivery-log') * DAY_MS)
  const deliveries = deliveriesIn(store, organization)
  for (const id of olderThan(deliveries, (row) => row.created_at < oldest && !isWaiting(row)))
    deliveries.remove(id)
  const attempts = attemptsIn(store, organization)
  for (const id of olderThan(attempts, (row) => row.at < oldest)) attempts.remove(id)
}

/** Ids rise with time, so the first row that stays ends the search. */
function olderThan<R>(
  table: { rows(): Iterable<R & { readonly id: number }> },
  isOld: (row: R) => boolean,
): number[] {
  const old: number[] = []
  for (const row of table.rows()) {
    if (!isOld(row)) break
    old.push(row.id)
  }
  return old
}
