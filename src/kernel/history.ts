import { ErasedTimelineError } from './erased-timeline-error'
import { invariant } from './invariant'
import { isPromise } from './is-promise'
import { type Change, Layer, type Versioned } from './layer'
import type { Key, Row } from './row'
import type { RowJournal } from './row-journal'
import type { TableName } from './table-shape'

export type { Change } from './layer'

export const isChangeOf = <R extends Row>(
  name: TableName<R, boolean>,
  change: Change,
): change is ChangeOf<R> => change.table === name

type ChangeOf<R extends Row> = Change & { readonly before: R | undefined; readonly after: R | undefined }

declare const brand: unique symbol

/** An opaque point in the history that `rewind` returns to. */
export interface Mark {
  readonly [brand]: 'mark'
}

interface MarkedLayer {
  readonly layer: Layer
  /** A weak reference, so that a mark that nobody references can be collected. */
  readonly mark: WeakRef<Mark>
}

/**
 * Records every change of rows, so that changes are atomic, can be undone and are announced after the commit.
 * A stack of layers: those of marks, then those of open atomic blocks (decisions/0001-history-in-layers.md).
 */
export class History {
  #marked: MarkedLayer[] = []
  readonly #blocks: Layer[] = []
  readonly #layerOf = new WeakMap<Mark, Layer>()
  readonly #publisher = new Publisher()
  /** Records which rows change. Undefined until `Store.journal` or `Store.loadOnUse` begins it. */
  journal: RowJournal | undefined
  #check: ((changes: readonly Change[]) => void) | undefined
  #sweepAt = 16
  #isSilent = false
  #cause: Cause | undefined

  /** The check gets the changes of each outermost block before the commit. If it throws, they are undone. */
  beforeCommit(check: (changes: readonly Change[]) => void): void {
    this.#check = check
  }

  get inAtomicBlock(): boolean {
    return this.#blocks.length > 0
  }

  /** True if there are no marks and no open blocks, so that a write cannot be undone. */
  get isUntraced(): boolean {
    return this.#marked.length === 0 && this.#blocks.length === 0
  }

