import type { Versioned } from './layer'
import type { Key, Row } from './row'

/** A row that has changed since `take` was last called. */
export interface RowChange {
  /** The organisation, or '' for the tables of the whole world. */
  readonly scope: string
  /** The name of its table. */
  readonly table: string
  /** The key of the row in the table. */
  readonly key: string | number
  /** The row as it is now; null if it is gone. */
  readonly row: Readonly<Record<string, unknown>> | null
}

type Journaled = Pick<Versioned, 'scope' | 'name' | 'get'>

/** Records which rows change, whether by a write, by a rewind or by adopting another world. */
export class RowJournal {
  #before = new Map<Journaled, Map<Key, Row | undefined>>()

  /** Must be called before a row is set or removed. */
  note(table: Journaled, key: Key): void {
    this.#remember(table, key, table.get(key))
  }

  /** Records an existing row as new. */
  include(table: Journaled, key: Key): void {
    this.#remember(table, key, undefined)
  }

  #remember(table: Journaled, key: Key, before: Row | undefined): void {
    let rows = this.#before.get(table)
    if (rows === undefined) {
      rows = new Map()
      this.#before.set(table, rows)
    }
    if (!rows.has(key)) rows.set(key, before)
  }

  /** True if `take` would return a change. A change that was undone does not count. */
  get isDirty(): boolean {
    for (const [table, rows] of this.#before)
      for (const [key, before] of rows) if (table.get(key) !== before) return true
    return false
  }

  /** Returns each row that has changed since the last call, once, with its current content. */
  take(): RowChange[] {
    const changes: RowChange[] = []
    for (const [table, rows] of this.#before)
      for (const [key, before] of rows) {
        const row = table.get(key)
        if (row !== before) changes.push({ scope: table.scope, table: table.name, key, row: row ?? null })
      }
    this.#before = new Map()
    return changes
  }
}
