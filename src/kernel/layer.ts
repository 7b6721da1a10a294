import type { Key, Row } from './row'

/** The part of `Table` that the history uses. */
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

/** Up to this many memories, a search through the list is cheaper than an index. */
const SHORT = 16

/** Holds each written row as it was when the layer was added. Later states are not remembered. */
export class Layer {
  #memories: Memory[] = []
  /** Indexes the memories by table and key, once there are many. */
  #index: Map<Versioned, Map<Key, Memory>> | undefined
  #forgotten = 0
  /** Most layers have no removed row, so `forgetGoneIn` can skip them. */
  #hasRemovals = false

  remember(table: Versioned, key: Key, before: Row | undefined): void {
    if (this.#find(table, key) === undefined) this.#add({ table, key, before, isForgotten: false })
  }

  /** Forgets a row created and removed within the newest layer, so that short-lived rows use no memory. */
  forgetGone(table: Versioned, key: Key): void {
    if (table.get(key) !== undefined) return
    this.#hasRemovals = true
    const memory = this.#find(table, key)
    if (memory === undefined || memory.before !== undefined) return
    this.#index?.get(table)?.delete(key)
    memory.isForgotten = true
    this.#forgotten += 1
    if (this.#forgotten * 2 <= this.#memories.length) return
    this.#memories = this.#memories.filter((one) => !one.isForgotten)
    this.#forgotten = 0
  }

  /** After a merge: forgets the removed rows also in the layer below. */
  forgetGoneIn(below: Layer): void {
    if (!this.#hasRemovals) return
    for (const { table, key } of this.#memories) below.forgetGone(table, key)
  }

  /** Merges into the layer below. If both remember a row, the older memory wins. */
  mergeInto(below: Layer): void {
    for (const memory of this.#memories)
      if (!memory.isForgotten && below.#find(memory.table, memory.key) === undefined) below.#add(memory)
  }

  /** Restores every row and clears the layer. Newest first, because the end of a table is cheap to move. */
  undo(): void {
    for (let at = this.#memories.length - 1; at >= 0; at--) {
      const { table, key, before, isForgotten } = this.#memories[at] as Memory
      if (!isForgotten) table.apply(key, before)
    }
    this.#memories = []
    this.#index = undefined
    this.#forgotten = 0
    this.#hasRemovals = false
  }

  /** One change for each row that differs from now, or from the state when a later layer was added. */
  changes(later?: Layer): Change[] {
    const changes: Change[] = []
    for (const { table, key, before, isForgotten } of this.#memories) {
      const then = later ? later.#find(table, key) : undefined
      const after = then ? then.before : table.get(key)
      if (!isForgotten && before !== after)
        changes.push({ scope: table.scope, table: table.name, key, before, after })
    }
    return changes
  }

  #find(table: Versioned, key: Key): Memory | undefined {
    if (this.#index) return this.#index.get(table)?.get(key)
    for (const memory of this.#memories)
      if (memory.key === key && memory.table === table && !memory.isForgotten) return memory
    return undefined
  }

  #add(memory: Memory): void {
    this.#memories.push(memory)
    if (this.#index) note(this.#index, memory)
    else if (this.#memories.length > SHORT) this.#index = indexOf(this.#memories)
  }
}

function indexOf(memories: readonly Memory[]): Map<Versioned, Map<Key, Memory>> {
  const index = new Map<Versioned, Map<Key, Memory>>()
  for (const memory of memories) if (!memory.isForgotten) note(index, memory)
  return index
}

function note(index: Map<Versioned, Map<Key, Memory>>, memory: Memory): void {
  const ofTable = index.get(memory.table)
  if (ofTable) ofTable.set(memory.key, memory)
  else index.set(memory.table, new Map([[memory.key, memory]]))
}
