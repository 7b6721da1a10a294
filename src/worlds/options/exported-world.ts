import type { AssumptionOverrides } from '../../assumptions/index'
import type { Dump } from '../../kernel/store'
import type { RateLimits } from '../../service/http/rate-limits/rate-policy'
import type { AnswerOptions } from './answers'

/** A whole world as plain JSON, made by `simulator.export()`. It contains keys and secrets. */
export interface ExportedWorld {
  /** The version of the format. */
  readonly format: 2
  /** What the file holds, for people. */
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
