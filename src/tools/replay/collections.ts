import type { Records } from '../../index'
import { RECORD_PATHS } from '../record-paths'

export interface Collection {
  /** The path below the version. */
  readonly path: string
  /** The member of `simulator.records`, where there is one. */
  readonly records?: keyof Records
  /** The member of a record that its path names. */
  readonly identifier: 'id' | 'number' | 'uuid'
}

/** The groups of the service by their paths (§5). */
export const COLLECTIONS: ReadonlyMap<string, Collection> = new Map<string, Collection>([
  ...RECORD_PATHS.map(([path, identifier, records]) => [path, { path, identifier, records }] as const),
  ['invoices/lines', { path: 'invoices/lines', identifier: 'id' }],
  ['webhooks', { path: 'webhooks', identifier: 'uuid' }],
])

export const pathKind = (collection: string): string =>
  `${collection}.${COLLECTIONS.get(collection)?.identifier}`

/** Records that others follow without naming them. The service never makes them itself. */
export const SETTING_COLLECTIONS: readonly string[] = [
  'companies',
  'accounts',
  'terms',
  'classifications',
  'workflows',
]

/** Records that others refer to and that seldom change: what began before a recording can be stood in for. */
export const MASTER_DATA_COLLECTIONS: readonly string[] = [
  'companies',
  'accounts',
  'terms',
  'classifications',
  'customers',
  'vendors',
  'items',
]
