import type { Versioned } from './layer'
import type { Key, Row } from './row'

/** A row that is another one than when it was last taken. */
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

/** Gathers which rows change, whatever changes them: writes, rewinds and whole worlds that are taken over. */
export class RowJournal {
  #before = new Map<Journaled, Map<Key, Row | undefined>>()

  /** Called before a row is set or removed. */
  note(table: Journaled, key: Key): void {
    this.#remember(table, key, table.get(key))
  }

  /** Lets a row that is there count as new. */
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

  /** Tells whether `take` would return anything. What was undone does not count. */
  get isDirty(): boolean {
    for (const [table, rows] of this.#before)
      for (const [key, before] of rows) if (table.get(key) !== before) return true
    return false
  }

  /** Each row that has changed since the last call, once, as it is now. */
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
