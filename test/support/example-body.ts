import type { Definition } from '../../src/engine/schema/define'
import type { Field, Fields } from '../../src/engine/schema/fields'
import { addDays } from '../../src/kernel/plain-date'
import type { Json } from './client'
import { type BodyContext, namedDocuments, namingLines } from './example-documents'
import type { Ground } from './ground'
import { SETTINGS, type Setting } from './setting'
import { totalOf } from './total-of'

export interface BodyOptions {
  /** Members sent: those that a record cannot do without, or all. @default 'needed' */
  readonly extent?: 'needed' | 'full'
  /** Another number gives other values where the service lets them differ. @default 0 */
  readonly variant?: number
  /** The counterparty; the variant chooses unless it is given. */
  readonly party?: unknown
  /** Company, currency and rate. @default company 1 in its own currency */
  readonly setting?: Setting
}

const DAY = '2026-01-15'

/** Conditions of the strategies that need some, by the place of the strategy among all. */
const CONDITIONS: Readonly<Record<number, Json>> = {
  3: { milestones: [{ name: 'delivery', percentage: '100' }] },
  4: { tiers: [{ up_to: null, rate: '1' }] },
}

/** Members whose values follow from more than their kind, whatever record type has them. */
const SPECIAL: Readonly<Record<string, (context: BodyContext) => unknown>> = {
  company_id: ({ setting }) => setting.company,
  currency_iso_4217_code: ({ setting }) => setting.currency,
  undeposited_funds_currency: ({ definition, full, setting }) =>
    definition.money && full ? undefined : setting.currency,
  currency: ({ setting }) => setting.currency,
  exchange_rate: ({ setting, definition }) =>
    // Money is moved between accounts in dollars.
    definition.transfer ? (setting.company === 1 ? '1' : '0.8') : setting.rate,
  record_status: ({ definition, variant }) =>
    definition.printable ? ['not_printed', 'printed'][variant % 2] : 'posted',
  transaction_id: ({ ground, variant, setting }) => {
    const sources = ground.subject.definitions.filter(({ paperCheck }) => paperCheck)
    const source = sources[variant % sources.length] as Definition
    return (ground.make(source, { variant, setting }).transaction_ids as number[])[0]
  },
  custom_fields: () => null,
  fiscal_year_end_month: ({ variant }) => (variant % 12) + 1,
  tax: () => ({ code: 'VAT', rate: 10, amount: null, is_taxable: true, tax_exempt_amount: 0 }),
  required_for_records: () => [],
  calendar_year: ({ variant }) => 2026 + (variant % 3),
  salvage_value: () => '1.00',
  accumulated_beginning_balance: ({ variant }) => `${variant}.50`,
  source_lines: ({ ground, setting }) => sourceLines(ground, setting),
  is_active: ({ variant }) => variant % 5 !== 4,
  position: ({ variant }) => variant + 1,
  // No references to other records.
  steps: ({ variant }) => [
    {
      name: `Step ${variant}`,
      order: 1,
      conditions: [
        { field: 'approval_status', operator: 'eq', value: 'no such status', logical_operator: 'and' },
      ],
      substeps: [{ order: 1, approver_ids: [variant + 1], approve_condition: 'all' }],
      approver_ids: [variant + 1],
      approve_condition: 'any',
    },
  ],
  roles: ({ variant }) => ({ controller: [variant + 1] }),
  rrule: ({ variant }) => `FREQ=MONTHLY;INTERVAL=${variant + 1}`,
  // The price of an obligation is then quantity x rate, which the given schedule must match.
  discount_value: () => '0',
  revenue_recognitions: () => undefined,
  obligation_conditions: ({ variant }) => CONDITIONS[variant % 8] ?? null,
  record_payload: ({ ground, definition, setting }) => {
    const target = ground.subject.definitions.find(({ name }) => name === definition.recurs?.creates)
    return target && exampleBody(ground, target, { setting })
  },
}

