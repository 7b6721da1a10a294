import type { Scope } from '../../engine/model/context'
import type { Definition } from '../../engine/schema/define'
import type { Field, Fields } from '../../engine/schema/fields'
import { isSendable } from '../../engine/write/read-body'
import { isObject } from '../../kernel/is-object'
import type { Row } from '../../kernel/store'
import type { Body } from './kit'

/** The dated records that the chosen members name, those of lines after those of the record itself. */
export function namedRecords(scope: Scope, { fields }: Definition, given: Body): Row[] {
  const inLines = Object.entries(fields).flatMap(([name, { element }]) =>
    element?.members && Array.isArray(given[name])
      ? (given[name] as unknown[]).flatMap((line) => namedIn(scope, element.members ?? {}, line))
      : [],
  )
  return [...namedIn(scope, fields, given), ...inLines]
}

const namedIn = (scope: Scope, fields: Fields, given: unknown): Row[] =>
  isObject(given) ? Object.entries(given).flatMap(([name, value]) => named(scope, fields[name], value)) : []

/** The dated record that a value names, in a list of one or none. */
function named({ world, organization }: Scope, field: Field | undefined, value: unknown): Row[] {
  if (!field?.target || (typeof value !== 'number' && typeof value !== 'string')) return []
  const { resource, by } = field.target
  const row = world.store.table(organization, resource).find(by, value)
  return typeof row?.date === 'string' ? [row] : []
}

/** A record has these in common with the one that it names first. */
const COMMON = ['company_id', 'customer_id', 'vendor_id', 'currency_iso_4217_code', 'exchange_rate']

/** The members that a record takes from those that it names, if it may have them. Its day is not before theirs. */
export function takenFrom({ fields }: Definition, named: readonly Row[], today: string): Body {
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
