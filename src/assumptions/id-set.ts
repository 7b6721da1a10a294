import { InvariantViolation } from '../kernel/invariant'
import { ASSUMPTION_IDS, type AssumptionId } from './register'

/** All ids in the order in which they are shown. */
const IDS = [...ASSUMPTION_IDS].sort()
const POSITIONS: ReadonlyMap<AssumptionId, number> = new Map(IDS.map((id, position) => [id, position]))

const BITS = 32
const WORDS = Math.ceil(IDS.length / BITS)

/** A set of ids as bits, because every request makes one and adds about a hundred ids. */
export class IdSet {
  readonly #words: number[] = new Array<number>(WORDS).fill(0)

  static of(ids: readonly AssumptionId[]): IdSet {
    const made = new IdSet()
    for (const id of ids) made.add(id)
    return made
  }

  add(id: AssumptionId): void {
    const position = POSITIONS.get(id)
    if (position === undefined) throw new InvariantViolation(`There is no assumption ${id}`)
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

  /** The ids, sorted. Equal sets share one list, because most requests depend on the same assumptions. */
  list(): readonly AssumptionId[] {
    const hash = this.#hash()
    const known = lists.get(hash)
    if (known && this.#equals(known.set)) return known.list
    if (lists.size >= LISTS_AT_MOST) lists.clear()
    const list = Object.freeze(IDS.filter((_, position) => this.#hasBit(position)))
    lists.set(hash, { set: IdSet.of(list), list })
    return list
  }

  #hash(): number {
    let hash = 0
    for (let word = 0; word < WORDS; word += 1) hash = (Math.imul(hash, 31) + (this.#words[word] ?? 0)) | 0
    return hash
  }

  #equals(other: IdSet): boolean {
    for (let word = 0; word < WORDS; word += 1) if (this.#words[word] !== other.#words[word]) return false
    return true
  }

  #hasBit(position: number): boolean {
    return ((this.#words[position >>> 5] ?? 0) & (1 << (position & 31))) !== 0
  }
}

const LISTS_AT_MOST = 1000
const lists = new Map<number, { readonly set: IdSet; readonly list: readonly AssumptionId[] }>()
