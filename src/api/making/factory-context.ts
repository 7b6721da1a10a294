import type { Scope } from '../../engine/model/context'
import { invariant } from '../../kernel/invariant'
import { amountText, type Decimal, readDecimal, round, sum, zero } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import type { Chance } from './chance'

export type Body = Readonly<Record<string, unknown>>

/** The parts from which a factory makes a body. */
export interface FactoryContext {
  readonly scope: Scope
  /** The members that the caller gave, and those that follow from the records they refer to. */
  readonly given: Body
  /** The documents that the given members refer to. */
  readonly named: readonly Row[]
  readonly chance: Chance
  /** The date of the new record. */
  readonly date: string
  /** Makes another record from the same sequence of random choices. */
  make(resource: string, given?: Body): Row
}

/** Makes a create body. The caller's own members replace its members. */
export type RecordFactory = (context: FactoryContext) => Body

const FIRST = [
  'Maple',
  'Harbor',
  'Granite',
  'Juniper',
  'Lantern',
  'Meadow',
  'Orchard',
  'Pioneer',
  'Quarry',
  'Willow',
]
const SECOND = [
  'Studio',
  'Clinics',
  'Travel',
  'Schools',
  'Foods',
  'Logistics',
  'Media',
  'Supplies',
  'Hotels',
  'Works',
]
const GOODS = [
  'Shelf',
  'Cabinet',
  'Stool',
  'Screen',
  'Board',
  'Trolley',
  'Carpet',
  'Curtain',
  'Clock',
  'Mirror',
]
export const CITIES = ['Boston', 'Denver', 'Austin', 'Salem', 'Tucson', 'Raleigh', 'Omaha', 'Fresno'] as const

export const partyName = (context: FactoryContext, resource: string, ending = ''): string =>
  drawnName(context, resource, SECOND, ending)
export const goodName = (context: FactoryContext, resource: string, ending = ''): string =>
  drawnName(context, resource, GOODS, ending)

const DRAWS_AT_MOST = 20

/** A name that no record of the type has yet. If the words do not suffice, a number is added. */
function drawnName(
  { scope: { world, organization }, chance }: FactoryContext,
  resource: string,
  words: readonly string[],
  ending: string,
): string {
  const table = world.store.table(organization, resource)
  for (let draw = 0; ; draw += 1) {
    const number = draw < DRAWS_AT_MOST ? '' : ` ${table.size + draw}`
    const name = `${chance.pick(FIRST)} ${chance.pick(words)}${number}${ending}`
    if (!table.find('name', name)) return name
  }
}

/** The given name. A number is added if another record of the type has the name. */
export function ownName({ world, organization }: Scope, resource: string, name: unknown): Body {
  if (typeof name !== 'string') return {}
  const table = world.store.table(organization, resource)
  let own = name
  for (let number = table.size + 1; table.find('name', own); number += 1) own = `${name} ${number}`
  return { name: own }
}

/** A text that no record of the type has in the column yet. */
export function uniqueText(context: FactoryContext, resource: string, column: string): string {
  const table = context.scope.world.store.table(context.scope.organization, resource)
  for (;;) {
    const text = context.chance.token(6).toUpperCase()
    if (!table.find(column, text)) return text
  }
}

const rowsOf = ({ scope }: FactoryContext, resource: string): Row[] => [
  ...scope.world.store.table(scope.organization, resource).rows(),
]

const isUsable = (row: Row): boolean =>
  row.is_active !== false && row.record_status !== 'archived' && row.record_status !== 'draft'

/** An active record of the type, or a new one if there is none. */
export function some(
  context: FactoryContext,
  resource: string,
  fits: (row: Row) => boolean = () => true,
): Row {
  const known = rowsOf(context, resource).filter((row) => isUsable(row) && fits(row))
  return known.length > 0 ? context.chance.pick(known) : context.make(resource)
}

/** The company of the new record: the given one, or else the first. */
export function companyOf(context: FactoryContext): Row {
  const companies = rowsOf(context, 'companies')
  const company =
    companies.find(({ id }) => id === context.given.company_id) ?? companies.find(isUsable) ?? companies[0]
  return company ?? context.make('companies')
}

/** Company, date and the company's currency, with an exchange rate of 1. */
export function header(context: FactoryContext): Body {
  const company = companyOf(context)
  const currency = context.given.currency_iso_4217_code ?? company.currency_iso_4217_code
  return { date: context.date, company_id: company.id, currency_iso_4217_code: currency, exchange_rate: '1' }
}

/** The customer or vendor: the given one, or else any. */
export const party = (context: FactoryContext, member: 'customer_id' | 'vendor_id'): Body => ({
  [member]:
    member in context.given
      ? context.given[member]
      : some(context, member === 'customer_id' ? 'customers' : 'vendors').id,
})

/** The number of an account of the type whose currency is the given one or any. */
export function account(context: FactoryContext, type: string, currency: unknown, except?: unknown): number {
  const isFitting = (row: Row): boolean =>
    row.account_type === type &&
    row.number !== except &&
    !row.is_system &&
    (row.company_id === null || row.company_id === companyOf(context).id) &&
    (row.currency_iso_4217_code === currency || row.currency_iso_4217_code === '')
  const known = rowsOf(context, 'accounts').find((row) => isUsable(row) && isFitting(row))
  const found = known ?? context.make('accounts', { account_type: type, currency_iso_4217_code: currency })
  invariant(typeof found.number === 'number', 'an account has a number')
  return found.number
}

/** One to three lines of items, and their total. */
export function itemLines(
  context: FactoryContext,
  more: Body = {},
): { readonly items: readonly Body[]; readonly total: string } {
  const drawn = Array.from({ length: context.chance.integer(1, 3) }, (_, index) => ({
    quantity: context.chance.integer(1, 8),
    cents: Math.round(Number(context.chance.amount(4, 400)) * 100),
    item_id: some(context, 'items', ({ item_type }) => item_type !== 'discount').id,
    position: index + 1,
  }))
  // Texts are accepted under every assumption about amounts.
  const items = drawn.map(({ cents, quantity, ...line }) => ({
    quantity: String(quantity),
    ...line,
    rate: (cents / 100).toFixed(2),
    ...more,
  }))
  return {
    items,
    total: (drawn.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0) / 100).toFixed(2),
  }
}

/** The sum of the given lines of a document, without tax. */
export const chosenTotal = (context: FactoryContext): string =>
  amountText(
    sum(
      chosenLines(context).map(({ quantity, rate }) => round(product(quantity, rate), 'half-away-from-zero')),
    ),
  )

export const chosenAmount = (context: FactoryContext): string =>
  amountText(sum(chosenLines(context).map(({ amount }) => sent(amount))))

const chosenLines = ({ given: { items } }: FactoryContext): readonly Row[] =>
  Array.isArray(items) ? items : []

const sent = (value: unknown): Decimal => {
  const read = readDecimal(value, 6)
  return 'value' in read ? read.value : zero
}

const product = (one: unknown, other: unknown): Decimal => sent(one).times(sent(other))

export function makeExpenseLine(
  context: FactoryContext,
  currency: unknown,
): { readonly items: readonly Body[]; readonly total: string } {
  const rate = context.chance.amount(5, 300)
  const line = { account_number: account(context, 'expense', currency), quantity: '1', rate, position: 1 }
  return { items: [line], total: rate }
}
