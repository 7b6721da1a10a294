import type { Rank } from '../explore/plan/kind'

export interface MetRow {
  readonly what: string
  readonly operation: string
  /** The test that met it first, or `checkReceiver`; null if its name is not known. */
  readonly by: string | null
  /** True if that test failed: nobody knows whether one that passed has met it, too. */
  readonly isByFailed?: true
}

export interface NeverMetRow {
  readonly what: string
  /** The operation that must meet it; if any may, the best one to try it with. */
  readonly operation: string
  readonly anyOperation: boolean
  readonly rank: Rank
  /** A line for a test that makes it happen. */
  readonly paste: string
  /** For people. */
  readonly text: string
  /** The test that called the operation first: the nearest one to paste the line into. */
  readonly near: string | null
  /** Its file and line, of the most valuable missing tests, if that is known. */
  readonly nearAt?: string
  /** Of the most valuable missing tests: other operations that must meet it, and never did. */
  readonly also?: readonly string[]
  /** A correct program may be unable to meet it unless this is so. */
  readonly onlyIf?: string
  /** True if an exploration has met it, which says that some run survived, and not that a test looks at it. */
  readonly explored: boolean
}

export interface CoverageDimension {
  readonly name: string
  readonly met: readonly MetRow[]
  readonly never: readonly NeverMetRow[]
  /** Rows that only some programs can meet, and these tests never did. They do not count. */
  readonly optional: readonly NeverMetRow[]
  /** The number of those met and never met. Zero if nothing that the program does could meet it. */
  readonly of: number
}
