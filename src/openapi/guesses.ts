import type { Assumptions } from '../assumptions'
import type { Registry } from '../engine/model/registry'
import type { Definition, ListView } from '../engine/schema/define'
import { createdStatus } from '../service/http/routes/definition-routes'
import type { BodyRules } from './request-schema'

/** The assumptions that change the document. */
export interface Guesses {
  readonly reading: BodyRules
  /** Lists are arrays without an envelope. */
  readonly bareLists: boolean
  /** DELETE has an empty response. */
  readonly silentDelete: boolean
  /** The status of a new record, where `usual` is that of its group. */
  created(usual: number): number
  viewed(view: ListView): Definition
}

export const guessesOf = (assumptions: Assumptions, registry: Registry): Guesses => ({
  reading: {
    strict: assumptions.read('unknown-members') === 'reject',
    textOnly: assumptions.read('string-amounts') === 'strings-only',
  },
  bareLists: assumptions.read('list-body') === 'bare-array',
  silentDelete: assumptions.read('delete-response') === '204',
  created: (usual) => createdStatus({ assumptions }, usual),
  viewed: (view) => registry.viewed(view).definition,
})
