import type { ScenarioFault } from '../../index'
import type { Rank } from '../explore/plan/kind'

/**
 * A row is asked of each write or each list that the program calls, or once. What is asked once is told of the write or
 * list that it calls most, of any operation, best a write, of deliveries, or of documents with amounts.
 */
export type RowScope = 'each write' | 'each list' | 'write' | 'list' | 'operation' | 'delivery' | 'document'

/** Something that a suite of tests should meet, as a row of a table (docs/coverage.md). */
export interface CoverageRow {
  readonly what: string
  /** For people, after the operation. */
  readonly text: string
  readonly rank: Rank
  readonly scope: RowScope
  /** A correct program may be unable to meet it unless this is so. Then nothing is missing without it. */
  readonly onlyIf?: string
  /** Writes that can meet it, where not every program with documents has one. */
  readonly writes?: 'documents' | 'payments'
  /** The fault that makes it happen. */
  readonly fault?: (operation: string) => ScenarioFault | undefined
  /** The line to paste where a fault alone does not do it. `records` is the member of `simulator.make`. */
  readonly line?: (operation: string, records: string) => string
  /** The same for node:test, which has no `expect`, where it differs. */
  readonly lineOfNode?: string
  /** The same for tests that reach the simulator over HTTP only: a line for a shell. A fault has one of itself. */
  readonly shell?: (operation: string, records: string) => string
}
