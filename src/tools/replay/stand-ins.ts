import { numberOf } from '../../engine/model/row'
import type { RecordSet, Simulator } from '../../index'
import { attempt } from '../../kernel/attempt'
import { isObject } from '../../kernel/is-object'
import type { Bindings } from './bindings'
import { COLLECTIONS, MASTER_DATA_COLLECTIONS, pathKind } from './collections'
import type { EarlierRecord } from './earlier-records'
import type { Members } from './read-exchange'
import { referencedCollection } from './references'

interface StandInContext {
  readonly simulator: Simulator
  readonly bindings: Bindings
  readonly identifier: number
  readonly details: Members
  /** The date of the stand-in, before the recording. */
  readonly date: string
}

const bound = ({ bindings, details }: StandInContext, kind: string, member: string): unknown => {
  const value = details[member]
  return typeof value === 'number' ? (bindings.simulated(kind, value) ?? value) : undefined
}

/** The members of a document. An unknown party stays undefined, so that `make` does not make one up. */
const document = (context: StandInContext, party: 'customer' | 'vendor'): Members => ({
  date: context.details.date ?? context.date,
  company_id: bound(context, 'companies.id', 'company_id') ?? 1,
  [`${party}_id`]: bound(context, `${party}s.id`, `${party}_id`),
})

/** The open amount, so that recorded payments fit. A large amount if none is known. */
const openAmount = ({ amount_due, amount }: Members): string =>
  Number(amount_due) > 0 ? String(amount_due) : Number(amount) > 0 ? String(amount) : '1000000.00'

/** The members that a stand-in needs, and those that must not be made up. `make` makes up the others. */
const LEAST: Readonly<Record<string, (context: StandInContext) => Members>> = {
  companies: ({ identifier }) => ({ name: `Company ${identifier}`, currency_iso_4217_code: 'USD' }),
  accounts: ({ identifier }) => ({ name: `Account ${identifier}`, number: identifier }),
  terms: ({ identifier }) => ({ name: `Term ${identifier}`, days: 30 }),
  classifications: ({ identifier, details }) => ({
    name: `Classification ${identifier}`,
    selections: linesOf(details),
  }),
  customers: ({ identifier }) => ({ name: `Customer ${identifier}`, unique_id: null }),
  vendors: ({ identifier }) => ({ name: `Vendor ${identifier}`, unique_id: null }),
  items: ({ identifier }) => ({ name: `Item ${identifier}` }),
  invoices: (context) => ({
    ...document(context, 'customer'),
    reference_number: '',
    items: [{ item_id: anItem(context), quantity: '1', rate: openAmount(context.details) }],
  }),
  bills: (context) => ({
    ...document(context, 'vendor'),
    items: [],
    expenses: [{ account_number: 6000, quantity: '1', rate: openAmount(context.details) }],
  }),
}

const PARTY = ['name', 'email', 'phone', 'website', 'unique_id', 'country', 'is_active']
const PAPER = ['due_date', 'memo', 'reference_number', 'currency_iso_4217_code', 'exchange_rate']

/** Members that are copied from the recording if it shows them. */
const COPIES: Readonly<Record<string, readonly string[]>> = {
  companies: ['name', 'currency_iso_4217_code', 'fiscal_year_end_month', 'is_active'],
  accounts: ['name', 'account_type', 'currency_iso_4217_code', 'description', 'is_active'],
  terms: ['name', 'days'],
  classifications: ['name', 'is_active', 'required_for_records'],
  customers: [...PARTY, 'address', 'full_address', 'shipping_address'],
  vendors: [...PARTY, 'vendor_type', 'single_address'],
  items: ['name', 'sku', 'item_type', 'is_active', 'description', 'record_status'],
  invoices: PAPER,
  bills: PAPER,
}

const anItem = ({ simulator: { records, make } }: StandInContext): number =>
  (records.items.find(({ is_active }) => is_active) ?? make.item()).id

/** Records in an order in which their references exist; equal types in the order of identifiers. */
export function recordsInOrder(records: readonly EarlierRecord[]): EarlierRecord[] {
  const order = [...MASTER_DATA_COLLECTIONS, 'invoices', 'bills']
  return records
    .filter(({ collection }) => Object.hasOwn(LEAST, collection))
    .sort((a, b) => order.indexOf(a.collection) - order.indexOf(b.collection) || a.identifier - b.identifier)
}

/**
 * Makes a stand-in for a recorded record and pairs their identifiers. Its recorded members are copied if the
 * service accepts them. The first recorded company becomes the company that the world already has.
 * @returns true if the stand-in was made
 */
export function standIn(
  simulator: Simulator,
  bindings: Bindings,
  { collection, identifier, details }: Pick<EarlierRecord, 'collection' | 'identifier' | 'details'>,
  date: string,
): boolean {
  const leastOf = Object.hasOwn(LEAST, collection) ? LEAST[collection] : undefined
  const place = COLLECTIONS.get(collection)
  if (!leastOf || !place?.records) return false
  const kind = pathKind(collection)
  if (bindings.simulated(kind, identifier) !== undefined) return true
  if (isThereAlready(simulator, collection, identifier)) {
    bindings.bind(kind, identifier, identifier)
    return true
  }
  const { records } = place
  const least = leastOf({ simulator, bindings, identifier, details, date })
  const copied = (COPIES[collection] ?? []).filter((name) => (details[name] ?? '') !== '')
  const whole = { ...least, ...Object.fromEntries(copied.map((name) => [name, details[name]])) }
  const set: RecordSet<unknown, unknown, unknown> = simulator.records[records]
  const many: (count: number, given: Members) => readonly unknown[] = simulator.make[records]
  const makeOf = (given: Members): unknown =>
    collection === 'companies' && bindings.recorded(kind, 1) === undefined
      ? set.update(1, given)
      : many(1, given)[0]
  const made = attempt(() => makeOf(whole)) ?? attempt(() => makeOf(least))
  if (!isObject(made)) return false
  bindings.bind(kind, identifier, numberOf(made, place.identifier))
  bindLines(collection, details, made, bindings)
  return true
}

/** True for accounts and terms of the preset world, which are assumed to be those of the recording. */
const isThereAlready = ({ records }: Simulator, collection: string, identifier: number): boolean =>
  (collection === 'accounts' || collection === 'terms') &&
  attempt(() => records[collection].get(identifier)) !== undefined

const linesOf = ({ selections }: Members): readonly Members[] =>
  (Array.isArray(selections) ? selections : []).map((one) => ({
    name: one?.name ?? 'Line',
    is_active: one?.is_active ?? true,
    parent_id: null,
  }))

function bindLines(collection: string, details: Members, made: Members, bindings: Bindings): void {
  const [given, simulated] = [details.selections, made.selections]
  if (!Array.isArray(given) || !Array.isArray(simulated)) return
  const kind = referencedCollection(collection, ['selections'], 'id')
  for (const [at, one] of given.entries())
    if (kind && Number.isInteger(one?.id) && simulated[at]) bindings.bind(kind, one.id, simulated[at].id)
}

/** Registers a webhook that is known only from its deliveries. */
export async function standInWebhook(
  simulator: Simulator,
  bindings: Bindings,
  uuid: string,
  topics: readonly string[],
): Promise<void> {
  const response = await simulator.fetch(`${simulator.baseUrl}/public/v2/webhooks/`, {
    method: 'POST',
    headers: { 'x-api-key': simulator.admin.keys.issue().key, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://hooks.example.com/', topics }),
  })
  const made: unknown = await response.json()
  if (response.ok && isObject(made)) bindings.bind('webhooks.uuid', uuid, String(made.uuid))
}
