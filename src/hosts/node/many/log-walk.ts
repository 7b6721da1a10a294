import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const HEADER = 32
const FRAME_HEADER = 24
/** The last bit of it says in which order of bytes the log is summed up. */
const MAGIC = 0x377f0682
const SMALLEST_PAGE = 512

type Sum = readonly [number, number]

/** Reads a write-ahead log as the file format of SQLite has it: each frame has a sum over all before it. */
export class LogWalk {
  /** Of the log: another one after each checkpoint that begins it anew. */
  salt = ''
  /** Frames up to the last one that ends a transaction. */
  committed = 0
  #frames = 0
  #at = 0
  #pageSize = 0
  #isBig = false
  #sum: Sum = [0, 0]

  /** Goes on to the end of the log, or to what is damaged, from where it came to. */
  through(path: string): void {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      if (size < HEADER) return
      const header = Buffer.alloc(HEADER)
      readSync(file, header, 0, HEADER, 0)
      const salt = header.subarray(16, 24).toString('hex')
      if (salt !== this.salt && !this.#begin(header, salt)) return
      const frame = Buffer.alloc(FRAME_HEADER + this.#pageSize)
      while (this.#at + frame.length <= size) {
        readSync(file, frame, 0, frame.length, this.#at)
        if (!this.#take(frame)) return
      }
    } finally {
      closeSync(file)
    }
  }

  /** False if the header itself is damaged. */
  #begin(header: Buffer, salt: string): boolean {
    const magic = header.readUInt32BE(0)
    this.#isBig = magic === MAGIC + 1
    this.#pageSize = header.readUInt32BE(8)
    this.#sum = this.#summed(header, 0, 24, [0, 0])
    const isKnown = (this.#isBig || magic === MAGIC) && this.#pageSize >= SMALLEST_PAGE
    const isWhole = isKnown && isStored(header, 24, this.#sum)
    this.salt = isWhole ? salt : ''
    this.#at = HEADER
    this.#frames = 0
    this.committed = 0
    return isWhole
  }

  #take(frame: Buffer): boolean {
    if (frame.subarray(8, 16).toString('hex') !== this.salt) return false
    const sum = this.#summed(frame, FRAME_HEADER, frame.length, this.#summed(frame, 0, 8, this.#sum))
    if (!isStored(frame, 16, sum)) return false
    this.#sum = sum
    this.#frames += 1
    this.#at += frame.length
    // The size of the database after a transaction; 0 within one.
    if (frame.readUInt32BE(4) !== 0) this.committed = this.#frames
    return true
  }

  #summed(bytes: Buffer, from: number, to: number, [first, second]: Sum): Sum {
    let [a, b] = [first, second]
    for (let at = from; at < to; at += 8) {
      a = (a + this.#word(bytes, at) + b) >>> 0
      b = (b + this.#word(bytes, at + 4) + a) >>> 0
    }
    return [a, b]
  }

  #word(bytes: Buffer, at: number): number {
    return this.#isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)
  }
}

const isStored = (bytes: Buffer, at: number, [first, second]: Sum): boolean =>
  bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second
