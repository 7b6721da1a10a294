import { dirname } from 'node:path'
import { messageOf } from '../../../kernel/message-of'
import { damageOf, SCHEMA, type Sql } from '../../../sandbox/sql-layout'
import { problemOf, type SqliteDatabase, type SqliteStatement } from './sqlite-database'

/** Milliseconds to wait for the lock of the previous process. */
const PATIENCE = 5000
/** The current layout of the file, as `user_version` stores it. */
const LAYOUT = 1
/** SQLite's number for this mode of `auto_vacuum`. */
const INCREMENTAL = 2

/** The path of the database file. Empty for a database in memory. */
export function pathOf(database: SqliteDatabase): string {
  const [main] = database.prepare('PRAGMA database_list').all() as { readonly file?: string | null }[]
  return main?.file ?? ''
}

/**
 * Locks the file for this process and checks it. @param missing describes writes that the log has lost
 * @throws Error if another process has the file, if a later version wrote it, or if it is damaged
 */
export function openWhole(database: SqliteDatabase, missing: string | undefined): void {
  const path = pathOf(database)
  try {
    // The previous process may still be storing its writes. Its lock ends with it, even after a crash.
    database.exec(`PRAGMA busy_timeout = ${PATIENCE}; PRAGMA locking_mode = EXCLUSIVE`)
    // Set only if it differs, because on a full disk the file can be read but not written.
    if (singleNumber(database, 'PRAGMA auto_vacuum') !== INCREMENTAL)
      database.exec(`PRAGMA auto_vacuum = ${INCREMENTAL}`)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 0')
    database.exec('PRAGMA synchronous = FULL; BEGIN EXCLUSIVE')
    if (missing !== undefined) throw new Error(missing)
    const layout = layoutOf(database)
    for (const statement of SCHEMA) database.exec(statement)
    if (layout < LAYOUT) database.exec(`PRAGMA user_version = ${LAYOUT}`)
    database.exec('COMMIT; PRAGMA busy_timeout = 0')
    // A damaged row shows in its checksum. Lost or doubled rows show only in the pages and in the layout.
    const damage = damageIn(database)
    if (damage !== undefined)
      throw new Error(`the file of the sandboxes is damaged: ${damage}. ${nextStep(path)}`)
  } catch (error) {
    // An open database would stay locked until the process ends.
    database.close()
    const problem = problemOf(error)
    if (problem === 'damaged' || problem === 'unreadable')
      throw new Error(`${path} cannot be read: ${messageOf(error)}. ${nextStep(path)}`, { cause: error })
    if (problem !== 'busy') throw error
    throw new Error(`another process serves this directory: ${dirname(path)}`, { cause: error })
  }
}

const nextStep = (path: string): string =>
  `Restore a backup into another directory, or put ${path} back from a copy`

/** @throws Error if a later version wrote the layout */
export function layoutOf(database: SqliteDatabase): number {
  const layout = singleNumber(database, 'PRAGMA user_version')
  if (layout <= LAYOUT) return layout
  throw new Error('a later version of accounting-simulator has written this directory: install that one')
}

/** The damage that SQLite finds in the file, or that its rows show. */
export function damageIn(database: SqliteDatabase): string | undefined {
  const sql = sqlOf(database)
  const state = String(Object.values(sql.all('PRAGMA quick_check(1)')[0] ?? {})[0])
  return state === 'ok' ? damageOf(sql) : state
}

/** Access for reading only. Each statement is prepared once. */
export function sqlOf(database: SqliteDatabase): Sql {
  const prepared = new Map<string, SqliteStatement>()
  const all: Sql['all'] = (query, ...values) => {
    const statement = prepared.get(query) ?? database.prepare(query)
    prepared.set(query, statement)
    return statement.all(...values) as ReturnType<Sql['all']>
  }
  return { all, run: all }
}

export const singleNumber = (database: SqliteDatabase, query: string): number =>
  Number(Object.values(database.prepare(query).all()[0] ?? {})[0])
