import type { Assumptions } from '../assumptions'
import type { Registry } from '../engine/model/registry'
import type { Definition, ListView } from '../engine/schema/define'
import type { Reading } from './request-schema'

/** What the document needs to know of how this simulator decides where the service is not known. */
export interface Guesses {
  readonly reading: Reading
  /** Lists are arrays without an envelope. */
  readonly bareLists: boolean
  /** A delete has no body. */
  readonly silentDelete: boolean
  viewed(view: ListView): Definition
}

export const guessesOf = (assumptions: Assumptions, registry: Registry): Guesses => ({
  reading: {
    strict: assumptions.read('unknown-members') === 'reject',
    textOnly: assumptions.read('string-amounts') === 'strings-only',
  },
  bareLists: assumptions.read('list-body') === 'bare-array',
  silentDelete: assumptions.read('delete-response') === '204',
  viewed: (view) => registry.viewed(view).definition,
})
