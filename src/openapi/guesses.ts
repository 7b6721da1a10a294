import type { Assumptions, AssumptionValue } from '../assumptions'
import type { Registry } from '../engine/model/compiled-type'
import { filtersOf } from '../engine/read/query'
import type { Definition, ListView } from '../engine/schema/define'
import type { Filters } from '../engine/schema/filters'
import { KEY_GRAMMAR } from '../service/http/idempotency/find-reply'
import { createdStatus } from '../service/http/routes/definition-routes'
import { topicsOf } from '../service/webhooks/topics'
import type { JsonSchema } from './json-schema'
import type { BodyRules } from './request-schema'

export interface DocumentAssumptions {
  readonly reading: BodyRules
  /** True if lists are bare arrays without an envelope. */
  readonly bareLists: boolean
  /** True if DELETE has an empty response. */
  readonly silentDelete: boolean
  /** The status of a create, where `usual` is the status of the operation's group. */
  created(usual: number): number
  viewed(view: ListView): Definition
  named(resource: string): Definition
  /** The filters of a list of these records. */
  filters(definition: Definition): Filters
  /** True if a get takes the filters of its list. */
  readonly filteredGets: boolean
  /** True if several values of a parameter are one text, separated by commas. */
  readonly commas: boolean
  /** The topics that webhooks can subscribe to. */
  readonly topics: readonly string[]
  /** The pattern of a webhook's URL. */
  readonly webhookUrl: string
  /** The schema of an idempotency key. */
  readonly key: JsonSchema
}

const KEYS: Readonly<Record<AssumptionValue<'idempotency-key-format'>, JsonSchema>> = {
  'visible-ascii': { type: 'string', pattern: KEY_GRAMMAR.source },
  uuid: { type: 'string', format: 'uuid' },
  any: { type: 'string' },
}

export const guessesOf = (assumptions: Assumptions, registry: Registry): DocumentAssumptions => ({
  reading: {
    strict: assumptions.read('unknown-members') === 'reject',
    textOnly: assumptions.read('string-amounts') === 'strings-only',
    filled: assumptions.read('required-strings') === 'not-empty',
  },
  bareLists: assumptions.read('list-body') === 'bare-array',
  silentDelete: assumptions.read('delete-response') === '204',
  created: (usual) => createdStatus({ assumptions }, usual),
  viewed: (view) => registry.viewed(view).definition,
  named: (resource) => registry.type(resource).definition,
  filters: (definition) => filtersOf({ assumptions }, definition),
  filteredGets: assumptions.read('get-filters') === '404',
  commas: assumptions.read('array-parameters') === 'comma',
  topics: topicsOf(registry),
  webhookUrl: assumptions.read('webhook-url') === 'allow-loopback-http' ? '^https?://' : '^https://',
  key: KEYS[assumptions.read('idempotency-key-format')],
})
