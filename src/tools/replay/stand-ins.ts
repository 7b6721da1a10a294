import { numberOf } from '../../engine/model/row'
import type { RecordSet, Simulator } from '../../index'
import { attempt } from '../../kernel/attempt'
import { isObject } from '../../kernel/is-object'
import type { Bindings } from './bindings'
import { COLLECTIONS, MASTER_DATA_COLLECTIONS, pathKind } from './collections'
import type { EarlierRecord } from './earlier-records'
import type { Members } from './read-exchange'
import { referencedCollection } from './references'

/** Makes up a record that nobody saw being made. */
interface Recipe {
  /** A body that the service accepts, whatever it assumes. */
  readonly minimalBody: (identifier: number, context: Context) => Record<string, unknown>
  /** Members that are taken over if the recording shows them. */
  readonly copies: readonly string[]
}

interface Context {
  readonly simulator: Simulator
  readonly bindings: Bindings
  readonly details: Members
  /** A day before the recording. */
  readonly date: string
}

const accountId = ({ simulator }: Context, type: string): number =>
  simulator.records.accounts.find(({ account_type }) => account_type === type)?.id ?? 1

const bound = ({ bindings, details }: Context, kind: string, member: string): unknown => {
  const value = details[member]
  return typeof value === 'number' ? (bindings.simulated(kind, value) ?? value) : undefined
}

const document = (context: Context, party: 'customer' | 'vendor') => {
  const company_id = bound(context, 'companies.id', 'company_id') ?? 1
  return {
    date: context.details.date ?? context.date,
    company_id,
    [`${party}_id`]: bound(context, `${party}s.id`, `${party}_id`),
    currency_iso_4217_code: context.simulator.records.companies.find(({ id }) => id === company_id)
      ?.currency_iso_4217_code,
    exchange_rate: '1',
  }
}

/** The open amount, so that the payments of the recording find what they found. */
const openAmount = ({ amount_due, amount }: Members): unknown =>
  Number(amount_due) > 0 ? amount_due : Number(amount) > 0 ? amount : '1000000.00'

const RECIPES: Readonly<Record<string, Recipe>> = {
  companies: {
    minimalBody: (id) => ({ name: `Company ${id}`, currency_iso_4217_code: 'USD' }),
    copies: ['name', 'currency_iso_4217_code', 'fiscal_year_end_month', 'is_active'],
  },
  accounts: {
    minimalBody: (number) => ({ name: `Account ${number}`, number, account_type: 'expense' }),
    copies: ['name', 'account_type', 'currency_iso_4217_code', 'description', 'is_active'],
  },
  terms: { minimalBody: (id) => ({ name: `Term ${id}`, days: 30 }), copies: ['name', 'days'] },
  classifications: {
    minimalBody: (id) => ({ name: `Classification ${id}`, is_active: true, parent_id: null, selections: [] }),
    copies: ['name', 'is_active', 'required_for_records'],
  },
  customers: {
    minimalBody: (id) => ({
      name: `Customer ${id}`,
      email: 'unknown@example.com',
      address: '-',
      country: '-',
      phone: '-',
      website: '-',
    }),
    copies: [
      'name',
      'email',
      'address',
      'country',
      'phone',
      'website',
      'unique_id',
      'full_address',
      'shipping_address',
      'is_active',
    ],
  },
  vendors: {
    minimalBody: (id) => ({
      name: `Vendor ${id}`,
      vendor_type: 'company',
      is_active: true,
      email: 'unknown@example.com',
      phone: '-',
      website: '-',
    }),
    copies: [
      'name',
      'vendor_type',
      'is_active',
      'email',
      'phone',
      'website',
      'unique_id',
      'country',
      'single_address',
    ],
  },
  items: {
    minimalBody: (id, context) => ({
      name: `Item ${id}`,
      sku: `ITEM-${id}`,
      item_type: 'good',
      is_active: true,
      income_account_id: accountId(context, 'income'),
      expense_account_id: accountId(context, 'expense'),
      deferral_account_id: accountId(context, 'deferred_revenue'),
    }),
    copies: ['name', 'sku', 'item_type', 'is_active', 'description', 'record_status'],
  },
  invoices: {
    minimalBody: (_, context) => ({
      ...document(context, 'customer'),
      items: [{ item_id: anItem(context), quantity: '1', rate: String(openAmount(context.details)) }],
    }),
    copies: ['due_date', 'memo', 'reference_number', 'currency_iso_4217_code', 'exchange_rate'],
  },
  bills: {
    minimalBody: (_, context) => ({
      ...document(context, 'vendor'),
      expenses: [{ account_number: 6000, quantity: '1', rate: String(openAmount(context.details)) }],
    }),
    copies: ['due_date', 'memo', 'reference_number', 'currency_iso_4217_code', 'exchange_rate'],
  },
}

