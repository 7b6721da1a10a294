import { areAlike } from './are-alike'
import { type Change, History } from './history'
import { invariant } from './invariant'
import type { Row } from './row'
import { type RowChange, RowJournal } from './row-journal'
import { Table } from './table'
import { type TableName, WORLD } from './table-shape'

export type { Change, Mark } from './history'
export type { Key, Row, Scalar } from './row'
export type { RowChange } from './row-journal'
export type { Table } from './table'

/** scope -> table -> rows in key order, as plain JSON. */
export type Dump = Record<string, Record<string, readonly Row[]>>

/** A table whose rows are read from elsewhere when they are first needed. */
export interface StoredTable {
  /** The organisation, or '' for the tables of the whole world. */
  readonly scope: string
  /** Its name. */
  readonly table: string
  /**
   * Called with the scope and the name of the table, at most once unless it throws. Its error reaches the
   * caller that needed the table.
   */
  rows(scope: string, table: string): readonly Row[]
}

/** All mutable state, as rows of tables. The scope is '' for the world, otherwise an organisation. */
export class Store {
  readonly history = new History()
  readonly #scopes = new Map<string, Map<string, Table>>()
  /** The most recently used scope, because consecutive calls usually name the same one. */
  #last: { readonly scope: string; readonly tables: Map<string, Table> } | undefined
  /** Stored tables that were not read yet. */
  #unread: StoredTable[] = []

  /** @param keyColumnOf returns the name of the key column of a table */
  constructor(private readonly keyColumnOf: (table: string) => string) {}

  /** Creates the table on first use. An empty table equals a table that was never used. */
  table<R extends Row>(scope: string, name: TableName<R>): Table<R>
  table<R extends Row = Row>(scope: string, name: string & { readonly isOfWorld?: false }): Table<R>
  table(scope: string, name: string): Table {
    const tables = this.#scope(scope)
    let table = tables.get(name)
    if (table === undefined) {
      table = new Table(scope, name, this.keyColumnOf(name), this.history)
      if (this.#unread.length > 0) this.#read(table)
      tables.set(name, table)
    }
    return table
  }

  worldTable<R extends Row>(name: TableName<R, true>): Table<R> {
    return this.table<R>(WORLD, name as string)
  }

  #read(table: Table): void {
    const at = this.#unread.findIndex((one) => one.scope === table.scope && one.table === table.name)
    const found = this.#unread[at]
    if (!found) return
    table.load(found.rows(table.scope, table.name))
    this.#unread.splice(at, 1)
  }

  #readAll(): void {
    for (const { scope, table } of [...this.#unread]) this.table(scope, table)
  }

  /** A copy with its own history. Rows and indexes are shared until they are written. */
  fork(): Store {
    invariant(!this.history.inAtomicBlock, 'A store cannot be forked inside an atomic block')
    return this.copyNow()
  }

  /** A copy of the current state, also within an atomic block. Read only: the original may be undone. */
  copyNow(): Store {
    this.#readAll()
    const fork = new Store(this.keyColumnOf)
    for (const [scope, tables] of this.#scopes) {
      const forked = fork.#scope(scope)
      for (const [name, table] of tables) forked.set(name, table.fork(fork.history))
    }
    return fork
  }

  /** Replaces the rows by those of another store. Can be undone. Calls no listeners; marks stay valid. */
  adopt(other: Store): void {
    this.adoptRows(this.changesSince(other).map(({ before, ...one }) => ({ ...one, row: before ?? null })))
  }

  /** Like `adopt`, for the given rows. */
  adoptRows(changes: readonly RowChange[]): void {
    this.history.withoutListeners(() => {
      for (const { scope, table, key, row } of changes) {
        const own = this.table(scope, table)
        // Equal rows are not put, so that they do not count as changed.
        if (row === null) own.remove(key)
        else if (!areAlike(own.get(key), row)) own.put(row)
      }
    })
  }

  /** True if both hold equal rows. Comparing tables that are still shared since a fork is cheap. */
  isAlike(other: Store): boolean {
    return this.#tablesBeside(other).every(([own, theirs]) => own.isAlike(theirs))
  }

  /** Lists the differences from an earlier state of this store: one change for each row. */
  changesSince(earlier: Store): Change[] {
    return this.#tablesBeside(earlier).flatMap(([own, theirs]) => {
      if (own.stamp === theirs.stamp) return []
      const { scope, name: table } = own
      const changes = [...new Set([...theirs.keys(), ...own.keys()])].map(
        (key): Change => ({ scope, table, key, before: theirs.get(key), after: own.get(key) }),
      )
      return changes.filter(({ before, after }) => !areAlike(before, after))
    })
  }

  /** Pairs the tables of both stores by scope and name. */
  #tablesBeside(other: Store): (readonly [Table, Table])[] {
    for (const store of [this, other]) store.#readAll()
    const tables = new Map<Table, Table>()
    for (const scopes of [other.#scopes, this.#scopes])
      for (const [scope, named] of scopes)
        for (const name of named.keys()) tables.set(this.table(scope, name), other.table(scope, name))
    return [...tables]
  }

  /** The stamps of the tables of a scope that have rows, by name. */
  stamps(scope: string): ReadonlyMap<string, object> {
    this.#readAll()
    const filled = [...this.#scope(scope)].filter(([, { size }]) => size > 0)
    return new Map(filled.map(([name, { stamp }]) => [name, stamp]))
  }

  /** Records changes from the first call on. Existing rows count as new, unless they came from a storage. */
  journal(): RowJournal {
    if (this.history.journal) return this.history.journal
    const journal = new RowJournal()
    this.history.journal = journal
    for (const tables of this.#scopes.values())
      for (const table of tables.values()) for (const key of table.keys()) journal.include(table, key)
    return journal
  }

  /** The whole content. Stores with equal rows give equal dumps, whatever happened before. */
  dump(): Dump {
    this.#readAll()
    const scopes = sortedByName(this.#scopes).map(([scope, tables]) => {
      const filled = sortedByName(tables).filter(([, table]) => table.size > 0)
      return [scope, filled.map(([name, table]) => [name, [...table.rows()]] as const)] as const
    })
    const filled = scopes.filter(([, tables]) => tables.length > 0)
    return Object.fromEntries(filled.map(([scope, tables]) => [scope, Object.fromEntries(tables)]))
  }

  /** Fills an empty store without a history. Rows are trusted and frozen. Listeners are not called. */
  load(dump: Dump): void {
    invariant(this.history.isUntraced, 'A dump cannot be loaded where it could be undone')
    for (const tables of this.#scopes.values())
      for (const table of tables.values()) invariant(table.size === 0, 'A dump is loaded into an empty store')
    for (const [scope, tables] of Object.entries(dump))
      for (const [name, rows] of Object.entries(tables)) this.table(scope, name).load(rows)
  }

  /** Fills an empty store from a storage. Each table is read when it is first used. */
  loadOnUse(tables: readonly StoredTable[]): void {
    invariant(this.#scopes.size === 0, 'Tables are loaded into a new store')
    this.#unread = [...tables]
    this.history.journal = new RowJournal()
  }

  #scope(scope: string): Map<string, Table> {
    if (this.#last?.scope === scope) return this.#last.tables
    let tables = this.#scopes.get(scope)
    if (tables === undefined) {
      tables = new Map()
      this.#scopes.set(scope, tables)
    }
    this.#last = { scope, tables }
    return tables
  }
}

const sortedByName = <T>(named: ReadonlyMap<string, T>): [string, T][] =>
  [...named].sort(([a], [b]) => (a < b ? -1 : 1))
