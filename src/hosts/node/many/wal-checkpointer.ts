import { type Stats, statSync } from 'node:fs'
import { DiskReserve } from './disk-reserve'
import { WalWatermark } from './wal-watermark'

/** Checkpoints the write-ahead log, so that it stays short, and keeps a reserve of disk space. */
export class WalCheckpointer {
  /** The damage of the log, if writes that were already answered are missing from it. */
  readonly damage: string | undefined
  readonly #watch: WalWatermark
  readonly #reserve: DiskReserve
  /** True if a transaction was written since the last `look`. */
  #isDirty = false
  #isPlanned = false
  #isOver = false
  /** True if the log may hold transactions. */
  #isLogged = true
  /** The smallest size in bytes that the file can have, if no other program has cut it. */
  #least = 0
  #inode = 0
  #isCut = false

  /** Constructed before SQLite opens the file, because opening changes the log. */
  constructor(
    private readonly path: string,
    private readonly run: (sql: string) => unknown,
  ) {
    this.#watch = new WalWatermark(path)
    this.#reserve = new DiskReserve(path)
    this.damage = this.#watch.damage()
  }

  /** Empties a long log soon, because a longer log takes longer and delays all sandboxes. */
  wrote(): void {
    this.#isDirty = true
    if (this.#isPlanned || !this.#watch.isLong) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      if (!this.#isOver) this.look()
    })
  }

  /** Called when the file is open and checked. */
  begin(): void {
    this.#least = this.#size
    this.#inode = this.#file?.ino ?? 0
  }

  /** The reason why the file cannot be read or written; undefined if it can. */
  get problem(): string | undefined {
    if (this.#wasCut()) return `${this.path} was cut, exchanged or removed by another program`
    if (this.#reserve.isTaken || this.#reserve.hasRoom) return undefined
    return `the disk of ${this.path} is full, and somebody else has the room that was kept there: make room`
  }

  /** Remembers a cut, because later writes may make the file as long as it was. */
  #wasCut(): boolean {
    const { size, ino } = this.#file ?? { size: 0, ino: 0 }
    this.#isCut ||= size < this.#least || ino !== this.#inode
    return this.#isCut
  }

  get #file(): Stats | undefined {
    return statSync(this.path, { throwIfNoEntry: false })
  }

  get #size(): number {
    return this.#file?.size ?? 0
  }

  /** Frees the reserve on a full disk. False if the reserve is already used. */
  makesRoom(): boolean {
    return this.#reserve.release()
  }

  /** Records how far the log has come. An idle or a long log is written back into the database file. */
  look(): void {
    const isAtRest = !this.#isDirty
    if (this.#isDirty) this.#isLogged = true
    this.#isDirty = false
    if (!this.#isLogged) return
    try {
      if (isAtRest || this.#watch.isLong) this.empty()
      else this.#watch.note()
    } catch {
      // On a full disk the log stays as it is, and its transactions remain stored.
    }
  }

  empty(): void {
    this.run('PRAGMA incremental_vacuum(1000)')
    this.#watch.forget()
    this.#wasCut()
    try {
      this.run('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      this.#least = this.#size
    }
    this.#isLogged = false
    this.#reserve.take()
  }

  /** Called before the file is closed, which also empties the log. */
  end(): void {
    this.#isOver = true
    this.#isDirty = false
    this.#isLogged = true
    this.look()
    this.#reserve.release()
  }
}