/** A request body that the service accepts, worked out from the definition of the record type. */
export function exampleBody(ground: Ground, definition: Definition, options: BodyOptions = {}): Json {
  const { extent = 'needed', variant = 0, setting = SETTINGS[0] } = options
  const party = options.party ?? partyOf(ground, definition, variant)
  const context: BodyContext = { ground, definition, full: extent === 'full', variant, party, setting }
  const body: Json = {}
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.presence === 'none' || !isSent(context, name, field)) continue
    const value = memberOf(context, name, field, true)
    if (value !== undefined) body[name] = value
  }
  Object.assign(body, namedDocuments(context))
  if (definition.contract && context.full)
    body.revenue_recognitions = [givenSchedule(ground, body, definition.contract.obligations)]
  const { bankAmount = '' } = definition.money ?? {}
  return bankAmount in body ? { ...body, [bankAmount]: totalOf(definition, body) } : body
}

/** One recognition of all that is sold beforehand. */
function givenSchedule(ground: Ground, body: Json, obligations: string): Json {
  const sold = (body[obligations] as Json[]).filter(
    ({ recognition_strategy }) => !String(recognition_strategy).startsWith('usage'),
  )
  const total = sold.reduce((sum, { quantity, rate }) => sum + Number(quantity) * Number(rate), 0)
  return {
    // Still to come: a contract that has recognised all is completed.
    date: addDays(DAY, 40),
    transaction_date: null,
    amount: total.toFixed(2),
    record_status: 'posted',
    performance_obligation_id: null,
    income_account_id: accountOf(ground, 'income', 'id'),
    deferral_account_id: accountOf(ground, 'deferred_revenue', 'id'),
  }
}

/** A record needs its required members, and a posted one company, counterparty, lines and an account for its money. */
function isSent({ definition, full, setting }: BodyContext, name: string, field: Field): boolean {
  if (full || field.presence === 'required' || field.special === 'lines') return true
  const { document, money, depreciates } = definition
  if (name === money?.account && !money.undeposited) return true
  // Each method of writing off needs one or the other.
  if (depreciates && ['useful_life', 'custom_schedule', 'custom_schedule_type'].includes(name)) return true
  const needed = ['company_id', document?.counterparty]
  if (setting !== SETTINGS[0]) needed.push('currency_iso_4217_code', 'exchange_rate')
  // A sale over time needs an end date.
  if (definition.contract) return name === 'end_date' || (needed.length > 2 && needed.includes(name))
  return document !== undefined && needed.includes(name)
}

function memberOf(context: BodyContext, name: string, field: Field, isTop: boolean): unknown {
  const { definition, full, variant, ground } = context
  const { money, transfer, document } = definition
  if (isTop && definition.unique?.includes(name))
    return field.kind === 'integer' ? 9000 + fresh(ground) : `${name}-${fresh(ground)}`
  if (field.special === 'lines') return linesOf(context, name, field)
  if (field.special === 'classifications') return full ? classificationEntries(ground, variant) : []
  const special = Object.hasOwn(SPECIAL, name) ? SPECIAL[name] : undefined
  if (special) return special(context)
  if (isTop && name === document?.counterparty) return context.party
  if (isTop && name === money?.account)
    return accountOf(ground, 'bank', 'number', 0, context.setting.currency)
  if (isTop && (name === transfer?.from || name === transfer?.to))
    return accountOf(ground, (name === transfer.from) === (variant % 2 === 0) ? 'bank' : 'credit_card')
  const isNeeded = definition.depreciates !== undefined || definition.contract !== undefined
  if (field.nullable && !full && field.target === undefined && !isNeeded) return null
  return plainValue(context, name, field)
}

function plainValue(context: BodyContext, name: string, field: Field): unknown {
  const { full, variant } = context
  switch (field.kind) {
    case 'integer':
      if (field.among) return field.among[variant % field.among.length]
      return field.target ? referenceTo(context, field) : (field.least ?? 1) + variant
    case 'number':
      return variant + 1
    case 'flag':
      return full ? field.initial !== true : true
    case 'decimal':
      return field.places === 2 ? `${variant + 10}.25` : `${variant + 1}.5`
    case 'text':
      return textOf(name, field, variant)
    case 'date':
      return addDays(DAY, name === 'date' ? -(variant % 7) : 31 + (variant % 9))
    case 'instant':
      return `${DAY}T10:00:00Z`
    case 'choice':
      return field.values?.[variant % field.values.length]
    case 'currency':
      return 'USD'
    case 'object':
      return membersOf(context, field.members ?? {})
    case 'list':
      return [plainValue(context, name, field.element as Field)].filter((one) => one !== null)
    case 'any':
      return null
  }
}

