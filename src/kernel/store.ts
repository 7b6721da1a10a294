import { History } from './history'
import { invariant } from './invariant'
import type { Row } from './row'
import { Table } from './table'

export type { Change, Mark } from './history'
export type { Key, Row, Scalar } from './row'
export type { Table } from './table'

/** A table's name that knows the shape of its rows, so that each table is declared once. */
export type TableName<R extends Row> = string & { readonly rows?: R }

/** scope -> table -> rows in key order; plain JSON. */
export type Dump = Record<string, Record<string, readonly Row[]>>

/**
 * All that can change, as rows of tables: those of the world have the scope '', the others that of an
 * organisation.
 */
export class Store {
  readonly history = new History()
  readonly #keyColumnOf: (table: string) => string
  readonly #scopes = new Map<string, Map<string, Table>>()

  /** @param keyColumnOf name of the column that holds the key, by name of the table */
  constructor(keyColumnOf: (table: string) => string) {
    this.#keyColumnOf = keyColumnOf
  }

  /** Made on first use; an empty table and one that was never asked for are the same. */
  table<R extends Row>(scope: string, name: TableName<R>): Table<R>
  table<R extends Row = Row>(scope: string, name: string): Table<R>
  table(scope: string, name: string): Table {
    const tables = this.#scope(scope)
    let table = tables.get(name)
    if (table === undefined) {
      table = new Table(scope, name, this.#keyColumnOf(name), this.history)
      tables.set(name, table)
    }
    return table
  }

  /**
   * The same content with a history of its own. Rows and indexes are shared; a table is copied on its next
   * write.
   */
  fork(): Store {
    invariant(!this.history.inAtomicBlock, 'A store cannot be forked inside an atomic block')
    return this.still()
  }

  /** The content of this moment, to be read and never written to; costs what a fork does. */
  still(): Store {
    const fork = new Store(this.#keyColumnOf)
    for (const [scope, tables] of this.#scopes) {
      const forked = fork.#scope(scope)
      for (const [name, table] of tables) forked.set(name, table.fork(fork.history))
    }
    return fork
  }

  /**
   * The whole content. Two stores with equal rows give the same dump, in the same order, whatever was done
   * before.
   */
  dump(): Dump {
    const scopes = sortedByName(this.#scopes).map(([scope, tables]) => {
      const filled = sortedByName(tables).filter(([, table]) => table.size > 0)
      return [scope, filled.map(([name, table]) => [name, [...table.rows()]] as const)] as const
    })
    const filled = scopes.filter(([, tables]) => tables.length > 0)
    return Object.fromEntries(filled.map(([scope, tables]) => [scope, Object.fromEntries(tables)]))
  }

  /**
   * Fills an empty store that nothing can rewind; the rows are trusted and frozen. Listeners hear nothing of
   * it.
   */
  load(dump: Dump): void {
    invariant(
      this.history.isUntraced,
      'A dump cannot be loaded while a mark is held or inside an atomic block',
    )
    for (const tables of this.#scopes.values())
      for (const table of tables.values()) invariant(table.size === 0, 'A dump is loaded into an empty store')
    for (const [scope, tables] of Object.entries(dump))
      for (const [name, rows] of Object.entries(tables)) this.table(scope, name).load(rows)
  }

  #scope(scope: string): Map<string, Table> {
    let tables = this.#scopes.get(scope)
    if (tables === undefined) {
      tables = new Map()
      this.#scopes.set(scope, tables)
    }
    return tables
  }
}

function sortedByName<T>(named: ReadonlyMap<string, T>): [string, T][] {
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1))
}
