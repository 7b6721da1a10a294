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

/** `node:sqlite` has numbers, better-sqlite3 names. */
export function problemOf(error: unknown): 'busy' | 'full' | undefined {
  const { errcode, code } = error as { readonly errcode?: number; readonly code?: string }
  if (code === 'SQLITE_BUSY' || (errcode !== undefined && (errcode & 255) === BUSY)) return 'busy'
  return code === 'SQLITE_FULL' || (errcode !== undefined && (errcode & 255) === FULL) ? 'full' : undefined
}
