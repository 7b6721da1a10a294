import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Enough for the write-ahead log of a deletion. */
const BYTES = 4 * 1024 * 1024

/** Disk space that is reserved, so that sandboxes can still be deleted when the disk is full. */
export class DiskReserve {
  readonly #path: string

  constructor(database: string) {
    this.#path = `${database}-reserve`
  }

  get isTaken(): boolean {
    return existsSync(this.#path)
  }

  /** True if the disk has enough free space for the reserve. */
  get hasRoom(): boolean {
    return roomIn(dirname(this.#path)) >= BYTES
  }

  /** Reserves the space, if the disk has enough. */
  take(): void {
    if (this.isTaken) return
    try {
      writeFileSync(this.#path, Buffer.alloc(BYTES, 1), { mode: 0o600 })
    } catch {
      this.release()
    }
  }

  /** Returns false if nothing was reserved. */
  release(): boolean {
    if (!this.isTaken) return false
    rmSync(this.#path, { force: true })
    return true
  }
}

/** Free bytes on the disk of a folder. */
export function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
