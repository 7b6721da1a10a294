import { executeForHost } from '../../engine/execute'
import type { Scope } from '../../engine/model/context'
import { plainCopy } from '../../engine/model/json-text'
import type { Definition } from '../../engine/schema/define'
import type { Field, Fields } from '../../engine/schema/fields'
import { type BodySource, minimalBody } from '../../engine/write/minimal-body'
import { isSendable } from '../../engine/write/read-body'
import { isObject } from '../../kernel/is-object'
import type { Row } from '../../kernel/store'
import { HOST_ACTOR } from '../host-actor'
import { Chance } from './chance'
import { DOCUMENT_FACTORIES } from './document-factories'
import {
  type Body,
  companyOf,
  type FactoryContext,
  goodName,
  ownName,
  type RecordFactory,
  some,
  uniqueText,
} from './factory-context'
import { MASTER_FACTORIES } from './master-factories'
import { OTHER_FACTORIES } from './other-factories'

/** Factories for bodies whose members must agree. Other types get their required members. */
const FACTORIES: Readonly<Record<string, RecordFactory>> = {
  ...MASTER_FACTORIES,
  ...DOCUMENT_FACTORIES,
  ...OTHER_FACTORIES,
}

/** The new record, its identifier and a short description. */
export interface Made {
  readonly record: Row
  readonly id: number
  readonly summary: string
}

/** Makes a record and everything that it needs, or nothing. The seed determines all values. */
export const makeRecord = (scope: Scope, resource: string, given: Body, seed: number): Made =>
  scope.world.store.history.atomically(() => madeBy(scope, resource, given, new Chance(seed)))

function madeBy(scope: Scope, resource: string, given: Body, chance: Chance): Made {
  const { world, organization } = scope
  const { definition } = world.registry.type(resource)
  const named = namedRecords(scope, definition, given)
  const known = { ...takenFrom(definition, named, world.clock.today), ...given }
  const context: FactoryContext = {
    scope,
    given: known,
    named,
    chance,
    date: typeof known.date === 'string' ? known.date : world.clock.today,
    make: (other, members = {}) => madeBy(scope, other, members, chance).record,
  }
  const madeUp: Body = FACTORIES[resource]?.(context) ?? {
    ...minimalBody(definition, sourceOf(context, definition)),
  }
  const body = { ...madeUp, ...ownName(scope, resource, madeUp.name), ...known }
  const made = executeForHost(world, { resource, verb: 'create', organization, actor: HOST_ACTOR, body })
  return { record: plainCopy(made.body) as Row, id: made.id as number, summary: made.summary }
}

const sourceOf = (context: FactoryContext, { name, unique: columns = [] }: Definition): BodySource => ({
  date: context.date,
  reference: ({ resource, by }) =>
    (resource === 'companies' ? companyOf(context) : some(context, resource))[by],
  text: (member) => (columns.includes(member) ? uniqueText(context, name, member) : goodName(context, name)),
})

/** The dated records that the given members refer to. Those of lines come last. */
function namedRecords(scope: Scope, { fields }: Definition, given: Body): Row[] {
  const inLines = Object.entries(fields).flatMap(([name, { element }]) =>
    element?.members && Array.isArray(given[name])
      ? (given[name] as unknown[]).flatMap((line) => namedIn(scope, element.members ?? {}, line))
      : [],
  )
  return [...namedIn(scope, fields, given), ...inLines]
}

const namedIn = (scope: Scope, fields: Fields, given: unknown): Row[] =>
  isObject(given) ? Object.entries(given).flatMap(([name, value]) => named(scope, fields[name], value)) : []

/** The dated record that a value refers to, as a list of one or none. */
function named({ world, organization }: Scope, field: Field | undefined, value: unknown): Row[] {
  if (!field?.target || (typeof value !== 'number' && typeof value !== 'string')) return []
  const { resource, by } = field.target
  const row = world.store.table(organization, resource).find(by, value)
  return typeof row?.date === 'string' ? [row] : []
}

/** Members that a record takes from the first record that it refers to. */
const COMMON = ['company_id', 'customer_id', 'vendor_id', 'currency_iso_4217_code', 'exchange_rate']

/** The members to take from the named records, if the type accepts them. The date is not before theirs. */
function takenFrom({ fields }: Definition, named: readonly Row[], today: string): Body {
  const [first] = named
  if (first === undefined) return {}
  const isTakable = (name: string): boolean => fields[name] !== undefined && isSendable(fields[name])
  const taken = COMMON.filter((name) => isTakable(name) && first[name] !== null && first[name] !== undefined)
  const [latest = today] = [today, ...named.map(({ date }) => String(date))].sort().reverse()
  return {
    ...Object.fromEntries(taken.map((name) => [name, first[name]])),
    ...(latest > today && isTakable('date') && { date: latest }),
  }
}
