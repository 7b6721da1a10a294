import { type Stats, statSync } from 'node:fs'
import { DiskReserve } from './disk-reserve'
import { WalWatermark } from './wal-watermark'

/** Keeps the write-ahead log of a file short and watched, and some room on its disk. */
export class WalCheckpointer {
  /** The damage of the log, if answered writes are missing. */
  readonly damage: string | undefined
  readonly #watch: WalWatermark
  readonly #reserve: DiskReserve
  /** True if something was written since the last look. */
  #isDirty = false
  #isPlanned = false
  #isOver = false
  /** True if the log has something in it. */
  #isLogged = true
  /** Bytes that the file has at least. */
  #least = 0
  #inode = 0
  #isCut = false

  /** Made before the file is read. */
  constructor(
    private readonly path: string,
    private readonly run: (sql: string) => unknown,
  ) {
    this.#watch = new WalWatermark(path)
    this.#reserve = new DiskReserve(path)
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

  /** The file is open, and whole. */
  begin(): void {
    this.#least = this.#size
    this.#inode = this.#file?.ino ?? 0
  }

  /** Says what keeps the file from being read or written; undefined if nothing does. */
  get problem(): string | undefined {
    if (this.#wasCut()) return `${this.path} was cut, exchanged or removed by another program`
    if (this.#reserve.isTaken || this.#reserve.hasRoom) return undefined
    return `the disk of ${this.path} is full, and somebody else has the room that was kept there: make room`
  }

  /** Later writes may make it as long as it was. */
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
    this.#wasCut()
    try {
      this.run('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      this.#least = this.#size
    }
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
