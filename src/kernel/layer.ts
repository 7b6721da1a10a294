import type { Key, Row } from './row'

/** What the history needs of a table. */
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
 * The rows as they were when the layer was laid: of each row only the oldest `before`. However often a row is
 * written, it takes one entry.
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

  /** Gives what this layer remembers to the older one below, which knows better where both know. */
  mergeInto(below: Layer): void {
    for (const { table, key, before } of this.#memories) below.remember(table, key, before)
  }

  /**
   * Puts every row back and forgets. The last one written goes first, because the end of a table moves
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

  /** One change for each row that is not what it was, in the order of the first writes. */
  changes(): Change[] {
    const changes: Change[] = []
    for (const { table, key, before } of this.#memories) {
      const after = table.get(key)
      if (before !== after) changes.push({ scope: table.scope, table: table.name, key, before, after })
    }
    return changes
  }
}
