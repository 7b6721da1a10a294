/** The rows of a sandbox in SQL, for one SQLite file of many sandboxes and for a Durable Object of one. */

import type { RowChange, StoredTable } from '../index'
import { mapValues } from '../kernel/map-values'
import { verified, withChecksum } from './checksum'
import { KEY_BITS, type Sql } from './sql-layout'
import { type RowKey as Key, SqlRows } from './sql-rows'
import { type RowText, type SandboxHead, type Storage, type StorageBatch, StorageError } from './storage'

/** Small tables that change with every write, with their key column. Each is stored as a single row. */
const PACKED: ReadonlyMap<string, string> = new Map([['sequences', 'name']])
/** The key of the single row of a packed table. */
const PACK = '*pack'
/** Names of internal tables. */
const HEAD = '*head'
const TABLES = '*tables'
const FIRST = '*first'

type SqlRow = NonNullable<RowChange['row']>

export abstract class SqlStorage implements Storage {
  readonly #rows: SqlRows
  #number: number | undefined
  #head: SandboxHead | undefined
  /** Counted at the first use. */
  #size: number | undefined
  readonly #tables = new Map<string, number>()
  /** Rows that `readAhead` has read and `rowsOf` has not returned yet. */
  readonly #ahead = new Map<string, SqlRow[]>()
  /** True if the list of tables has changed since its checksum was stored. */
  #isUnsealed = false
  #firstParts = 0
  readonly #packs = new Map<string, Map<Key, SqlRow>>()

