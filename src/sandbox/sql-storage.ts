/** The rows of a sandbox in SQL: the same for one SQLite file with many of them and for an object that has one. */
import type { RowChange, StoredTable } from '../index'
import { verified, withChecksum } from './seal'
import { KEY_BITS, type Sql } from './sql-layout'
import { type SandboxInfo, type Storage, type StorageBatch, StorageError } from './storage'

const NUMBERS = 2 ** KEY_BITS
const PLACE = `((? << ${KEY_BITS}) | ?)`
const PUT_NUMBERED = `INSERT INTO numbered VALUES (${PLACE}, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json`
const PUT_NAMED =
  'INSERT INTO named VALUES (?, ?, ?) ON CONFLICT (tbl, key) DO UPDATE SET json = excluded.json'
const WITHIN = `id >= ? << ${KEY_BITS} AND id < ? << ${KEY_BITS}`
const READ_NUMBERED = `SELECT id & ${NUMBERS - 1} AS key, json FROM numbered WHERE ${WITHIN} ORDER BY id`
const READ_NAMED = 'SELECT key, json FROM named WHERE tbl = ?'
const SIZE = `SELECT (SELECT total(length(json)) FROM numbered WHERE ${WITHIN})
  + (SELECT total(length(json)) FROM named WHERE tbl = ?)
  + (SELECT total(length(text)) FROM pieces WHERE tbl = ?) AS size`

/** Characters of a row that is not cut. */
const PIECE = 500_000
/** Stands in the place of a row that is cut into pieces. */
const CUT = '~'
/** Tables whose few rows change with every write, with the column of their keys: such a table is one row. */
const PACKED: ReadonlyMap<string, string> = new Map([['sequences', 'name']])
/** The key of the one row of a table that is packed. */
const PACK = '*pack'
/** Names of tables that are ours. */
const HEAD = '*head'
const TABLES = '*tables'
const FIRST = '*first'

type Key = string | number
type Row = NonNullable<RowChange['row']>

export abstract class SqlStorage implements Storage {
  readonly #sql: Sql
  readonly #id: string
  #number: number | undefined
  #head: SandboxInfo | undefined
  /** Counted when it is first asked for. */
  #size: number | undefined
  /** The numbers of the tables. */
  readonly #tables = new Map<string, number>()
  /** The rows of tables that are packed. */
  readonly #packs = new Map<string, Map<Key, Row>>()

