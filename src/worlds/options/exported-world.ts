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
   * The version of the package that wrote it, a hash of what its tables look like there, and one of its content. While
   * all agree it is not checked again, but for the books of a `strict` simulator: this protects from mistakes, not from
   * forgery.
   */
  readonly fingerprint?: string
  /**
   * The options that its future depends on. Options given to `createSimulator` override them, except the rounding of a
   * world that has documents (docs/service.md §1.1).
   */
  readonly options?: FutureOptions
  /** The rows, by organisation and table. */
  readonly tables: Dump
}

/** Options that change the behaviour of a world. */
export interface FutureOptions {
  /** As the option of the simulator. */
  readonly rateLimits?: RateLimits
  /** As the option of the simulator. */
  readonly assumptions?: AssumptionOverrides
  /** As the option of the simulator. */
  readonly answers?: AnswerOptions
  /** As the option of the simulator. */
  readonly strict?: boolean
  /** As the option of the simulator. */
  readonly webhooks?: { readonly headerPrefix?: string }
}

/** The rows that a `simulator.journal()` has given, as a storage keeps them. */
export interface StoredWorld {
  /**
   * All of them; of several with one key the last counts. They are taken over and frozen. Or the tables that have any,
   * each of which is read when the world first needs it: then the journal begins with what has changed since. Without
   * `trusted`, for another version, and with the options `now` or `seed`, all of them are read at once.
   */
  readonly rows: readonly RowChange[] | readonly StoredTable[]
  /** The `version` of the journal that gave them. */
  readonly version: string
  /** The `options` of the journal that gave them, as those of an exported world. */
  readonly options?: FutureOptions
  /** The value that `timeline()` of the journal gave. Of another version of the package it may be left out. */
  readonly timeline?: StoredTimeline
}

/** The result of `simulator.journal()`. */
export interface Journal {
  /** The form of the rows. Store it with them. */
  readonly version: string
  /** The options that the future of the world depends on. Store them, too. */
  readonly options: FutureOptions
  /** True if there is anything to take. What was refused or undone does not count. */
  readonly isDirty: boolean
  /**
   * Each row that has changed since the last call, once, as it is now. The first call gives all rows, but for tables
   * that are read on use.
   */
  take(): RowChange[]
  /**
   * The last entries of `simulator.timeline`, requests included, with the histories of records, as plain data. They
   * are no rows, so a storage keeps them apart. @param last how many; 500 by default
   */
  timeline(last?: number): StoredTimeline
}
