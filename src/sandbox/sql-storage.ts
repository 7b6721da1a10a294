/** The layout of sandboxes in SQL: the same for one SQLite file with many of them and for an object that has one. */
import type { RowChange } from '../index'
import { type Entry, type Head, type Storage, StorageError } from './storage'

type SqlValue = string | number | null

/** The little of SQL that is needed. */
export interface Sql {
  all(query: string, ...values: SqlValue[]): readonly Readonly<Record<string, unknown>>[]
  run(query: string, ...values: SqlValue[]): void
}

/**
 * Rows with a number as their key lie at `table << 40 | key`, where SQLite packs them densely; others by name. Long
 * rows are cut, because an engine may bound the size of a row.
 */
export const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS head (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, team TEXT NOT NULL,
    json TEXT NOT NULL, due INTEGER, used INTEGER NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS head_team ON head (team, id)',
  `CREATE TABLE IF NOT EXISTS tables (number INTEGER PRIMARY KEY, sandbox INTEGER NOT NULL, scope TEXT NOT NULL,
    name TEXT NOT NULL)`,
  'CREATE UNIQUE INDEX IF NOT EXISTS tables_name ON tables (sandbox, scope, name)',
  'CREATE TABLE IF NOT EXISTS numbered (id INTEGER PRIMARY KEY, json TEXT NOT NULL)',
  `CREATE TABLE IF NOT EXISTS named (tbl INTEGER NOT NULL, key TEXT NOT NULL, json TEXT NOT NULL,
    PRIMARY KEY (tbl, key)) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS pieces (tbl INTEGER NOT NULL, key TEXT NOT NULL, part INTEGER NOT NULL,
    text TEXT NOT NULL, PRIMARY KEY (tbl, key, part)) WITHOUT ROWID`,
]

const KEY_BITS = 40
const NUMBERS = 2 ** KEY_BITS
const PLACE = `((? << ${KEY_BITS}) | ?)`
const WITHIN = `n.id >= t.number << ${KEY_BITS} AND n.id < (t.number + 1) << ${KEY_BITS}`
const PUT_NUMBERED = `INSERT INTO numbered VALUES (${PLACE}, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json`
const PUT_NAMED =
  'INSERT INTO named VALUES (?, ?, ?) ON CONFLICT (tbl, key) DO UPDATE SET json = excluded.json'
const READ_NUMBERED = `SELECT t.scope, t.name, n.id & ${NUMBERS - 1} AS key, n.json FROM tables t
  CROSS JOIN numbered n ON ${WITHIN} WHERE t.sandbox = ? ORDER BY n.id`
const READ_NAMED = `SELECT t.scope, t.name, n.key, n.json FROM tables t
  CROSS JOIN named n ON n.tbl = t.number WHERE t.sandbox = ?`

/** Characters of a row that is not cut. */
const PIECE = 500_000
/** In the place of a row that is cut. */
const CUT = '~'
/** Tables whose few rows change with every write: those of a scope are one row. */
const PACKED: ReadonlySet<string> = new Set(['sequences'])
/** Names of tables that are ours. */
const PACK = '*pack'
const HEAD = '*head'
const FIRST = '*first'

type Key = string | number

export abstract class SqlStorage implements Storage {
  readonly #sql: Sql
  readonly #id: string
  #number: number | undefined
  #head: Head | undefined
  #size = 0
  /** The numbers of the tables. */
  readonly #tables = new Map<string, number>()
  readonly #packs = new Map<string, Map<string, RowChange>>()

