import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { SqliteDatabase } from '../../src/hosts/node/many/sqlite-database'
import { SqliteFile } from '../../src/hosts/node/many/sqlite-file'
import { SqliteSandboxes } from '../../src/hosts/node/many/sqlite-sandboxes'
import type { SandboxStore } from '../../src/sandbox/sandbox-store'
import { temporaryFolder } from '../support/temporary-folder'
import { MemorySandboxes } from './memory-sandboxes'

export type Opened = new (path: string) => SqliteDatabase

/** SQLite of this Node; undefined before Node 22.13. */
export const nodeSqlite = (): Opened | undefined =>
  (process.getBuiltinModule?.('node:sqlite' as string) as { readonly DatabaseSync: Opened } | undefined)
    ?.DatabaseSync

/** better-sqlite3 is an optional peer: it is used where it is installed, here or in the folder of BETTER_SQLITE3. */
export const BETTER = process.env.BETTER_SQLITE3 ?? process.cwd()

export function betterSqlite(): Opened | undefined {
  try {
    const found: Opened = createRequire(join(BETTER, 'package.json'))('better-sqlite3')
    // What was compiled for another Node fails when it is used.
    new found(':memory:').close()
    return found
  } catch {
    return undefined
  }
}

/** Any SQLite of this machine. */
export const sqliteHere: Opened | undefined = nodeSqlite() ?? betterSqlite()

type Named = [name: string, make: () => SandboxStore]

const storageOf = (name: string, Opened: Opened | undefined): Named[] =>
  Opened
    ? [[name, () => new SqliteSandboxes(new SqliteFile(new Opened(join(temporaryFolder(), 'x.sqlite'))))]]
    : []

/** Every storage that is at hand here. */
export const STORAGES: readonly Named[] = [
  ['memory', () => new MemorySandboxes()],
  ...storageOf('SQLite', nodeSqlite()),
  ...storageOf('better-sqlite3', betterSqlite()),
]
