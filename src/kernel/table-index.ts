import type { Key, Row } from './row'

export interface RowsByKey {
  get(key: Key): Row | undefined
}

/** An index of a table. The table reports every change, also while undoing, so the index is never stale. */
export interface TableIndex {
  /** Called after the table has the new row. */
  change(key: Key, before: Row | undefined, after: Row | undefined): void
  /** An independent copy for the copied rows of a fork. */
  copy(rows: RowsByKey): TableIndex
}
