import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'

const HEADER = 32
const FRAME_HEADER = 24
/** The magic number of a log. Its last bit gives the byte order of the checksums. */
const MAGIC = 0x377f0682
const SMALLEST_PAGE = 512
/** Frames that one read takes from the disk. */
const FRAMES = 64

type Sum = readonly [number, number]

/** Reads a write-ahead log in SQLite's format. Each frame's checksum covers all frames before it. */
export class WalReader {
  /** The salt of the log, which changes when a checkpoint restarts the log. */
  salt = ''
  /** The number of frames up to the last committed transaction. */
  committed = 0
  #frames = 0
  #at = 0
  #pageSize = 0
  #isBig = false
  #sum: Sum = [0, 0]

  /** Reads on from the last position to the end of the log, or to the first damaged frame. */
  through(path: string): void {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      if (size < HEADER) return
      const header = Buffer.alloc(HEADER)
      readSync(file, header, 0, HEADER, 0)
      const salt = header.subarray(16, 24).toString('hex')
      if (salt !== this.salt && !this.#begin(header, salt)) return
      const length = FRAME_HEADER + this.#pageSize
      const frames = Buffer.alloc(FRAMES * length)
      while (this.#at + length <= size) {
        const read = readSync(file, frames, 0, frames.length, this.#at)
        for (let at = 0; at + length <= read; at += length)
          if (!this.#take(frames.subarray(at, at + length))) return
      }
    } finally {
      closeSync(file)
    }
  }

  /** Starts a new log. False if its header is damaged. */
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
    // A frame that ends a transaction holds the size of the database; other frames hold 0.
    if (frame.readUInt32BE(4) !== 0) this.committed = this.#frames
    return true
  }

  #summed(bytes: Buffer, from: number, to: number, [first, second]: Sum): Sum {
    const part = bytes.subarray(from, to)
    const own = this.#isBig === IS_BIG ? part : Buffer.from(part).swap32()
    const words = new Uint32Array(own.buffer, own.byteOffset, own.length / 4)
    let [a, b] = [first | 0, second | 0]
    for (let at = 0; at < words.length; at += 2) {
      a = (a + (words[at] ?? 0) + b) | 0
      b = (b + (words[at + 1] ?? 0) + a) | 0
    }
    return [a >>> 0, b >>> 0]
  }
}

/** The byte order of this machine. */
const IS_BIG = endianness() === 'BE'

const isStored = (bytes: Buffer, at: number, [first, second]: Sum): boolean =>
  bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second
