import { statSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../../kernel/attempt'
import type { LocalFleet } from '../../../sandbox/local-fleet'
import { roomIn } from './disk-reserve'
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

export const versionGauge = (version: string): Gauge => ({
  name: 'info',
  help: 'The version that runs.',
  samples: () => [[{ version }, 1]],
})

const BACKED_UP = 'backedUp'

/** The time of the last backup, stored because alerts must not wait for a new one after a restart. */
export class LastBackup {
  /** In seconds since 1970; 0 if there was none. */
  #at: number

  constructor(private readonly store: SqliteSandboxes) {
    this.#at = Number(store.note(BACKED_UP) ?? 0)
  }

  made(milliseconds: number): void {
    this.#at = Math.floor(milliseconds / 1000)
    // A backup is most urgent when the disk is full, and then this note cannot be written.
    attempt(() => this.store.setNote(BACKED_UP, String(this.#at)))
  }

  get gauge(): Gauge {
    const help = 'When the last backup was made, in seconds since 1970; 0 if none was.'
    return { name: 'last_backup_timestamp_seconds', help, samples: () => [[{}, this.#at]] }
  }
}

/** 0 if the file does not exist: the database may be a handed-in one that lies elsewhere. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
