import type { Scope, World } from '../../engine/model/context'
import { lastOf } from '../../engine/model/tables'
import { DAY_MS } from '../../kernel/civil-day'
import { formatInstant } from '../../kernel/instant'
import { type AttemptRow, attemptsIn, deliveriesIn, isWaiting } from './rows'

/** The start of the delivery log's retention, ISO 8601 with milliseconds (§14.4). */
export const beginOfLog = ({ clock, assumptions }: World): string =>
  formatInstant(clock.now - assumptions.read('delivery-log') * DAY_MS)

/** The number of attempts that the log no longer contains. */
export const forgottenIn = (scope: Scope): number =>
  lastOf(scope.world.store, scope.organization, 'webhook_attempt') - keptIn(scope).length

/** The attempts within the log's retention, oldest first. */
export function keptIn(scope: Scope): AttemptRow[] {
  const { world } = scope
  const oldest = world.assumptions.withoutNoting(() => beginOfLog(world))
  return [...attemptsIn(scope).rows()].filter(({ at }) => at >= oldest)
}

/** Removes rows that are older than the log's retention. */
export function pruneLog(scope: Scope): void {
  const oldest = beginOfLog(scope.world)
  const deliveries = deliveriesIn(scope)
  for (const id of olderThan(deliveries, (row) => row.created_at < oldest && !isWaiting(row)))
    deliveries.remove(id)
  const attempts = attemptsIn(scope)
  for (const id of olderThan(attempts, (row) => row.at < oldest)) attempts.remove(id)
}

/** Ids rise with time, so the search ends at the first row that is not old. */
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
