import type { Key, Row } from './row'

export interface RowsByKey {
  get(key: Key): Row | undefined
}

/** An index of a table. It gets every applied change, also undone ones, so it is never stale. */
export interface TableIndex {
  /** Called after the table holds `after`. */
  change(key: Key, before: Row | undefined, after: Row | undefined): void
  /** An independent copy for a fork that copies its rows. */
  copy(rows: RowsByKey): TableIndex
}
