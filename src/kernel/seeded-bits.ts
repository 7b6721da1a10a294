/** A small seeded generator of random numbers (mulberry32). */
export class SeededBits {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** 32 bits: at least 0, less than 2 ** 32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
