import type { AssumptionOverrides } from '../../assumptions/index'
import type { StoredTimeline } from '../../events/stored-timeline'
import type { Dump, RowChange, StoredTable } from '../../kernel/store'
import type { RateLimits } from '../../service/http/rate-limits/limits'
import type { AnswerOptions } from './answers'

/** A whole world as plain JSON, made by `simulator.export()`. It contains keys and secrets. */
export interface ExportedWorld {
  /** The version of the format. */
  readonly format: 2
  /** A description of the file, for people. */
  readonly note: string
  /**
   * The version of the package that wrote the file, a hash of the shapes of its tables, and a hash of the
   * content. While all agree, the file is not checked again, except for the books of a `strict` simulator.
   * This protects from mistakes, not from forgery.
   */
  readonly fingerprint?: string
  /**
   * The options on which its future depends. Options given to `createSimulator` override them, except the
   * rounding of a world that has documents (docs/service.md §1.1).
   */
  readonly options?: FutureOptions
  /** The rows, by organisation and table. */
  readonly tables: Dump
}

/** Options that change the behaviour of a world. */
export interface FutureOptions {
  /** The simulator's option of this name. */
  readonly rateLimits?: RateLimits
  /** The simulator's option of this name. */
  readonly assumptions?: AssumptionOverrides
  /** The simulator's option of this name. */
  readonly answers?: AnswerOptions
  /** The simulator's option of this name. */
  readonly strict?: boolean
  /** The simulator's option of this name. */
  readonly webhooks?: { readonly headerPrefix?: string }
}

/** The rows from `simulator.journal()`, as a storage keeps them. */
export interface StoredWorld {
  /**
   * All rows; of several with one key, the last counts. They are taken over and frozen. Or all tables that
   * have rows: each is read when it is first needed, and the journal begins with later changes. They are read
   * at once without `trusted`, for another version, and with the options `now` or `seed`.
   */
  readonly rows: readonly RowChange[] | readonly StoredTable[]
  /** The `version` of the journal that gave the rows. */
  readonly version: string
  /** The `options` of the journal that gave the rows, as in an exported world. */
  readonly options?: FutureOptions
  /** The result of the journal's `timeline()`. One of another version of the package may be left out. */
  readonly timeline?: StoredTimeline
}

/** The result of `simulator.journal()`. */
export interface Journal {
  /** The version of the rows' form. Store it with the rows. */
  readonly version: string
  /** The options on which the future of the world depends. Store them, too. */
  readonly options: FutureOptions
  /** True if `take` would return a row. Changes that were refused or undone do not count. */
  readonly isDirty: boolean
  /**
   * Each row that has changed since the last call, once, with its current content. The first call returns all
   * rows, except those of tables that are read on use.
   */
  take(): RowChange[]
  /**
   * The last entries of `simulator.timeline`, including requests, and the histories of records, as plain
   * data. They are not rows, so a storage keeps them apart. @param last the number of entries; 500 by default
   */
  timeline(last?: number): StoredTimeline
}