  /**
   * Runs a function; if it throws, every row is restored. A nested call is a savepoint. Listeners get the
   * changes of the outermost block after it has succeeded.
   */
  atomically<T>(work: () => T): T {
    const block = new Layer()
    this.#blocks.push(block)
    let result: T
    try {
      result = work()
      invariant(!isPromise(result), 'An atomic block is synchronous: it cannot await')
      if (this.#blocks.length === 1) this.#check?.(block.changes())
    } catch (error) {
      block.undo()
      throw error
    } finally {
      this.#blocks.pop()
    }
    const below = this.#top()
    if (below !== undefined) {
      block.mergeInto(below)
      block.forgetGoneIn(below)
    }
    if (!this.inAtomicBlock && this.#hasListeners) this.#publisher.publish(block.changes(), this.#cause)
    return result
  }

  /** Runs a function. Its commits are announced with this cause. */
  causedBy<T>(cause: Cause, work: () => T): T {
    const outer = this.#cause
    this.#cause = cause
    try {
      return work()
    } finally {
      this.#cause = outer
    }
  }

  /** Runs a function atomically, without announcing its changes. */
  withoutListeners(work: () => void): void {
    invariant(!this.inAtomicBlock, 'Only a whole block can be silent')
    this.#isSilent = true
    try {
      this.atomically(work)
    } finally {
      this.#isSilent = false
    }
  }

  get #hasListeners(): boolean {
    return this.#publisher.hasListeners && !this.#isSilent
  }

  mark(): Mark {
    invariant(!this.inAtomicBlock, 'A mark cannot be taken inside an atomic block')
    this.#forgetUnheldMarks()
    const mark = Object.freeze({}) as Mark
    const layer = new Layer()
    this.#layerOf.set(mark, layer)
    this.#marked.push({ layer, mark: new WeakRef(mark) })
    return mark
  }

  /**
   * Restores every row to its state at the mark. The cost grows with the number of rows written since. The
   * mark stays valid, later marks are erased, and listeners are not called.
   * @throws ErasedTimelineError for an erased mark
   */
  rewind(mark: Mark): void {
    invariant(!this.inAtomicBlock, 'An atomic block cannot be rewound from inside')
    invariant(!this.#publisher.isPublishing, 'A listener cannot rewind what is being announced')
    const position = this.#positionOf(mark)
    for (const { layer } of this.#marked.slice(position).reverse()) layer.undo()
    this.#marked.length = position + 1
  }

  /**
   * Lists the differences between two marks, or between a mark and now: one change for each row. The cost
   * grows with the number of rows written since the older mark.
   * @throws ErasedTimelineError for an erased mark
   */
  between(from: Mark, to?: Mark): Change[] {
    const [start, end] = [this.#positionOf(from), to ? this.#positionOf(to) : this.#marked.length]
    const [first, last] = [Math.min(start, end), Math.max(start, end)]
    const changes = this.#merged(first, last).changes(this.#merged(last))
    return start <= end ? changes : changes.map((one) => ({ ...one, before: one.after, after: one.before }))
  }

  #merged(from: number, to?: number): Layer {
    const merged = new Layer()
    for (const { layer } of this.#marked.slice(from, to)) layer.mergeInto(merged)
    return merged
  }

  #positionOf(mark: Mark): number {
    invariant(this.knows(mark), 'This mark belongs to another history')
    const position = this.#findPosition(mark)
    if (position === -1) throw new ErasedTimelineError()
    return position
  }

  #findPosition(mark: Mark): number {
    const target = this.#layerOf.get(mark)
    return this.#marked.findIndex(({ layer }) => layer === target)
  }

  /** True if this history made the mark, even if a rewind has erased it. */
  knows(mark: Mark | undefined): mark is Mark {
    return this.#layerOf.has(mark as Mark)
  }

  /** True if `rewind` accepts the mark. */
  holds(mark: Mark): boolean {
    return this.#findPosition(mark) !== -1
  }

  /**
   * Calls the listener after each outermost block with one change for each changed row, in the order of their
   * first writes, and with the cause if it is known. A listener must not throw. It may write; those changes
   * are announced afterwards. Returns the function that unsubscribes.
   */
  onCommit(listener: (changes: readonly Change[], cause: Cause | undefined) => void): () => void {
    return this.#publisher.add(listener)
  }

  /** For tables only. A write outside of an atomic block is announced at once, without the check. */
  write(table: Versioned, key: Key, before: Row | undefined, after: Row | undefined): void {
    const top = this.#top()
    top?.remember(table, key, before)
    table.apply(key, after)
    if (after === undefined) top?.forgetGone(table, key)
    if (this.inAtomicBlock || !this.#hasListeners) return
    this.#publisher.publish([{ scope: table.scope, table: table.name, key, before, after }], this.#cause)
  }

  #top(): Layer | undefined {
    return this.#blocks.at(-1) ?? this.#marked.at(-1)?.layer
  }

  /** Runs each time the number of marks has doubled, so that the average cost of a mark stays constant. */
  #forgetUnheldMarks(): void {
    if (this.#marked.length < this.#sweepAt) return
    const held: MarkedLayer[] = []
    for (const marked of this.#marked) {
      const below = held.at(-1)
      if (marked.mark.deref() !== undefined) held.push(marked)
      else if (below !== undefined) marked.layer.mergeInto(below.layer)
    }
    this.#marked = held
    this.#sweepAt = Math.max(16, 2 * held.length)
  }
}

export interface Cause {
  /** The sequence number of its entry in the timeline, once the entry exists. */
  sequence?: number
  /** The timer that caused the changes. */
  readonly work?: { readonly kind: string; readonly scope: string }
}

type Listener = (changes: readonly Change[], cause: Cause | undefined) => void

interface Announcement {
  readonly changes: readonly Change[]
  readonly cause: Cause | undefined
}

/** Announces commits one at a time, even if a listener causes the next commit. */
class Publisher {
  readonly #listeners = new Set<Listener>()
  readonly #waiting: Announcement[] = []
  #publishing = false

  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  get isPublishing(): boolean {
    return this.#publishing
  }

  add(listener: Listener): () => void {
    // The wrapper lets a listener that was added twice be removed once.
    const own: Listener = (changes, cause) => listener(changes, cause)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  /** If a listener throws, the other listeners still get the changes. The error is thrown at the end. */
  publish(changes: readonly Change[], cause: Cause | undefined): void {
    if (changes.length === 0) return
    this.#waiting.push({ changes, cause })
    if (this.#publishing) return
    const failures: unknown[] = []
    this.#publishing = true
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      for (const listener of [...this.#listeners]) callListener(listener, next, failures)
    }
    this.#publishing = false
    if (failures.length > 0) throw failures[0]
  }
}

function callListener(listener: Listener, { changes, cause }: Announcement, failures: unknown[]): void {
  try {
    listener(changes, cause)
  } catch (error) {
    failures.push(error)
  }
}
