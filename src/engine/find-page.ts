import { decimal } from '../kernel/money'
import type { Key, Row, Table } from '../kernel/store'
import type { Resource } from './compile'
import type { Filter } from './filters'
import { inOrder } from './in-order'
import type { Condition, Criteria, Scalar } from './read-query'
import { findRecord } from './work'
import type { World } from './world'

export interface Page {
  readonly rows: readonly Row[]
  readonly count: number
}

/** The records that fit, in order, one page of them and how many there are in all. */
export function findPage(world: World, resource: Resource, organization: string, criteria: Criteria): Page {
  const table = world.store.table(organization, resource.definition.name)
  const [keys, remaining] = candidates(table, criteria.conditions)
  const hits =
    remaining.length === 0 && criteria.search === ''
      ? keys
      : keys.filter((key) => {
          const row = table.get(key) as Row
          return matches(row, remaining) && isFound(world, resource, organization, row, criteria.search)
        })
  const ordered = inOrder(table, resource, hits, keys === table.keys() && hits === keys, criteria.ordering)
  const page = ordered.slice(criteria.offset, criteria.offset + criteria.limit)
  return { rows: page.map((key) => table.get(key) as Row), count: hits.length }
}

/** The smallest set of rows that an index gives for one condition, in key order, and the conditions still to test. */
function candidates(table: Table, conditions: readonly Condition[]): [readonly Key[], readonly Condition[]] {
  let best: readonly Key[] = table.keys()
  let used: Condition | undefined
  for (const condition of conditions) {
    const keys = indexed(table, condition)
    if (keys && (!used || keys.length < best.length)) {
      best = keys
      used = condition
    }
  }
  return [best, used ? conditions.filter((condition) => condition !== used) : conditions]
}

function indexed(table: Table, { filter, values }: Condition): readonly Key[] | undefined {
  if (filter.test === 'nothing') return []
  if (filter.column.includes('.')) return undefined
  if (filter.test === 'any-of' && filter.reads !== 'text') {
    const [only] = values
    if (values.length === 1) return table.keysWhere(filter.column, only ?? null)
    return inKeyOrder([...new Set(values.flatMap((value) => table.keysWhere(filter.column, value)))])
  }
  return undefined
}

const inKeyOrder = (keys: Key[]): Key[] => keys.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))

export const matches = (row: Row, conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => holds(row, condition))

function holds(row: Row, condition: Condition): boolean {
  const [column = '', inner] = condition.filter.column.split('.')
  if (inner === undefined) return test(condition, row[column])
  const held = row[column] ?? []
  return (Array.isArray(held) ? held : [held]).some((one: Row) => test(condition, one[inner]))
}

function test({ filter, values }: Condition, value: unknown): boolean {
  const [first = null] = values
  switch (filter.test) {
    case 'any-of':
      return filter.reads === 'text'
        ? values.some((one) => sameText(one, value))
        : values.includes(value as Scalar)
    case 'equals':
      return sameText(first, value)
    case 'contains':
      return typeof value === 'string' && fold(value).includes(fold(String(first)))
    case 'from':
      return value !== null && value !== undefined && compare(filter, value as string, first as string) >= 0
    case 'until':
      return value !== null && value !== undefined && compare(filter, value as string, first as string) <= 0
    case 'filled':
      return first === (value as readonly unknown[]).length > 0
    case 'is':
      return first === (value === filter.values?.[0])
    case 'includes-inactive':
      return true
    case 'nothing':
      return false
  }
}

const fold = (text: string): string => text.toLowerCase()
const sameText = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' ? fold(a) === fold(b) : a === b
const compare = (filter: Filter, a: string, b: string): number =>
  filter.reads === 'amount' ? decimal(a).comparedTo(decimal(b)) : a < b ? -1 : a > b ? 1 : 0

/** Case-insensitive substring over the columns that the record type names (docs/service.md §8.3). */
function isFound(world: World, resource: Resource, organization: string, row: Row, search: string): boolean {
  if (search === '') return true
  const wanted = fold(search)
  return resource.definition.search.some((column) => {
    const value = row[column] ?? lookedUp(world, resource, organization, row, column)
    return value !== null && value !== undefined && fold(String(value)).includes(wanted)
  })
}

function lookedUp(world: World, resource: Resource, organization: string, row: Row, column: string): unknown {
  const derivation = resource.definition.fields[column]?.derived
  if (derivation?.kind !== 'lookup') return undefined
  const target = resource.definition.fields[derivation.through]?.target
  return (
    target &&
    findRecord(world, organization, target.resource, target.by, row[derivation.through])?.[derivation.member]
  )
}