  constructor(sql: Sql, id: string) {
    this.#sql = sql
    this.#id = id
    const [own] = sql.all('SELECT number, json, tables FROM head WHERE id = ?', id)
    if (!own) return
    this.#number = Number(own.number)
    this.#head = headIn(id, own.json)
    const query = 'SELECT number, scope, name FROM tables WHERE sandbox = ? ORDER BY number'
    for (const { number, scope, name } of sql.all(query, this.#number))
      this.#tables.set(tableKey(String(scope), String(name)), Number(number))
    // A row of it that is lost would take a whole table with it.
    if (own.tables !== this.#sealedTables()) throw new StorageError('the list of tables is damaged', false)
  }

  abstract write(entry: StorageBatch): Promise<void> | undefined

  head(): SandboxInfo | undefined {
    return this.#head
  }

  size(): number {
    this.#size ??= this.#sizeNow()
    return this.#size
  }

  get counted(): number | undefined {
    return this.#size
  }

  /** A table is a range of keys. */
  #sizeNow(): number {
    let size = 0
    for (const [place, number] of this.#tables)
      if (place !== tableKey('', FIRST))
        size += Number(this.#sql.all(SIZE, number, number + 1, number, number)[0]?.size)
    return size
  }

  first(): RowChange[] | undefined {
    const table = this.#tables.get(tableKey('', FIRST))
    if (table === undefined) return undefined
    return JSON.parse(this.#opened(tableKey('', FIRST), FIRST, this.#text(table, FIRST) ?? ''))
  }

  rows(): RowChange[] {
    return [...this.#tables].flatMap(([place, number]) => this.#changesIn(place, number))
  }

  tables(): Pick<StoredTable, 'scope' | 'table'>[] {
    const all = [...this.#tables.keys()].map(namesIn)
    return all.flatMap(([scope, table]) => (table === FIRST ? [] : [{ scope, table }]))
  }

  rowsOf(scope: string, table: string): Row[] {
    const place = tableKey(scope, table)
    const number = this.#tables.get(place)
    const changes = number === undefined ? [] : this.#changesIn(place, number)
    return changes.flatMap(({ row }) => (row ? [row] : []))
  }

  /** @throws StorageError for rows that are not what was stored there */
  #changesIn(place: string, number: number): RowChange[] {
    const [scope, table] = namesIn(place)
    if (table === FIRST) return []
    if (PACKED.has(table))
      return [...this.#packOf(scope, table)].map(([key, row]) => ({ scope, table, key, row }))
    const stored = [
      ...this.#sql
        .all(READ_NUMBERED, number, number + 1)
        .map(({ key, json }) => [Number(key), json] as const),
      ...this.#sql.all(READ_NAMED, number).map(({ key, json }) => [JSON.parse(String(key)), json] as const),
    ]
    return stored.map(([key, json]) => {
      const text = json === CUT ? this.#whole(number, key) : String(json)
      return { scope, table, key, row: JSON.parse(this.#opened(place, key, text)) as Row }
    })
  }

  /** Writes an entry, inside a transaction of the engine. */
  protected apply({ head, rows = [], first, due }: StorageBatch): void {
    if (this.#number !== undefined && !this.#isThere(this.#number))
      throw new StorageError('the sandbox was deleted', false)
    if (head) this.#putHead(head)
    if (due !== undefined) this.#sql.run('UPDATE head SET due = ? WHERE number = ?', due, this.#number ?? 0)
    const count = this.#tables.size
    if (first) this.#put('', FIRST, FIRST, JSON.stringify(first))
    const packs = new Map<string, RowChange>()
    for (const change of rows)
      if (PACKED.has(change.table)) {
        this.#pack(change)
        packs.set(tableKey(change.scope, change.table), change)
      } else this.#put(change.scope, change.table, change.key, change.row && JSON.stringify(change.row))
    for (const { scope, table } of packs.values())
      this.#put(scope, table, PACK, JSON.stringify(columnsOf([...this.#packOf(scope, table).values()])))
    if (this.#tables.size > count)
      this.#sql.run('UPDATE head SET tables = ? WHERE number = ?', this.#sealedTables(), this.#number ?? 0)
  }

  #sealedTables(): string {
    return withChecksum(TABLES, this.#id, JSON.stringify([...this.#tables]))
  }

  /** The checksum names the sandbox, too: a row that lies among those of another one is refused there. */
  #sealedPlace(place: string): string {
    return `${this.#id}\0${place}`
  }

  #opened(place: string, key: Key, text: string): string {
    return verified(this.#sealedPlace(place), key, text)
  }

  /** Numbers of deleted sandboxes are given out again. */
  #isThere(number: number): boolean {
    return this.#sql.all('SELECT 1 FROM head WHERE number = ? AND id = ?', number, this.#id).length > 0
  }

  #putHead(head: SandboxInfo): void {
    const json = withChecksum(HEAD, this.#id, JSON.stringify(head))
    this.#head = head
    if (this.#number === undefined) {
      const query = 'INSERT INTO head (id, team, json, used) VALUES (?, ?, ?, ?) RETURNING number'
      const [row] = this.#sql.all(query, this.#id, head.team, json, head.created)
      this.#number = Number(row?.number)
      this.#size = 0
    } else this.#sql.run('UPDATE head SET json = ? WHERE number = ?', json, this.#number)
  }

  #pack({ scope, table, key, row }: RowChange): void {
    const pack = this.#packOf(scope, table)
    if (row === null) pack.delete(key)
    else pack.set(key, row)
  }

  #packOf(scope: string, name: string): Map<Key, Row> {
    const place = tableKey(scope, name)
    const known = this.#packs.get(place)
    if (known) return known
    const table = this.#tables.get(place)
    // There is no table without the row that has all of it.
    const text = table === undefined ? undefined : (this.#text(table, PACK) ?? '')
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
    const number = Number(this.#sql.all(query, this.#number ?? 0, scope, name)[0]?.number)
    this.#tables.set(tableKey(scope, name), number)
    return number
  }

  /** Sets a row, or removes it. The size stays exact, because the row before is looked up. */
  #put(scope: string, name: string, key: Key, json: string | null): void {
    const sql = this.#sql
    const text = json === null ? null : withChecksum(this.#sealedPlace(tableKey(scope, name)), key, json)
    const table = this.#tableOf(scope, name)
    const place = JSON.stringify(key)
    const before = this.#text(table, key)
    if (name !== FIRST && this.#size !== undefined) this.#size += (text?.length ?? 0) - (before?.length ?? 0)
    if (before !== undefined && before.length > PIECE)
      sql.run('DELETE FROM pieces WHERE tbl = ? AND key = ?', table, place)
    if (text === null) {
      if (isNumbered(key)) sql.run(`DELETE FROM numbered WHERE id = ${PLACE}`, table, key)
      else sql.run('DELETE FROM named WHERE tbl = ? AND key = ?', table, place)
      return
    }
    const isLong = text.length > PIECE
    for (const [part, piece] of isLong ? piecesOf(text).entries() : [])
      sql.run('INSERT INTO pieces VALUES (?, ?, ?, ?)', table, place, part, piece)
    if (isNumbered(key)) sql.run(PUT_NUMBERED, table, key, isLong ? CUT : text)
    else sql.run(PUT_NAMED, table, place, isLong ? CUT : text)
  }

  #text(table: number, key: Key): string | undefined {
    const [row] = isNumbered(key)
      ? this.#sql.all(`SELECT json FROM numbered WHERE id = ${PLACE}`, table, key)
      : this.#sql.all('SELECT json FROM named WHERE tbl = ? AND key = ?', table, JSON.stringify(key))
    if (!row) return undefined
    return row.json === CUT ? this.#whole(table, key) : String(row.json)
  }

  #whole(table: number, key: Key): string {
    const query = 'SELECT text FROM pieces WHERE tbl = ? AND key = ? ORDER BY part'
    return this.#sql
      .all(query, table, JSON.stringify(key))
      .map(({ text }) => text)
      .join('')
  }
}

const tableKey = (scope: string, name: string): string => `${scope}\0${name}`

const namesIn = (place: string): [scope: string, name: string] => {
  const at = place.lastIndexOf('\0')
  return [place.slice(0, at), place.slice(at + 1)]
}

/** Rows of a table as the values of each column, which says the names of the columns once. */
const columnsOf = (rows: readonly Row[]): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(Object.keys(rows[0] ?? {}).map((column) => [column, rows.map((row) => row[column])]))

const rowsIn = (columns: Readonly<Record<string, readonly unknown[]>>): Row[] =>
  (Object.values(columns)[0] ?? []).map((_, at) =>
    Object.fromEntries(Object.entries(columns).map(([column, values]) => [column, values[at]])),
  )

/** @throws StorageError */
export const headIn = (id: unknown, json: unknown): SandboxInfo =>
  JSON.parse(verified(HEAD, String(id), String(json)))

const isNumbered = (key: Key): key is number =>
  Number.isSafeInteger(key) && Number(key) >= 0 && Number(key) < NUMBERS

/** Cut between characters, because half of one is no text. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const last = text.charCodeAt(at + PIECE - 1)
    const end = at + (last >= 0xd800 && last < 0xdc00 ? PIECE - 1 : PIECE)
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}

/** Removes a sandbox with all its rows, inside a transaction. */
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
