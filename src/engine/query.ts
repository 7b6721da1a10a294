import { decimal, readDecimal } from '../kernel/money'
import { isPlainDate } from '../kernel/plain-date'
import type { Key, Row, Table } from '../kernel/store'
import type { Resource } from './compile'
import { CURRENCIES } from './currencies'
import { anyOf, type Filter } from './filters'
import { Problems } from './problems'
import { Refusal } from './refusal'
import { texts } from './texts'
import { findRecord } from './work'
import type { World } from './world'

/** Query parameters: every value of a name, in the order of the address. */
export type Query = ReadonlyMap<string, readonly string[]>

export interface Condition {
  readonly filter: Filter
  readonly values: readonly Scalar[]
}

type Scalar = string | number | boolean | null

export interface Page {
  readonly rows: readonly Row[]
  readonly count: number
}

/** What a list or get asks for, checked (docs/service.md §8). */
export interface Criteria {
  readonly conditions: readonly Condition[]
  readonly search: string
  readonly ordering: string
  readonly limit: number
  readonly offset: number
}

const PAGING = ['search', 'ordering', 'limit', 'offset']

export function readQuery(world: World, resource: Resource, query: Query): Criteria {
  const { definition } = resource
  const problems = new Problems()
  const conditions: Condition[] = []
  const separator = world.assumptions.read('array-parameters') === 'comma' ? ',' : undefined
  const refusesUnknown = world.assumptions.read('unknown-parameters') === '422'
  for (const [name, texts_] of query) {
    const filter = filterOf(resource, name)
    if (filter) {
      const values = separator ? texts_.flatMap((text) => text.split(separator)) : texts_
      conditions.push(readCondition(problems, name, filter, values))
    } else if (refusesUnknown && !PAGING.includes(name)) problems.add(name, texts.unknownMember)
  }
  const ordering = last(query, 'ordering') ?? 'id'
  const column = ordering.replace(/^-/, '')
  if (column !== 'id' && !definition.orderings.includes(column))
    problems.add('ordering', texts.ordering(ordering))
  const limit = pagingValue(query, 'limit', 100, 1)
  const offset = pagingValue(query, 'offset', 0, 0)
  problems.settle()
  if (
    !query.has('record_status') &&
    definition.document &&
    world.assumptions.read('list-statuses') === 'posted'
  )
    conditions.push({ filter: anyOf('record_status', 'text'), values: ['posted'] })
  if (definition.filters.show_inactive && !query.has('is_active') && last(query, 'show_inactive') !== 'true')
    conditions.push({ filter: { column: 'is_active', test: 'equals', reads: 'flag' }, values: [true] })
  return { conditions, search: last(query, 'search') ?? '', ordering, limit: Math.min(limit, 100), offset }
}

const filterOf = (resource: Resource, name: string): Filter | undefined =>
  Object.hasOwn(resource.definition.filters, name) ? resource.definition.filters[name] : undefined

const last = (query: Query, name: string): string | undefined => query.get(name)?.at(-1)

/** Paging values have a status and a wording of their own (docs/service.md §8.1). */
function pagingValue(query: Query, name: string, initial: number, least: number): number {
  const text = last(query, name)
  if (text === undefined) return initial
  if (!/^-?\d+$/.test(text)) throw pagingRefusal(`int_parsing query.${name}: Input should be a valid integer`)
  if (Number(text) < least) throw pagingRefusal(`greater_than_equal query.${name}: ${texts.atLeast(least)}`)
  return Number(text)
}

const pagingRefusal = (text: string): Refusal => new Refusal(400, { __all__: [text] }, 'docs/service.md §8.1')

function readCondition(
  problems: Problems,
  name: string,
  filter: Filter,
  values: readonly string[],
): Condition {
  const single = filter.test !== 'any-of'
  const read = (single ? values.slice(-1) : values).map((text) => {
    const value = readValue(filter, text)
    if (value === undefined)
      problems.add(name, filter.reads === 'choice' ? texts.choice(filter.values ?? []) : wrongType(filter))
    return value ?? null
  })
  return { filter, values: read }
}

const wrongType = (filter: Filter): string =>
  filter.reads === 'date' ? texts.date : texts.type(TYPES[filter.reads] ?? filter.reads)

const TYPES: Readonly<Partial<Record<Filter['reads'], string>>> = {
  flag: 'boolean',
  text: 'string',
  amount: 'decimal',
  'integer-or-null': 'integer',
}

function readValue(filter: Filter, text: string): Scalar | undefined {
  switch (filter.reads) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
    case 'integer-or-null':
      return text === 'null' ? null : /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
    case 'date':
      return isPlainDate(text) ? text : undefined
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'amount':
      return 'value' in readDecimal(text, 2) ? text : undefined
    case 'currency':
      return CURRENCIES.includes(text) ? text : undefined
    case 'choice':
      return filter.values?.includes(text) ? text : undefined
    case 'text':
      return text
  }
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

/** Ordered by the column, ties by identifier ascending, nulls last in both directions (docs/service.md §8.4). */
function inOrder(
  table: Table,
  resource: Resource,
  hits: readonly Key[],
  isWholeTable: boolean,
  ordering: string,
): readonly Key[] {
  const descending = ordering.startsWith('-')
  const named = ordering.replace(/^-/, '')
  const column = named === 'id' && !resource.definition.fields.id ? 'internal_id' : named
  // Internal ids and numbers are given out together, so either order is the order of the keys.
  const isKeyOrder = column === resource.definition.identifier || column === 'internal_id'
  if (isKeyOrder) return descending ? [...hits].reverse() : hits
  const isDecimal = resource.definition.fields[column]?.kind === 'decimal'
  const ascending =
    isWholeTable && !isDecimal ? table.keysOrderedBy(column) : sorted(table, hits, column, isDecimal)
  return descending ? reversedByValue(table, ascending, column) : ascending
}

function sorted(table: Table, hits: readonly Key[], column: string, isDecimal: boolean): Key[] {
  const valued = hits.map((key) => {
    const value = (table.get(key) as Row)[column] ?? null
    return {
      key,
      value: isDecimal && value !== null ? decimal(value as string) : (value as string | number | null),
    }
  })
  return valued.sort((a, b) => order(a.value, b.value)).map(({ key }) => key)
}

type Orderable = string | number | ReturnType<typeof decimal> | null

function order(a: Orderable, b: Orderable): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'object') return a.comparedTo(b as typeof a)
  return a < b ? -1 : a > b ? 1 : 0
}

/** Runs of equal values from the end, each still ascending by key; the nulls stay last. */
function reversedByValue(table: Table, ascending: readonly Key[], column: string): Key[] {
  const valueOf = (key: Key | undefined): unknown =>
    (key === undefined ? undefined : table.get(key)?.[column]) ?? null
  const reversed: Key[] = []
  let nulls: readonly Key[] = []
  let end = ascending.length
  while (end > 0) {
    let start = end - 1
    while (start > 0 && valueOf(ascending[start - 1]) === valueOf(ascending[end - 1])) start--
    const run = ascending.slice(start, end)
    if (valueOf(run[0]) === null) nulls = run
    else reversed.push(...run)
    end = start
  }
  return [...reversed, ...nulls]
}
