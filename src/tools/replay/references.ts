import { isObject } from '../../kernel/is-object'
import { singular } from '../../kernel/name-words'
import { isUuid } from '../../kernel/uuid'
import { COLLECTIONS } from './collections'
import type { Members } from './read-exchange'

/** Members that name another record in words of their own. */
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

/** `customer` for customers, `customer_payment` for customer-payments. */
const SINGULARS: ReadonlyMap<string, string> = new Map(
  [...COLLECTIONS.keys()]
    .filter((path) => !path.includes('/'))
    .map((path) => [singular(path).replaceAll('-', '_'), path]),
)

/**
 * The kind of identifier that a member holds, or undefined if it holds none. Identifiers of one kind name the same
 * things, such as `customers.id` in `customer_id`.
 *
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
  // Further names of accounts: expense_account_number, income_account_id.
  const known = SINGULARS.get(word) ?? SINGULARS.get(/(?:^|_)(account)$/.exec(word)?.[1] ?? '')
  return known === undefined ? name : `${known}.${suffix}`
}

/** Identifiers are whole numbers and UUIDs; other text under such a name is a text like any other. */
export const isIdentifier = (value: unknown): value is number | string =>
  Number.isInteger(value) || (typeof value === 'string' && isUuid(value))

/** An identifier within a record, with the members beside it. */
interface Identifier {
  readonly kind: string
  readonly value: number | string
  readonly name: string
  /** The member of the whole that holds it. */
  readonly top: string
  readonly beside: Members
}

/** `customers` for `customers.id`, if records are named by it. */
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

/** The records of an answer: those of a list, or the one that it shows. */
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
