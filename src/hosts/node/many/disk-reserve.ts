import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Enough for the log of what is deleted. */
const BYTES = 4 * 1024 * 1024

/** Room that is kept on the disk, so that somebody can delete when it is full. */
export class DiskReserve {
  readonly #path: string

  constructor(database: string) {
    this.#path = `${database}-reserve`
  }

  get isTaken(): boolean {
    return existsSync(this.#path)
  }

  /** Tells whether it could be taken. */
  get hasRoom(): boolean {
    return roomIn(dirname(this.#path)) >= BYTES
  }

  /** Takes the room, if there is some. */
  take(): void {
    if (this.isTaken) return
    try {
      writeFileSync(this.#path, Buffer.alloc(BYTES, 1), { mode: 0o600 })
    } catch {
      this.release()
    }
  }

  /** False if there was none. */
  release(): boolean {
    if (!this.isTaken) return false
    rmSync(this.#path, { force: true })
    return true
  }
}

/** Bytes that are free on the disk of a folder. */
export function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
