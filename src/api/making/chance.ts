/** Choices that follow from one number, for what is made up. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** At least 0, less than 1. The generator is mulberry32. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  integer(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1))
  }

  pick<One>(some: readonly [One, ...One[]] | readonly One[]): One {
    return some[this.integer(0, some.length - 1)] as One
  }

  /** An amount with two decimals, rather small than large. */
  amount(least: number, most: number): string {
    return (least + (most - least) * this.fraction() ** 2).toFixed(2)
  }

  /** Letters and digits. */
  token(length: number): string {
    return Array.from({ length }, () => this.integer(0, 35).toString(36)).join('')
  }
}
