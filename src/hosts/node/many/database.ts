import { chmodSync, closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { attempt } from '../../../kernel/attempt'
import { messageOf } from '../../../kernel/message-of'
import type { SqliteDatabase } from './sqlite-database'

/** Only the user may read the file with keys and secrets. SQLite gives its other files the same mode. */
const PRIVATE = 0o600

interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => SqliteDatabase
  /** Since Node 22.16. */
  readonly backup?: (database: SqliteDatabase, path: string) => Promise<unknown>
}

/**
 * The SQLite of this Node, or better-sqlite3 where it is installed: in the current folder or beside this package.
 * @throws Error that says what is missing
 */
export function openDatabase(path: string, builtPackage: URL): SqliteDatabase {
  const sqlite = withoutWarning(() => process.getBuiltinModule?.('node:sqlite')) as NodeSqlite | undefined
  const Better = sqlite ? undefined : betterSqlite(builtPackage)
  makePrivate(path)
  if (!sqlite) return new (Better as NodeSqlite['DatabaseSync'])(path)
  const database = new sqlite.DatabaseSync(path)
  const { backup } = sqlite
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => database.prepare(sql),
    close: () => database.close(),
    ...(backup && { backup: (target: string) => backup(database, target) }),
  }
}

/** Node 22 prints an experimental warning of SQLite at each start, which a cron job would send as mail. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Opens further files with the same SQLite driver as a database that was handed in. */
export const openerLike = (database: SqliteDatabase) => (path: string) =>
  new (database.constructor as NodeSqlite['DatabaseSync'])(path)

/** Makes the file if it is missing. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE))
  chmodSync(path, PRIVATE)
}

function betterSqlite(builtPackage: URL): NodeSqlite['DatabaseSync'] {
  const [here, beside] = [join(process.cwd(), 'package.json'), new URL('package.json', builtPackage)]
  for (const place of [here, beside]) {
    const require = createRequire(place)
    if (!isInstalled(require)) continue
    try {
      const Database = require('better-sqlite3')
      // A module compiled for another Node fails only when it is used.
      new Database(':memory:').close()
      return Database
    } catch (error) {
      throw new Error(
        `better-sqlite3 at ${require.resolve('better-sqlite3')} cannot be used by Node ${process.version}: ` +
          `${messageOf(error)}; install it again with this Node`,
        { cause: error },
      )
    }
  }
  throw new Error(
    `Node ${process.version} has no SQLite: use Node 22.13 or later, or install better-sqlite3 in ${process.cwd()}`,
  )
}

const isInstalled = (require: NodeJS.Require): boolean =>
  attempt(() => require.resolve('better-sqlite3')) !== undefined
