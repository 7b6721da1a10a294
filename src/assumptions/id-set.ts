import { oncePer } from '../kernel/once-per'
import { ASSUMPTIONS, type AssumptionId } from './register'

/** All ids in the order in which they are shown. */
const IDS = (Object.keys(ASSUMPTIONS) as AssumptionId[]).sort()
const POSITIONS: ReadonlyMap<AssumptionId, number> = new Map(IDS.map((id, position) => [id, position]))

const BITS = 32
const WORDS = Math.ceil(IDS.length / BITS)

/** A set of ids, as bits: every request makes one and notes about a hundred ids in it. */
export class IdSet {
  readonly #words: number[] = new Array<number>(WORDS).fill(0)

  static readonly of = oncePer((ids: readonly AssumptionId[]): IdSet => {
    const made = new IdSet()
    for (const id of ids) made.add(id)
    return made
  })

  add(id: AssumptionId): void {
    const position = POSITIONS.get(id) ?? 0
    const word = position >>> 5
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (position & 31))
  }

  addAll(other: IdSet): void {
    for (let word = 0; word < WORDS; word += 1)
      this.#words[word] = (this.#words[word] ?? 0) | (other.#words[word] ?? 0)
  }

  hasAll(other: IdSet): boolean {
    for (let word = 0; word < WORDS; word += 1)
      if (((other.#words[word] ?? 0) & ~(this.#words[word] ?? 0)) !== 0) return false
    return true
  }

  /** The ids, sorted. Equal sets share one list, because most requests rest on what others rested on. */
  list(): readonly AssumptionId[] {
    const key = this.#words.join()
    const known = lists.get(key)
    if (known) return known
    if (lists.size >= LISTS_AT_MOST) lists.clear()
    const made = Object.freeze(IDS.filter((_, position) => this.#hasBit(position)))
    lists.set(key, made)
    return made
  }

  #hasBit(position: number): boolean {
    return ((this.#words[position >>> 5] ?? 0) & (1 << (position & 31))) !== 0
  }
}

const LISTS_AT_MOST = 1000
const lists = new Map<string, readonly AssumptionId[]>()