  constructor(
    private readonly sql: Sql,
    private readonly id: string,
  ) {
    this.#rows = new SqlRows(sql)
    const [own] = sql.all('SELECT number, json, tables FROM head WHERE id = ?', id)
    if (!own) return
    this.#number = Number(own.number)
    this.#head = headIn(id, own.json)
    const query = 'SELECT number, scope, name FROM tables WHERE sandbox = ? ORDER BY number'
    for (const { number, scope, name } of sql.all(query, this.#number))
      this.#tables.set(tableKey(String(scope), String(name)), Number(number))
    // Without this checksum, a lost row of the list would silently lose a whole table.
    if (own.tables !== this.#sealedTables()) throw new StorageError('the list of tables is damaged', false)
  }

  abstract write(batch: StorageBatch): Promise<void> | undefined

  head(): SandboxHead | undefined {
    return this.#head
  }

  size(): number {
    this.#size ??= this.#sizeNow()
    return this.#size
  }

  get counted(): number | undefined {
    return this.#size
  }

  #sizeNow(): number {
    let size = 0
    for (const [place, number] of this.#tables)
      if (place !== tableKey('', FIRST)) size += this.#rows.size(number)
    return size
  }

  first(): Iterable<readonly RowChange[]> | undefined {
    const table = this.#tables.get(tableKey('', FIRST))
    return table === undefined ? undefined : this.#firstIn(table)
  }

  *#firstIn(table: number): Iterable<readonly RowChange[]> {
    let isFound = false
    for (const part of this.#rows.parts(table, 1))
      for (const [key, text] of part) {
        isFound = true
        yield JSON.parse(this.#opened(tableKey('', FIRST), key, text))
      }
    if (!isFound) throw new StorageError('the first rows are missing', false)
  }

  *readAhead(): Iterable<unknown> {
    for (const part of this.parts()) {
      for (const { scope, table, json } of part) {
        if (PACKED.has(table)) continue
        const place = tableKey(scope, table)
        const rows = this.#ahead.get(place) ?? []
        rows.push(JSON.parse(json))
        this.#ahead.set(place, rows)
      }
      yield part
    }
  }

  *parts(): Iterable<readonly RowText[]> {
    for (const [place, number] of this.#tables) {
      const [scope, table] = namesIn(place)
      if (table === FIRST) continue
      if (PACKED.has(table))
        yield [...this.#packOf(scope, table)].map(([key, row]) => {
          return { scope, table, key, json: JSON.stringify(row) }
        })
      else
        for (const part of this.#rows.parts(number))
          yield part.map(([key, text]) => ({ scope, table, key, json: this.#opened(place, key, text) }))
    }
  }

  rows(): RowChange[] {
    return [...this.#tables].flatMap(([place, number]) => this.#changesIn(place, number))
  }

  tables(): Pick<StoredTable, 'scope' | 'table'>[] {
    const all = [...this.#tables.keys()].map(namesIn)
    return all.flatMap(([scope, table]) => (table === FIRST ? [] : [{ scope, table }]))
  }

  rowsOf(scope: string, table: string): SqlRow[] {
    const place = tableKey(scope, table)
    const ahead = this.#ahead.get(place)
    if (ahead && this.#ahead.delete(place)) return ahead
    const number = this.#tables.get(place)
    const changes = number === undefined ? [] : this.#changesIn(place, number)
    return changes.flatMap(({ row }) => (row ? [row] : []))
  }

  /** @throws StorageError for rows whose checksum does not match */
  #changesIn(place: string, number: number): RowChange[] {
    const [scope, table] = namesIn(place)
    if (table === FIRST) return []
    if (PACKED.has(table))
      return [...this.#packOf(scope, table)].map(([key, row]) => ({ scope, table, key, row }))
    return this.#rows.all(number).map(([key, text]) => {
      return { scope, table, key, row: JSON.parse(this.#opened(place, key, text)) as SqlRow }
    })
  }

  /** Writes a batch. The caller runs it inside a transaction. */
  protected apply({ head, rows = [], first, firstPart, due, isPart = false }: StorageBatch): void {
    if (this.#number !== undefined && !this.#isThere(this.#number))
      throw new StorageError('the sandbox was deleted', false)
    if (head) this.#putHead(head)
    if (due !== undefined) this.sql.run('UPDATE head SET due = ? WHERE number = ?', due, this.#number ?? 0)
    const count = this.#tables.size
    if (first) this.#putFirst(JSON.stringify(first))
    if (firstPart !== undefined) this.#put('', FIRST, this.#firstParts++, firstPart)
    const packs = new Map<string, RowChange>()
    for (const one of rows) {
      const { scope, table, key } = one
      if (PACKED.has(table)) {
        const change = 'row' in one ? one : { scope, table, key, row: JSON.parse(one.json) }
        this.#pack(change)
        packs.set(tableKey(scope, table), change)
      } else this.#put(scope, table, key, 'row' in one ? one.row && JSON.stringify(one.row) : one.json)
    }
    for (const { scope, table } of packs.values())
      this.#put(scope, table, PACK, JSON.stringify(columnsOf([...this.#packOf(scope, table).values()])))
    this.#isUnsealed ||= this.#tables.size > count
    if (!this.#isUnsealed || isPart) return
    this.#isUnsealed = false
    this.sql.run('UPDATE head SET tables = ? WHERE number = ?', this.#sealedTables(), this.#number ?? 0)
  }

  #sealedTables(): string {
    return withChecksum(TABLES, this.id, JSON.stringify([...this.#tables]))
  }

  /** Replaces the first rows. A sandbox stored in parts has several of them. */
  #putFirst(json: string): void {
    const table = this.#tableOf('', FIRST)
    for (const [key] of this.#rows.all(table)) this.#put('', FIRST, key, null)
    this.#put('', FIRST, FIRST, json)
  }

  /** Checksums include the sandbox id, so that a row moved to another sandbox is refused. */
  #sealedPlace(place: string): string {
    return `${this.id}\0${place}`
  }

  #opened(place: string, key: Key, text: string): string {
    return verified(this.#sealedPlace(place), key, text)
  }

  /** SQLite reuses the numbers of deleted sandboxes, so the id is compared, too. */
  #isThere(number: number): boolean {
    return this.sql.all('SELECT 1 FROM head WHERE number = ? AND id = ?', number, this.id).length > 0
  }

  #putHead(head: SandboxHead): void {
    const json = withChecksum(HEAD, this.id, JSON.stringify(head))
    this.#head = head
    if (this.#number === undefined) {
      const query = 'INSERT INTO head (id, team, json, used) VALUES (?, ?, ?, ?) RETURNING number'
      const [row] = this.sql.all(query, this.id, head.team, json, head.created)
      this.#number = Number(row?.number)
      this.#size = 0
    } else this.sql.run('UPDATE head SET json = ? WHERE number = ?', json, this.#number)
  }

  #pack({ scope, table, key, row }: RowChange): void {
    const pack = this.#packOf(scope, table)
    if (row === null) pack.delete(key)
    else pack.set(key, row)
  }

  #packOf(scope: string, name: string): Map<Key, SqlRow> {
    const place = tableKey(scope, name)
    const known = this.#packs.get(place)
    if (known) return known
    const table = this.#tables.get(place)
    // A packed table always has its row, so a missing row reads as '' and fails the checksum.
    const text = table === undefined ? undefined : (this.#rows.text(table, PACK) ?? '')
    const rows = text === undefined ? [] : rowsIn(JSON.parse(this.#opened(place, PACK, text)))
    const key = PACKED.get(name) ?? ''
    const pack = new Map(rows.map((row) => [row[key] as Key, row]))
    this.#packs.set(place, pack)
    return pack
  }

  #tableOf(scope: string, name: string): number {
    const known = this.#tables.get(tableKey(scope, name))
    if (known !== undefined) return known
    const query = 'INSERT INTO tables (sandbox, scope, name) VALUES (?, ?, ?) RETURNING number'
    const number = Number(this.sql.all(query, this.#number ?? 0, scope, name)[0]?.number)
    this.#tables.set(tableKey(scope, name), number)
    return number
  }

  /** Sets or removes a row. The old row is looked up, so that the size stays exact. */
  #put(scope: string, name: string, key: Key, json: string | null): void {
    const text = json === null ? null : withChecksum(this.#sealedPlace(tableKey(scope, name)), key, json)
    const more = this.#rows.put(this.#tableOf(scope, name), key, text)
    if (name !== FIRST && this.#size !== undefined) this.#size += more
  }
}

const tableKey = (scope: string, name: string): string => `${scope}\0${name}`

const namesIn = (place: string): [scope: string, name: string] => {
  const at = place.lastIndexOf('\0')
  return [place.slice(0, at), place.slice(at + 1)]
}

/** Converts rows to one array per column, so that column names are stored once. */
const columnsOf = (rows: readonly SqlRow[]): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(Object.keys(rows[0] ?? {}).map((column) => [column, rows.map((row) => row[column])]))

const rowsIn = (columns: Readonly<Record<string, readonly unknown[]>>): SqlRow[] =>
  (Object.values(columns)[0] ?? []).map((_, at) => mapValues(columns, (values) => values[at]))

/** A storage for reading only. */
class Rows extends SqlStorage {
  write(): undefined {
    throw new StorageError('nothing is written here', false)
  }
}

/** Reads every row of a sandbox in parts, which checks it. @throws StorageError for a damaged row */
export function* readThrough(sql: Sql, id: string): Iterable<unknown> {
  const storage = new Rows(sql, id)
  yield* storage.parts()
  yield* storage.first() ?? []
}

/** @throws StorageError if the checksum of the head does not match */
export const headIn = (id: unknown, json: unknown): SandboxHead =>
  JSON.parse(verified(HEAD, String(id), String(json)))

/** Removes a sandbox with all its rows. The caller runs it inside a transaction. */
export function removeSandbox(sql: Sql, id: string): void {
  const [own] = sql.all('SELECT number FROM head WHERE id = ?', id)
  if (!own) return
  const number = Number(own.number)
  for (const { number: table } of sql.all('SELECT number FROM tables WHERE sandbox = ?', number)) {
    const [first, last] = [Number(table), Number(table) + 1]
    sql.run(`DELETE FROM numbered WHERE id >= ? << ${KEY_BITS} AND id < ? << ${KEY_BITS}`, first, last)
    sql.run('DELETE FROM named WHERE tbl = ?', first)
    sql.run('DELETE FROM pieces WHERE tbl = ?', first)
  }
  sql.run('DELETE FROM tables WHERE sandbox = ?', number)
  sql.run('DELETE FROM bin WHERE number = ?', number)
  sql.run('DELETE FROM usage WHERE number = ?', number)
  sql.run('DELETE FROM head WHERE number = ?', number)
}
