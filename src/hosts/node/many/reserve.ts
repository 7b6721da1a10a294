import { existsSync, rmSync, writeFileSync } from 'node:fs'

/** Enough for the log of what is deleted. */
const BYTES = 4 * 1024 * 1024

/** Room that is kept on the disk, so that somebody can delete when it is full. */
export class Reserve {
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
