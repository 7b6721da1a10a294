import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { LogWatch } from './log-watch'

/** Keeps the write-ahead log of a file short and watched, and some room on its disk. */
export class LogCare {
  /** The damage of the log, if answered writes are missing. */
  readonly damage: string | undefined
  readonly #watch: LogWatch
  readonly #reserve: Reserve
  /** True if something was written since the last look. */
  #isDirty = false
  #isPlanned = false
  #isOver = false
  /** True if the log has something in it. */
  #isLogged = true

  /** Made before the file is read. */
  constructor(
    path: string,
    private readonly run: (sql: string) => unknown,
  ) {
    this.#watch = new LogWatch(path)
    this.#reserve = new Reserve(path)
    this.damage = this.#watch.damage()
  }

  /** A log that has become long is emptied soon: the longer it is, the longer everybody waits for that. */
  wrote(): void {
    this.#isDirty = true
    if (this.#isPlanned || !this.#watch.isLong) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      if (!this.#isOver) this.look()
    })
  }

  /** Makes room on a full disk, once; false if there is none to be made. */
  makesRoom(): boolean {
    return this.#reserve.release()
  }

  /** Notes what was written. At rest, and when there is much of it, it goes from the log into the file. */
  look(): void {
    const isAtRest = !this.#isDirty
    if (this.#isDirty) this.#isLogged = true
    this.#isDirty = false
    if (!this.#isLogged) return
    try {
      if (isAtRest || this.#watch.isLong) this.empty()
      else this.#watch.note()
    } catch {
      // A disk without room has the log as it is. What is in it is stored.
    }
  }

  empty(): void {
    this.run('PRAGMA incremental_vacuum(1000)')
    this.#watch.forget()
    this.run('PRAGMA wal_checkpoint(TRUNCATE)')
    this.#isLogged = false
    this.#reserve.take()
  }

  /** The file is closed next, which empties the log as well. */
  end(): void {
    this.#isOver = true
    this.#isDirty = false
    this.#isLogged = true
    this.look()
    this.#reserve.release()
  }
}

/** Enough for the log of what is deleted. */
const BYTES = 4 * 1024 * 1024

/** Room that is kept on the disk, so that somebody can delete when it is full. */
class Reserve {
  readonly #path: string

  constructor(database: string) {
    this.#path = `${database}-reserve`
  }

  /** Takes the room, if there is some. */
  take(): void {
    if (existsSync(this.#path)) return
    try {
      writeFileSync(this.#path, Buffer.alloc(BYTES, 1), { mode: 0o600 })
    } catch {
      this.release()
    }
  }

  /** False if there was none. */
  release(): boolean {
    if (!existsSync(this.#path)) return false
    rmSync(this.#path, { force: true })
    return true
  }
}
