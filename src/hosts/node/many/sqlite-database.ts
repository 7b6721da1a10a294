/** The members of `node:sqlite` and better-sqlite3 that this package uses. */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
  close(): unknown
  /** Copies the database while it is used. Without this method the copy is made in one blocking statement. */
  backup?(path: string): Promise<unknown>
}

export interface SqliteStatement {
  all(...values: (string | number | null)[]): unknown[]
  run(...values: (string | number | null)[]): unknown
}

const BUSY = 5
const FULL = 13
const DAMAGED = 11
/** SQLite's codes for I/O errors and for a file that is no database. */
const UNREADABLE = [10, 26]

/** Classifies an error of SQLite. `node:sqlite` gives numbers, better-sqlite3 gives names. */
export function problemOf(error: unknown): 'busy' | 'full' | 'damaged' | 'unreadable' | undefined {
  const { errcode = 0, code = '' } = error as { readonly errcode?: number; readonly code?: string }
  const number = errcode & 255
  if (code === 'SQLITE_BUSY' || number === BUSY) return 'busy'
  if (code === 'SQLITE_FULL' || number === FULL) return 'full'
  if (code.startsWith('SQLITE_CORRUPT') || number === DAMAGED) return 'damaged'
  const isUnreadable = UNREADABLE.includes(number) || /^SQLITE_(IOERR|NOTADB)/.test(code)
  return isUnreadable ? 'unreadable' : undefined
}
