import type { Records } from '../../index'
import { RECORD_PATHS } from '../record-paths'

export interface Collection {
  /** The path below the version, such as `invoices`. */
  readonly path: string
  /** The member of `simulator.records`, if there is one. */
  readonly records?: keyof Records
  /** The member of a record that identifies it in paths. */
  readonly identifier: 'id' | 'number' | 'uuid'
}

/** The collections of the service by path (§5). */
export const COLLECTIONS: ReadonlyMap<string, Collection> = new Map<string, Collection>([
  ...RECORD_PATHS.map(([path, identifier, records]) => [path, { path, identifier, records }] as const),
  ['invoices/lines', { path: 'invoices/lines', identifier: 'id' }],
  ['webhooks', { path: 'webhooks', identifier: 'uuid' }],
])

export const pathKind = (collection: string): string =>
  `${collection}.${COLLECTIONS.get(collection)?.identifier}`

/** Settings that affect other records without being referred to. The service never creates them itself. */
export const SETTING_COLLECTIONS: readonly string[] = [
  'companies',
  'accounts',
  'terms',
  'classifications',
  'workflows',
]

/** Master data, which seldom changes: a record older than the recording can be replaced by a stand-in. */
export const MASTER_DATA_COLLECTIONS: readonly string[] = [
  'companies',
  'accounts',
  'terms',
  'classifications',
  'customers',
  'vendors',
  'items',
]
