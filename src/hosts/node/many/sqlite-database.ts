/** The part of `node:sqlite` and of better-sqlite3 that is used. */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
  close(): unknown
  /** Copies it into another file while it is used; without it that is done in one go. */
  backup?(path: string): Promise<unknown>
}

export interface SqliteStatement {
  all(...values: (string | number | null)[]): unknown[]
  run(...values: (string | number | null)[]): unknown
}

const BUSY = 5
const FULL = 13
const DAMAGED = 11
/** The error codes of the disk, and of what is no database. */
const UNREADABLE = [10, 26]

/** `node:sqlite` has numbers, better-sqlite3 names. */
export function problemOf(error: unknown): 'busy' | 'full' | 'damaged' | 'unreadable' | undefined {
  const { errcode = 0, code = '' } = error as { readonly errcode?: number; readonly code?: string }
  const number = errcode & 255
  if (code === 'SQLITE_BUSY' || number === BUSY) return 'busy'
  if (code === 'SQLITE_FULL' || number === FULL) return 'full'
  if (code.startsWith('SQLITE_CORRUPT') || number === DAMAGED) return 'damaged'
  const isUnreadable = UNREADABLE.includes(number) || /^SQLITE_(IOERR|NOTADB)/.test(code)
  return isUnreadable ? 'unreadable' : undefined
}
