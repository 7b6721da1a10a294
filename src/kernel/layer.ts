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
}

/**
 * The rows as they were when the layer was added. It keeps only the oldest `before` of each row, so a row
 * takes one entry however often it is written.
 */
export class Layer {
  #memories: Memory[] = []
  readonly #seen = new Map<Versioned, Set<Key>>()

  remember(table: Versioned, key: Key, before: Row | undefined): void {
    const seen = this.#seen.get(table)
    if (seen === undefined) this.#seen.set(table, new Set([key]))
    else if (seen.has(key)) return
    else seen.add(key)
    this.#memories.push({ table, key, before })
  }

  /** Merges into the older layer below. Where both hold a row, the older one wins. */
  mergeInto(below: Layer): void {
    for (const { table, key, before } of this.#memories) below.remember(table, key, before)
  }

  /**
   * Restores every row and clears the layer. Undoes the newest write first, because the end of a table moves
   * cheaply.
   */
  undo(): void {
    for (let at = this.#memories.length - 1; at >= 0; at--) {
      const { table, key, before } = this.#memories[at] as Memory
      table.apply(key, before)
    }
    this.#memories = []
    this.#seen.clear()
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