function textOf(name: string, field: Field, variant: number): string {
  if (field.rule === 'email') return `${name}-${variant}@books.example`
  if (field.rule === 'country') return variant % 2 === 0 ? 'US' : 'FR'
  return `${name} ${variant}`
}

function membersOf(context: BodyContext, members: Fields): Json {
  const object: Json = {}
  for (const [name, field] of Object.entries(members)) {
    if (field.presence === 'none') continue
    const isOwnId = name === 'id' && field.nullable && field.target === undefined
    const isPriced = context.definition.contract !== undefined && ['quantity', 'rate'].includes(name)
    if (isOwnId || (!context.full && field.presence === 'optional' && !isPriced)) continue
    const value = memberOf(context, name, field, false)
    if (value !== undefined) object[name] = value
  }
  return object
}

/** The record that a reference names; where there is none, or none that could be named alone, nothing is named. */
function referenceTo({ ground, variant, definition }: BodyContext, field: Field): number | null {
  const { resource, by } = field.target ?? { resource: '', by: '' }
  const target = ground.subject.definitions.find(({ name }) => name === resource)
  if (!target) return null
  if (resource === 'accounts' && definition.document) return accountOf(ground, 'expense', by, variant)
  const page = ground.records(target).list({ limit: 5 }).items
  // What a record owns may leave with the next PUT; the first of all belongs to another.
  if (resource === definition.owns?.resource) return (page[0]?.[by] ?? null) as number | null
  return (page[variant % Math.max(1, page.length)]?.[by] ?? null) as number | null
}

function accountOf(ground: Ground, type: string, by = 'number', variant = 0, currency?: string): number {
  const accounts = ground.subject.definitions.find(({ name }) => name === 'accounts') as Definition
  const { items } = ground.records(accounts).list({ account_types: type, ...(currency && { currency }) })
  return items[variant % items.length]?.[by] as number
}

function classificationEntries(ground: Ground, variant: number): Json[] {
  const classifications = ground.subject.definitions.find(({ name }) => name === 'classifications')
  const one = classifications && ground.records(classifications).list().items[0]
  if (!one) return []
  const selections = one.selections as Json[]
  return [{ id: one.id, line_id: selections[variant % selections.length]?.id }]
}

/** A line of a bill that is made for the purpose. */
function sourceLines(ground: Ground, setting: Setting): Json[] {
  const bills = ground.subject.definitions.find(({ name }) => name === 'bills')
  if (!bills) return []
  const [line = {}] = ground.make(bills, { setting }).items as Json[]
  return [{ type: 'bill_line', id: line.id }]
}

/** Two lines that differ; those of a journal balance. */
function linesOf(context: BodyContext, member: string, field: Field): Json[] {
  const { definition, variant } = context
  const members = field.element?.members ?? {}
  const lines = [0, 1].map((index) => membersOf({ ...context, variant: variant + index }, members))
  if (definition.journal?.lines === member)
    return lines.map((line, index) => ({ ...line, ...sides(variant, index) }))
  return namingLines(context, member, lines)
}

const sides = (variant: number, index: number) =>
  index === 0
    ? { debit: `${variant + 1}.50`, credit: '0.00' }
    : { debit: '0.00', credit: `${variant + 1}.50` }

function partyOf(ground: Ground, definition: Definition, variant: number): unknown {
  const field = definition.fields[definition.document?.counterparty ?? '']
  return (
    field &&
    referenceTo({ ground, definition, full: true, variant, party: null, setting: SETTINGS[0] }, field)
  )
}

const counters = new WeakMap<Ground, number>()

/** Another number on every call, for values that no two records may share. */
function fresh(ground: Ground): number {
  const next = (counters.get(ground) ?? 0) + 1
  counters.set(ground, next)
  return next
}
