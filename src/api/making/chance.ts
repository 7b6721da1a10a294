import { SeededBits } from '../../kernel/seeded-bits'

/** A sequence of random choices that one number determines. */
export class Chance {
  readonly #bits: SeededBits

  constructor(seed: number) {
    this.#bits = new SeededBits(seed)
  }

  /** At least 0, less than 1. */
  fraction(): number {
    return this.#bits.next() / 2 ** 32
  }

  integer(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1))
  }

  pick<One>(some: readonly [One, ...One[]] | readonly One[]): One {
    return some[this.integer(0, some.length - 1)] as One
  }

  /** A random amount with two decimals. Small amounts are more likely. */
  amount(least: number, most: number): string {
    return (least + (most - least) * this.fraction() ** 2).toFixed(2)
  }

  /** Letters and digits. */
  token(length: number): string {
    return Array.from({ length }, () => this.integer(0, 35).toString(36)).join('')
  }
}
