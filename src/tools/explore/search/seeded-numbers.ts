import { SeededBits } from '../../../kernel/seeded-bits'

export class SeededNumbers {
  readonly #bits: SeededBits

  constructor(seed: number) {
    this.#bits = new SeededBits(seed)
  }

  below(limit: number): number {
    return this.#bits.next() % limit
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }
}
