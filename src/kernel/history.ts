import { ErasedTimelineError } from './erased-timeline-error'
import { invariant } from './invariant'
import { type Change, Layer, type Versioned } from './layer'
import { Publisher } from './publisher'
import type { Key, Row } from './row'

export type { Change } from './layer'

declare const brand: unique symbol

/** A moment one can go back to. Says nothing by itself. */
export interface Mark {
  readonly [brand]: 'mark'
}

interface MarkedLayer {
  readonly layer: Layer
  /** Weak, so that the memory of a mark nobody can rewind to any more is given back. */
  readonly mark: WeakRef<Mark>
}

/**
 * The one way in which rows change: all or nothing, undoable, and announced once done. A stack of layers,
 * those of the marks below those of the open atomic blocks (decisions/0001-history-in-layers.md).
 */
export class History {
  #marked: MarkedLayer[] = []
  readonly #blocks: Layer[] = []
  readonly #layerOf = new WeakMap<Mark, Layer>()
  readonly #publisher = new Publisher()
  #sweepAt = 16

  get inAtomicBlock(): boolean {
    return this.#blocks.length > 0
  }

  /** No mark and no open block: nothing that is written now could be undone. */
  get isUntraced(): boolean {
    return this.#marked.length === 0 && this.#blocks.length === 0
  }

  /**
   * Runs the work; if it throws, every row is as before. Nested, it is a save point. What the outermost block
   * has changed is announced to the listeners after it succeeded.
   */
  atomically<T>(work: () => T): T {
    const block = new Layer()
    this.#blocks.push(block)
    let result: T
    try {
      result = work()
      invariant(!isPromise(result), 'An atomic block is synchronous: it cannot await')
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
    if (!this.inAtomicBlock && this.#publisher.hasListeners) this.#publisher.publish(block.changes())
    return result
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
   * Every row is as it was at the mark, at the cost of the rows written since. The mark stays good; later
   * ones are erased. Listeners hear nothing of it.
   * @throws ErasedTimelineError for an erased mark
   */
  rewind(mark: Mark): void {
    invariant(!this.inAtomicBlock, 'An atomic block cannot be rewound from inside')
    invariant(!this.#publisher.isPublishing, 'A listener cannot rewind what is being announced')
    const target = this.#layerOf.get(mark)
    invariant(target !== undefined, 'This mark belongs to another history')
    const position = this.#marked.findIndex(({ layer }) => layer === target)
    if (position === -1) throw new ErasedTimelineError()
    for (let at = this.#marked.length - 1; at >= position; at--) this.#marked[at]?.layer.undo()
    this.#marked.length = position + 1
  }

  /** Whether the mark was made here, erased or not. */
  knows(mark: Mark | undefined): mark is Mark {
    return mark !== undefined && this.#layerOf.has(mark)
  }

  /**
   * The listener is called with the changes of each outermost block: one for each changed row, in the order
   * of their first writes. It may write itself; that is announced next. It must not throw. Returns the way to
   * stop listening.
   */
  onCommit(listener: (changes: readonly Change[]) => void): () => void {
    return this.#publisher.add(listener)
  }

  /** For tables alone. Outside of every block a single write is a block of its own. */
  write(table: Versioned, key: Key, before: Row | undefined, after: Row | undefined): void {
    const top = this.#top()
    top?.remember(table, key, before)
    table.apply(key, after)
    if (after === undefined) top?.forgetGone(table, key)
    if (this.inAtomicBlock || !this.#publisher.hasListeners) return
    this.#publisher.publish([{ scope: table.scope, table: table.name, key, before, after }])
  }

  #top(): Layer | undefined {
    return this.#blocks.at(-1) ?? this.#marked.at(-1)?.layer
  }

  /** Swept each time the number of marks has doubled, so that a mark costs the same however many are held. */
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

function isPromise(result: unknown): boolean {
  return (
    typeof result === 'object' && result !== null && 'then' in result && typeof result.then === 'function'
  )
}
