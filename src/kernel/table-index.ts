import type { Key, Row } from './row'

/**
 * A second way into a table. It hears of every applied change, the undone ones included, and so is never
 * stale.
 */
export interface TableIndex {
  /** Called when the table holds `after` already. */
  change(key: Key, before: Row | undefined, after: Row | undefined): void
  /** An independent copy for the copied rows of a fork about to go its own way. */
  copy(rows: ReadonlyMap<Key, Row>): TableIndex
}
