import type { Key, Row } from './row'

/** The part of a table that the history uses. */
export interface Versioned {
  readonly scope: string
  readonly name: string
  get(key: Key): Row | undefined
  apply(key: Key, row: Row | undefined): void
}

export interface Change {
  readonly scope: string
  readonly table: string
  readonly key: Key
  readonly before: Row | undefined
  readonly after: Row | undefined
}

interface Memory {
  readonly table: Versioned
  readonly key: Key
  readonly before: Row | undefined
  isForgotten: boolean
}

/**
 * The rows as they were when the layer was added. It keeps only the oldest `before` of each row, so a row
 * takes one entry however often it is written.
 */
export class Layer {
  #memories: Memory[] = []
  readonly #seen = new Map<Versioned, Map<Key, Memory>>()
  #forgotten = 0

  remember(table: Versioned, key: Key, before: Row | undefined): void {
    let seen = this.#seen.get(table)
    if (seen === undefined) {
      seen = new Map()
      this.#seen.set(table, seen)
    } else if (seen.has(key)) return
    const memory = { table, key, before, isForgotten: false }
    seen.set(key, memory)
    this.#memories.push(memory)
  }

  /**
   * Forgets a row that was created and removed within the layer, so that short-lived rows leave nothing
   * behind. Only for the newest layer, because newer layers may hold the row too.
   */
  forgetGone(table: Versioned, key: Key): void {
    const seen = this.#seen.get(table)
    const memory = seen?.get(key)
    if (memory === undefined || memory.before !== undefined || table.get(key) !== undefined) return
    seen?.delete(key)
    memory.isForgotten = true
    this.#forgotten += 1
    if (this.#forgotten * 2 <= this.#memories.length) return
    this.#memories = this.#memories.filter((one) => !one.isForgotten)
    this.#forgotten = 0
  }

  /** The same for every row of this layer, in the layer below, which is now the newest. */
  forgetGoneIn(below: Layer): void {
    for (const { table, key } of this.#memories) below.forgetGone(table, key)
  }

  /** Merges into the older layer below. Where both hold a row, the older one wins. */
  mergeInto(below: Layer): void {
    for (const { table, key, before, isForgotten } of this.#memories)
      if (!isForgotten) below.remember(table, key, before)
  }

  /**
   * Restores every row and clears the layer. Undoes the newest write first, because the end of a table moves
   * cheaply.
   */
  undo(): void {
    for (let at = this.#memories.length - 1; at >= 0; at--) {
      const { table, key, before, isForgotten } = this.#memories[at] as Memory
      if (!isForgotten) table.apply(key, before)
    }
    this.#memories = []
    this.#seen.clear()
    this.#forgotten = 0
  }

  /** One change for each row that differs from its stored state, in the order of the first writes. */
  changes(): Change[] {
    const changes: Change[] = []
    for (const { table, key, before } of this.#memories) {
      const after = table.get(key)
      if (before !== after) changes.push({ scope: table.scope, table: table.name, key, before, after })
    }
    return changes
  }
}
