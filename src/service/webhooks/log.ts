import type { World } from '../../engine/model/context'
import { lastOf } from '../../engine/model/tables'
import { DAY_MS } from '../../kernel/civil-day'
import { formatInstant } from '../../kernel/instant'
import { type AttemptRow, attemptsIn, deliveriesIn, isWaiting } from './rows'

/** The start of the delivery log's retention, ISO 8601 with milliseconds (§14.4). */
export const beginOfLog = ({ clock, assumptions }: World): string =>
  formatInstant(clock.now - assumptions.read('delivery-log') * DAY_MS)

/** The number of attempts that the log no longer holds. */
export const forgottenIn = (world: World, organization: string): number =>
  lastOf(world.store, organization, 'webhook_attempt') - keptIn(world, organization).length

/** The attempts within the log's retention, oldest first. */
export function keptIn(world: World, organization: string): AttemptRow[] {
  const oldest = world.assumptions.withoutNoting(() => beginOfLog(world))
  return [...attemptsIn(world.store, organization).rows()].filter(({ at }) => at >= oldest)
}

/** Removes rows that are older than the log's retention. */
export function pruneLog(world: World, organization: string): void {
  const { store } = world
  const oldest = beginOfLog(world)
  const deliveries = deliveriesIn(store, organization)
  for (const id of olderThan(deliveries, (row) => row.created_at < oldest && !isWaiting(row)))
    deliveries.remove(id)
  const attempts = attemptsIn(store, organization)
  for (const id of olderThan(attempts, (row) => row.at < oldest)) attempts.remove(id)
}

/** Ids rise with time, so the first row to keep ends the search. */
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
