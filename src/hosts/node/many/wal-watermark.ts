import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { WalReader } from './wal-reader'

/** The size in bytes above which the log is emptied. */
const LONG = 1024 * 1024

/** The length of the write-ahead log at the last look. */
interface Seen {
  readonly salt: string
  /** The number of frames up to the last committed transaction. */
  readonly frames: number
}

/**
 * Stores the length of the write-ahead log in a file beside the database, and checks it at the next start.
 * SQLite itself treats a cut or damaged log as one that ends earlier.
 */
export class WalWatermark {
  readonly #log: string
  readonly #note: string
  #noted: string | undefined
  #walk = new WalReader()

  /** @param database the path of the database file */
  constructor(database: string) {
    this.#log = `${database}-wal`
    this.#note = `${database}-seen`
  }

  /** Describes answered writes that are missing from the end of the log; undefined if none are. */
  damage(): string | undefined {
    if (!existsSync(this.#note)) return undefined
    const seen = JSON.parse(readFileSync(this.#note, 'utf8')) as Seen
    const walk = new WalReader()
    if (existsSync(this.#log)) walk.through(this.#log)
    const found = walk.salt === seen.salt ? walk.committed : 0
    if (found >= seen.frames) return undefined
    const missing = `it has ${found} of ${seen.frames} pages of transactions that were answered`
    return (
      `the write-ahead log of the sandboxes is damaged: ${missing}. Restore a backup, or delete ${this.#note} ` +
      'to go on with what is left'
    )
  }

  get isLong(): boolean {
    return existsSync(this.#log) && statSync(this.#log).size > LONG
  }

  /** Stores how far the log has come. The log itself is already on the disk. */
  note(): void {
    if (!existsSync(this.#log)) return
    this.#walk.through(this.#log)
    const { salt, committed: frames } = this.#walk
    const text = JSON.stringify({ salt, frames } satisfies Seen)
    if (frames === 0 || text === this.#noted) return
    const draft = `${this.#note}-draft`
    const file = openSync(draft, 'w', 0o600)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, this.#note)
    this.#noted = text
    this.#sync()
  }

  /** Deletes the stored length before the log is emptied. */
  forget(): void {
    this.#walk = new WalReader()
    this.#noted = undefined
    rmSync(this.#note, { force: true })
    this.#sync()
  }

  /** Syncs the folder, so that a power cut cannot bring back the length of a deleted log. */
  #sync(): void {
    const folder = openSync(dirname(this.#note), 'r')
    fsyncSync(folder)
    closeSync(folder)
  }
}
