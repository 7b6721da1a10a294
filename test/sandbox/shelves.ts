import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SqliteDatabase, SqliteFile } from '../../src/hosts/node/many/sqlite-file'
import { SqliteShelf } from '../../src/hosts/node/many/sqlite-shelf'
import type { Shelf } from '../../src/sandbox/local-fleet'
import { MemoryShelf } from './memory-shelf'

type Opened = new (path: string) => SqliteDatabase

/** SQLite of this Node; undefined before Node 22.13. */
export const nodeSqlite = (): Opened | undefined =>
  (process.getBuiltinModule?.('node:sqlite' as string) as { readonly DatabaseSync: Opened } | undefined)
    ?.DatabaseSync

/** A folder that is removed at the end of the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandboxes-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const sqlite = nodeSqlite()

/** Every storage that this Node has. */
export const SHELVES: readonly [name: string, make: () => Shelf][] = [
  ['memory', () => new MemoryShelf()],
  ...(sqlite
    ? [
        [
          'SQLite',
          () => new SqliteShelf(new SqliteFile(new sqlite(join(temporaryFolder(), 'x.sqlite')))),
        ] as [string, () => Shelf],
      ]
    : []),
]
