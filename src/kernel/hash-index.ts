import { CopyOnWriteMap } from './copy-on-write-map'
import type { Key, Row, Scalar } from './row'
import { insertKey, removeKey } from './sorted-keys'
import type { TableIndex } from './table-index'

const none: readonly Key[] = Object.freeze([])

/** Maps each value of a column to the keys of the rows that contain the value, ascending. */
export class HashIndex implements TableIndex {
  #keysOf = new CopyOnWriteMap<unknown, Key[]>()
  /** Lists that no copy shares, so they may be changed. Undefined before the first copy. */
  #own: WeakSet<Key[]> | undefined

  constructor(private readonly column: string) {}

  get(value: Scalar): readonly Key[] {
    return this.#keysOf.get(value) ?? none
  }

  change(key: Key, before: Row | undefined, after: Row | undefined): void {
    const left = before?.[this.column]
    const entered = after?.[this.column]
    if (before !== undefined && after !== undefined && left === entered) return
    if (before !== undefined) this.#forEachValue(left, (value) => this.#remove(value, key))
    if (after !== undefined) this.#forEachValue(entered, (value) => this.#add(value, key))
  }

  copy(): HashIndex {
    const copy = new HashIndex(this.column)
    copy.#keysOf = this.#keysOf.copy()
    copy.#own = new WeakSet()
    this.#own = new WeakSet()
    return copy
  }

  /** Indexes an array by each distinct element, and an absent column as null. Objects are not indexed. */
  #forEachValue(held: unknown, visit: (value: unknown) => void): void {
    if (Array.isArray(held)) {
      for (const element of new Set<unknown>(held)) if (isScalar(element)) visit(element)
    } else if (isScalar(held)) {
      visit(held ?? null)
    }
  }

  #add(value: unknown, key: Key): void {
    insertKey(this.#ownKeysOf(value), key)
  }

  #remove(value: unknown, key: Key): void {
    const keys = this.#ownKeysOf(value)
    removeKey(keys, key)
    if (keys.length === 0) this.#keysOf.set(value, undefined)
  }

  #ownKeysOf(value: unknown): Key[] {
    const known = this.#keysOf.get(value)
    if (known !== undefined && (this.#own === undefined || this.#own.has(known))) return known
    const keys = known?.slice() ?? []
    this.#own?.add(keys)
    this.#keysOf.set(value, keys)
    return keys
  }
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null