function anItem(context: Context): number {
  const { items } = context.simulator.records
  const item = items.find(({ is_active }) => is_active)
  return item ? item.id : items.create(RECIPES.items?.minimalBody(0, context) as never).id
}

/** Records in the order in which others can name them; equal ones in the order of their identifiers. */
export function recordsInOrder(records: readonly EarlierRecord[]): EarlierRecord[] {
  const order = [...MASTER_DATA_COLLECTIONS, 'invoices', 'bills']
  return records
    .filter(({ collection }) => Object.hasOwn(RECIPES, collection))
    .sort((a, b) => order.indexOf(a.collection) - order.indexOf(b.collection) || a.identifier - b.identifier)
}

/**
 * Makes a record that stands for one of the recording, and binds their identifiers. What the recording tells of it is
 * taken over as far as the service accepts it. The only company of the world becomes the recording's first.
 * @returns whether it was possible
 */
export function standIn(
  simulator: Simulator,
  bindings: Bindings,
  { collection, identifier, details }: Pick<EarlierRecord, 'collection' | 'identifier' | 'details'>,
  date: string,
): boolean {
  const recipe = Object.hasOwn(RECIPES, collection) ? RECIPES[collection] : undefined
  const place = COLLECTIONS.get(collection)
  if (!recipe || !place?.records) return false
  const kind = pathKind(collection)
  if (bindings.simulated(kind, identifier) !== undefined) return true
  const set: RecordSet<unknown, unknown, unknown> = simulator.records[place.records]
  if (isThereAlready(simulator, collection, identifier)) {
    bindings.bind(kind, identifier, identifier)
    return true
  }
  const context = { simulator, bindings, details, date }
  const least = { ...recipe.minimalBody(identifier, context), ...linesOf(details) }
  const copied = recipe.copies.filter((name) => (details[name] ?? '') !== '')
  const whole = { ...least, ...Object.fromEntries(copied.map((name) => [name, details[name]])) }
  const make = (body: unknown): unknown =>
    collection === 'companies' && bindings.recorded(kind, 1) === undefined
      ? set.update(1, body)
      : set.create(body)
  const made = attempt(() => make(whole)) ?? attempt(() => make(least))
  if (!isObject(made)) return false
  bindings.bind(kind, identifier, numberOf(made, place.identifier))
  bindLines(collection, details, made, bindings)
  return true
}

/** The chart, the terms and the first company of the preset world are taken for those of the recording. */
const isThereAlready = ({ records }: Simulator, collection: string, identifier: number): boolean =>
  (collection === 'accounts' || collection === 'terms') &&
  attempt(() => records[collection].get(identifier)) !== undefined

const linesOf = ({ selections }: Members): Members =>
  Array.isArray(selections)
    ? {
        selections: selections.map((one) => ({
          name: one?.name ?? 'Line',
          is_active: one?.is_active ?? true,
          parent_id: null,
        })),
      }
    : {}

function bindLines(collection: string, details: Members, made: Members, bindings: Bindings): void {
  const [given, simulated] = [details.selections, made.selections]
  if (!Array.isArray(given) || !Array.isArray(simulated)) return
  const kind = referencedCollection(collection, ['selections'], 'id')
  for (const [at, one] of given.entries())
    if (kind && Number.isInteger(one?.id) && simulated[at]) bindings.bind(kind, one.id, simulated[at].id)
}

/** Registers a webhook of which only deliveries are known. */
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
