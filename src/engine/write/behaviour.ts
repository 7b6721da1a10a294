import type { AssumptionId } from '../../assumptions'
import type { Row } from '../../kernel/store'
import type { Definition } from '../schema/define'
import type { Write } from './write'

/**
 * A behaviour that several record types share. Its methods are called at the stages of a write, in the order
 * of docs/service.md §7.5; a stage that finds problems ends the write. Capabilities never import one another:
 * they meet in the columns of the draft.
 */
export interface Behaviour {
  readonly name: string
  /** Assumptions that whatever it does rests on, besides those that it reads for their value. */
  readonly restsOn?: readonly AssumptionId[]
  appliesTo(definition: Definition): boolean
  /** Columns kept beside the members of the definition, with their first values. */
  columns?(definition: Definition): Row
  /** The same for the lines of one line member. */
  lineColumns?(definition: Definition, member: string): Row
  /** Whether other records have taken something of this one, which limits what may change (§11.2). */
  isApplied?(before: Row, write: Write): boolean
  /** Fills in what the request left to the service, then checks that everything named exists. */
  references?(write: Write): void
  state?(write: Write): void
  dates?(write: Write): void
  amounts?(write: Write): void
  /** Checked last: what other records have left, after taking back what this one took before the edit. */
  limits?(write: Write): void
  /** Writes to other tables and fills the last columns of the draft. */
  effect?(write: Write): void
  /** Called when the row is in its table. */
  written?(write: Write): void
  /** Called when the row itself is about to be removed. */
  removed?(write: Write): void
}

export const STAGES = ['references', 'state', 'dates', 'amounts', 'limits'] as const

/** Archiving changes nothing but the state, so nothing is derived anew (docs/service.md §11.1). */
export const ARCHIVING_STAGES = ['state', 'dates', 'limits'] as const
