import { InvariantViolation, invariant } from './invariant'
import type { Store } from './store'
import type { Table } from './table'
import { type RowIn, worldTable } from './table-shape'

/** Three mixing words and a counter of 32 bits each, which guarantees a period of 2^32 draws. */
const RANDOM = worldTable('random', { id: 'text', a: 'count', b: 'count', c: 'count', count: 'count' })

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const warmUp = 16

/** Random numbers from a row, so that seed and calls decide them, even after a rewind or an import. */
export class Random {
  readonly #table: Table<RowIn<typeof RANDOM>>

  constructor(store: Store) {
    this.#table = store.worldTable(RANDOM)
  }

  /** Seeds a new world. The seeds 1 and '1' are the same. */
  start(seed: number | string): void {
    invariant(this.#table.size === 0, 'Chance is seeded once')
    const text = String(seed)
    this.#table.put({ id: 'random', a: hash(text, 1), b: hash(text, 2), c: hash(text, 3), count: 1 })
    this.#draw(warmUp)
  }

  /** 32 bits. */
  next(): number {
    return this.#draw(1)[0] as number
  }

  /** At least 0, less than 1. */
  fraction(): number {
    return this.next() / 2 ** 32
  }

  /** A uniform whole number from 0 up to, but not including, the limit. */
  integer(below: number): number {
    invariant(
      Number.isInteger(below) && below >= 1 && below <= 2 ** 32,
      `There is no whole number below ${below}`,
    )
    const usable = 2 ** 32 - (2 ** 32 % below)
    let drawn = this.next()
    while (drawn >= usable) drawn = this.next()
    return drawn % below
  }

  /** True with the given probability. Always draws once, so that later draws do not depend on it. */
  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** A UUID in the form of version 4. */
  uuid(): string {
    const hex = this.#draw(4)
      .map((word) => word.toString(16).padStart(8, '0'))
      .join('')
    const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3]
    const [first, second, last] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(20)]
    return `${first}-${second}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${last}`
  }

  /** Letters and digits. The modulo bias of 32 bits is small enough here. */
  token(length: number): string {
    return this.#draw(length)
      .map((word) => letters[word % letters.length])
      .join('')
  }

  /** Draws several words with one write to the row. The generator belongs to the sfc family. */
  #draw(words: number): number[] {
    const row = this.#table.get('random')
    if (row === undefined) throw new InvariantViolation('Chance has not been seeded')
    let { a, b, c, count } = row
    const drawn: number[] = []
    while (drawn.length < words) {
      const word = (a + b + count) >>> 0
      count = (count + 1) >>> 0
      a = (b ^ (b >>> 9)) >>> 0
      b = (c + (c << 3)) >>> 0
      c = (((c << 21) | (c >>> 11)) + word) >>> 0
      drawn.push(word)
    }
    this.#table.put({ id: 'random', a, b, c, count })
    return drawn
  }
}

/** Hashes a text to 32 bits, differently for each salt. */
function hash(text: string, salt: number): number {
  let mixed = Math.imul(salt, 0x9e3779b1)
  for (let at = 0; at < text.length; at++) {
    mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x85ebca6b)
    mixed ^= mixed >>> 13
  }
  return mixed >>> 0
}
