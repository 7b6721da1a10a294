import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalFleet } from '../../../sandbox/local-fleet'
import type { Gauge } from './metrics'
import { DATABASE, type SqliteFile } from './sqlite-file'
import type { SqliteSandboxes } from './sqlite-sandboxes'

export const sandboxGauges = (
  store: SqliteSandboxes,
  fleet: () => LocalFleet | undefined,
): readonly Gauge[] => [
  {
    name: 'sandboxes',
    help: 'Sandboxes of a team.',
    samples: () => [...store.teams()].map(([team, count]) => [{ team }, count]),
  },
  { name: 'open', help: 'Sandboxes in memory.', samples: () => [[{}, fleet()?.openCount ?? 0]] },
]

export const fileGauges = (directory: string, file: SqliteFile): readonly Gauge[] => [
  {
    name: 'file_bytes',
    help: 'The database and its write-ahead log.',
    samples: () =>
      [DATABASE, `${DATABASE}-wal`].map((name) => [{ file: name }, sizeOf(join(directory, name))] as const),
  },
  { name: 'free_bytes', help: 'Room on the disk of the database.', samples: () => [[{}, roomIn(directory)]] },
  {
    name: 'storage_full',
    help: '1 if there was no room for the last transaction.',
    samples: () => [[{}, Number(file.isFull)]],
  },
]

/** A database that was handed in may lie elsewhere. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function roomIn(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}
