import { isObject } from '../../kernel/is-object'
import { singular } from '../../kernel/name-words'
import { isUuid } from '../../kernel/uuid'
import { COLLECTIONS } from './collections'
import type { Members } from './read-exchange'

/** Kinds of identifiers in members whose names do not tell the collection. */
const NAMED: Readonly<Record<string, string>> = {
  internal_id: 'internal_id',
  sales_order_id: 'internal_id',
  record_id: 'internal_id',
  transaction_id: 'transactions',
  transaction_ids: 'transactions',
  obligation_id: 'contracts.obligations.id',
  journal_entry_line_id: 'journal-entries.items.id',
  default_classification_line_ids: 'classifications-lines.id',
  parent_company_id: 'companies.id',
  classification_id: 'classifications.id',
  parent_classification_id: 'classifications.id',
  parent_classification_line_id: 'classifications-lines.id',
  webhook_uuid: 'webhooks.uuid',
  event_id: 'events',
}

/** Collections by their singular names, such as `customer` and `customer_payment`. */
const SINGULARS: ReadonlyMap<string, string> = new Map(
  [...COLLECTIONS.keys()]
    .filter((path) => !path.includes('/'))
    .map((path) => [singular(path).replaceAll('-', '_'), path]),
)

/**
 * The kind of identifier in a member; undefined if it contains none. Identifiers of one kind refer to the
 * same things, such as `customers.id` in `customer_id`.
 * @param path the names of the members around it, without positions in lists
 */
export function referencedCollection(
  collection: string,
  path: readonly string[],
  name: string,
): string | undefined {
  const around = path.at(-1)
  if (around === 'classifications' && name === 'id') return 'classifications.id'
  if (around === 'classifications' && name === 'line_id') return 'classifications-lines.id'
  if (around === 'selections' && name === 'id') return 'classifications-lines.id'
  if (path.length === 0 && (name === 'id' || name === 'number' || name === 'uuid'))
    return `${collection}.${name}`
  if (Object.hasOwn(NAMED, name)) return NAMED[name]
  if (name === 'recurring_record_number') return `recurring/${collection}.number`
  if (collection === 'contracts/usage' && around === 'items' && name === 'id') return 'contracts/usage.id'
  if (collection === 'contracts' && around === 'invoices' && name === 'number') return 'invoices.number'
  if (name === 'id' || name === 'number') return `${collection}.${path.join('.')}.${name}`
  const [, word = '', suffix = ''] = /^(.+)_(id|number|uuid)s?$/.exec(name) ?? []
  if (suffix === '') return undefined
  // Account members may have a prefix: expense_account_number, income_account_id.
  const known = SINGULARS.get(word) ?? SINGULARS.get(/(?:^|_)(account)$/.exec(word)?.[1] ?? '')
  return known === undefined ? name : `${known}.${suffix}`
}

/** Whole numbers and UUIDs are identifiers. Other text in such a member is compared as text. */
export const isIdentifier = (value: unknown): value is number | string =>
  Number.isInteger(value) || (typeof value === 'string' && isUuid(value))

/** An identifier within a record, with the members beside it. */
interface Identifier {
  readonly kind: string
  readonly value: number | string
  readonly name: string
  /** The top-level member that contains it. */
  readonly top: string
  readonly beside: Members
}

/** The collection of a kind, such as `customers` for `customers.id`, if its paths use this identifier. */
export function collectionOf(kind: string): string | undefined {
  const at = kind.lastIndexOf('.')
  const collection = COLLECTIONS.get(kind.slice(0, at))
  return collection?.identifier === kind.slice(at + 1) ? collection.path : undefined
}

/** Every identifier in a record or a request body. */
export function* identifiersIn(
  collection: string,
  value: unknown,
  path: readonly string[] = [],
): Iterable<Identifier> {
  if (Array.isArray(value)) for (const one of value) yield* identifiersIn(collection, one, path)
  if (!isObject(value)) return
  for (const [name, held] of Object.entries(value)) {
    const kind = referencedCollection(collection, path, name)
    const values = Array.isArray(held) ? held : [held]
    for (const one of values) {
      if (kind !== undefined && isIdentifier(one))
        yield { kind, value: one, name, top: path[0] ?? name, beside: value }
      else if (typeof one === 'object') yield* identifiersIn(collection, one, [...path, name])
    }
  }
}

/** The records in an answer: the entries of a list, or the single record. */
export function answeredRecords(json: unknown): {
  readonly records: readonly Members[]
  readonly isList: boolean
} {
  const list = Array.isArray(json)
    ? json
    : isObject(json) && Array.isArray(json.items) && 'count' in json
      ? json.items
      : undefined
  if (list) return { records: list.filter(isObject), isList: true }
  return { records: isObject(json) ? [json] : [], isList: false }
}
