/** Reads and writes the rows of tables in SQL, as texts. */
import type { RowChange } from '../index'
import { KEY_BITS, type Sql } from './sql-layout'
import { StorageError } from './storage'

export type RowKey = RowChange['key']
type Keyed = readonly [key: RowKey, text: string]

const NUMBERS = 2 ** KEY_BITS
const PLACE = `((? << ${KEY_BITS}) | ?)`
const PUT_NUMBERED = `INSERT INTO numbered VALUES (${PLACE}, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json`
const PUT_NAMED =
  'INSERT INTO named VALUES (?, ?, ?) ON CONFLICT (tbl, key) DO UPDATE SET json = excluded.json'
const WITHIN = `id >= ? << ${KEY_BITS} AND id < ? << ${KEY_BITS}`
/** The number of rows in a part. */
const PART = 300
const READ_NUMBERED = `SELECT id & ${NUMBERS - 1} AS key, json FROM numbered
  WHERE id >= ${PLACE} AND id < ? << ${KEY_BITS} ORDER BY id LIMIT ?`
const READ_NAMED = `SELECT key, json FROM named WHERE tbl = ? AND key > ? ORDER BY key LIMIT ?`
const SIZE = `SELECT (SELECT total(length(json)) FROM numbered WHERE ${WITHIN})
  + (SELECT total(length(json)) FROM named WHERE tbl = ?)
  + (SELECT total(length(text)) FROM pieces WHERE tbl = ?) AS size`

/** The longest row, in characters, that is stored in one piece. */
const PIECE = 500_000
/** The marker stored instead of a row that is split into pieces. */
const CUT = '~'

export class SqlRows {
  constructor(private readonly sql: Sql) {}

  /** The size of a table in characters. */
  size(table: number): number {
    return Number(this.sql.all(SIZE, table, table + 1, table, table)[0]?.size)
  }

  text(table: number, key: RowKey): string | undefined {
    const [row] = isNumbered(key)
      ? this.sql.all(`SELECT json FROM numbered WHERE id = ${PLACE}`, table, key)
      : this.sql.all('SELECT json FROM named WHERE tbl = ? AND key = ?', table, JSON.stringify(key))
    return row && this.#whole(table, key, row.json)
  }

  all(table: number): Keyed[] {
    return [...this.parts(table)].flat()
  }

  /** The rows of a table in parts. @throws StorageError for keys that are out of order */
  *parts(table: number, most = PART): Iterable<readonly Keyed[]> {
    const read = new Set<unknown>()
    for (let from = 0; ; ) {
      const rows = this.sql.all(READ_NUMBERED, table, from, table + 1, most)
      if (rows.length === 0) break
      goOn(read, rows.at(-1)?.key)
      yield rows.map(({ key, json }) => [Number(key), this.#whole(table, Number(key), json)])
      from = Number(rows.at(-1)?.key) + 1
    }
    for (let after = ''; ; ) {
      const rows = this.sql.all(READ_NAMED, table, after, most)
      if (rows.length === 0) break
      goOn(read, rows.at(-1)?.key)
      yield rows.map(({ key: place, json }) => {
        const key: RowKey = JSON.parse(String(place))
        return [key, this.#whole(table, key, json)]
      })
      after = String(rows.at(-1)?.key)
    }
  }

  /** Sets or removes a row, and returns the change of the size in characters. */
  put(table: number, key: RowKey, text: string | null): number {
    const sql = this.sql
    const place = JSON.stringify(key)
    const before = this.text(table, key)
    if (before !== undefined && before.length > PIECE)
      sql.run('DELETE FROM pieces WHERE tbl = ? AND key = ?', table, place)
    if (text === null) {
      if (isNumbered(key)) sql.run(`DELETE FROM numbered WHERE id = ${PLACE}`, table, key)
      else sql.run('DELETE FROM named WHERE tbl = ? AND key = ?', table, place)
    } else {
      const isLong = text.length > PIECE
      for (const [part, piece] of isLong ? piecesOf(text).entries() : [])
        sql.run('INSERT INTO pieces VALUES (?, ?, ?, ?)', table, place, part, piece)
      if (isNumbered(key)) sql.run(PUT_NUMBERED, table, key, isLong ? CUT : text)
      else sql.run(PUT_NAMED, table, place, isLong ? CUT : text)
    }
    return (text?.length ?? 0) - (before?.length ?? 0)
  }

  #whole(table: number, key: RowKey, json: unknown): string {
    if (json !== CUT) return String(json)
    const query = 'SELECT text FROM pieces WHERE tbl = ? AND key = ? ORDER BY part'
    return this.sql
      .all(query, table, JSON.stringify(key))
      .map(({ text }) => text)
      .join('')
  }
}

/** A damaged key may lead back to rows that were already read, and the loop would never end. */
function goOn(read: Set<unknown>, last: unknown): void {
  if (read.has(last)) throw new StorageError('the order of the stored rows is damaged', false)
  read.add(last)
}

const isNumbered = (key: RowKey): key is number =>
  Number.isSafeInteger(key) && Number(key) >= 0 && Number(key) < NUMBERS

/** Splits between characters, because half a surrogate pair is no valid text. */
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