  constructor(sql: Sql, id: string) {
    this.#sql = sql
    this.#id = id
    const [own] = sql.all('SELECT number, json FROM head WHERE id = ?', id)
    if (!own) return
    this.#number = Number(own.number)
    this.#head = headIn(id, own.json)
    for (const { number, scope, name } of sql.all('SELECT * FROM tables WHERE sandbox = ?', this.#number))
      this.#tables.set(placeOf(String(scope), String(name)), Number(number))
  }

  abstract write(entry: Entry): Promise<void> | undefined

  head(): Head | undefined {
    return this.#head
  }

  size(): number {
    return this.#size
  }

  first(): RowChange[] | undefined {
    const table = this.#tables.get(placeOf('', FIRST))
    const text = table === undefined ? undefined : this.#text(table, FIRST)
    return text === undefined ? undefined : JSON.parse(opened(placeOf('', FIRST), FIRST, text))
  }

  rows(): RowChange[] {
    const [number = -1] = [this.#number]
    const places: Omit<RowChange, 'row'>[] = []
    const texts: string[] = []
    const add = (scope: string, name: string, key: Key, json: unknown): void => {
      const table = placeOf(scope, name)
      const stored = json === CUT ? this.#whole(this.#tables.get(table) ?? 0, key) : String(json)
      const text = opened(table, key, stored)
      if (name !== FIRST) this.#size += stored.length
      if (name === PACK) this.#unpack(scope, text)
      if (name === PACK || name === FIRST) return
      places.push({ scope, table: name, key })
      texts.push(text)
    }
    this.#size = 0
    for (const { scope, name, key, json } of this.#sql.all(READ_NUMBERED, number))
      add(String(scope), String(name), Number(key), json)
    for (const { scope, name, key, json } of this.#sql.all(READ_NAMED, number))
      add(String(scope), String(name), JSON.parse(String(key)), json)
    const rows = JSON.parse(`[${texts.join(',')}]`) as RowChange['row'][]
    const packed = [...this.#packs.values()].flatMap((pack) => [...pack.values()])
    return [...places.map((place, index) => ({ ...place, row: rows[index] ?? null })), ...packed]
  }

  /** Writes an entry, inside a transaction of the engine. */
  protected apply({ head, rows = [], first, due }: Entry): void {
    if (this.#number !== undefined && !this.#isThere(this.#number))
      throw new StorageError('the sandbox was deleted', false)
    if (head) this.#putHead(head)
    if (due !== undefined) this.#sql.run('UPDATE head SET due = ? WHERE number = ?', due, this.#number ?? 0)
    if (first) this.#put('', FIRST, FIRST, JSON.stringify(first))
    const packs = new Set<string>()
    for (const change of rows)
      if (PACKED.has(change.table)) packs.add(this.#pack(change))
      else this.#put(change.scope, change.table, change.key, change.row && JSON.stringify(change.row))
    for (const scope of packs)
      this.#put(scope, PACK, PACK, JSON.stringify([...(this.#packs.get(scope)?.values() ?? [])]))
  }

  /** Numbers of deleted sandboxes are given out again. */
  #isThere(number: number): boolean {
    return this.#sql.all('SELECT 1 FROM head WHERE number = ? AND id = ?', number, this.#id).length > 0
  }

  #putHead(head: Head): void {
    const json = sealed(HEAD, this.#id, JSON.stringify(head))
    this.#head = head
    if (this.#number === undefined) {
      const query = 'INSERT INTO head (id, team, json, used) VALUES (?, ?, ?, ?) RETURNING number'
      const [row] = this.#sql.all(query, this.#id, head.team, json, head.created)
      this.#number = Number(row?.number)
    } else this.#sql.run('UPDATE head SET json = ? WHERE number = ?', json, this.#number)
  }

  #pack(change: RowChange): string {
    const pack = this.#packs.get(change.scope) ?? new Map<string, RowChange>()
    this.#packs.set(change.scope, pack)
    const place = JSON.stringify([change.table, change.key])
    if (change.row === null) pack.delete(place)
    else pack.set(place, change)
    return change.scope
  }

  #unpack(scope: string, text: string): void {
    const changes = JSON.parse(text) as RowChange[]
    this.#packs.set(scope, new Map(changes.map((one) => [JSON.stringify([one.table, one.key]), one])))
  }

  #tableOf(scope: string, name: string): number {
    const known = this.#tables.get(placeOf(scope, name))
    if (known !== undefined) return known
    const query = 'INSERT INTO tables (sandbox, scope, name) VALUES (?, ?, ?) RETURNING number'
    const number = Number(this.#sql.all(query, this.#number ?? 0, scope, name)[0]?.number)
    this.#tables.set(placeOf(scope, name), number)
    return number
  }

  /** Sets a row, or removes it. The size stays exact, because the row before is looked up. */
  #put(scope: string, name: string, key: Key, json: string | null): void {
    const sql = this.#sql
    const text = json === null ? null : sealed(placeOf(scope, name), key, json)
    const table = this.#tableOf(scope, name)
    const place = JSON.stringify(key)
    const before = this.#text(table, key)
    if (name !== FIRST) this.#size += (text?.length ?? 0) - (before?.length ?? 0)
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

const placeOf = (scope: string, name: string): string => `${scope}\0${name}`

/** Hexadecimal digits behind the JSON of a row: a row whose bits have changed, or that lies elsewhere, is refused. */
const SEAL = 8

const sealed = (table: string, key: Key, json: string): string => json + sealOf(`${table}\0${key}\0`, json)

/** @throws StorageError if the text is not what was stored there */
function opened(table: string, key: Key, text: string): string {
  const json = text.slice(0, -SEAL)
  if (sealOf(`${table}\0${key}\0`, json) === text.slice(-SEAL)) return json
  throw new StorageError('a stored row is damaged', false)
}

/** @throws StorageError */
export const headIn = (id: unknown, json: unknown): Head => JSON.parse(opened(HEAD, String(id), String(json)))

/** FNV-1a, which no single changed bit leaves as it is. */
function sealOf(place: string, json: string): string {
  let hash = 0x811c9dc5
  for (const text of [place, json])
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(SEAL, '0')
}

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
  sql.run('DELETE FROM head WHERE number = ?', number)
}
