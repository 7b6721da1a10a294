import { compareScalars } from '../../kernel/compare-scalars'
import { decimal } from '../../kernel/money'
import type { Key, Row, Scalar, Table } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import type { Scope } from '../model/context'
import { JsonText } from '../model/json-text'
import type { Filter } from '../schema/filters'
import type { Criteria, FilterCondition } from './query'
import { recordJson } from './record-json'
import { resolveLookup } from './serialize'

export interface Page {
  readonly rows: readonly Row[]
  readonly count: number
}

/** Finds one page of the matching records, in order, and counts all matches. */
export function findPage(scope: Scope, type: CompiledType, criteria: Criteria): Page {
  const table = scope.world.store.table(scope.organization, type.definition.name)
  const hits = findKeys(scope, type, criteria)
  const page = pageOf(table, type, hits, hits === table.keys(), criteria)
  return { rows: page.map((key) => table.getRequired(key)), count: hits.length }
}

/** The keys of the matching records, ascending. */
export function findKeys(scope: Scope, type: CompiledType, criteria: Criteria): readonly Key[] {
  const table = scope.world.store.table(scope.organization, type.definition.name)
  const { keys, remaining } = candidates(table, type, criteria.conditions)
  if (remaining.length === 0 && criteria.search === '') return keys
  return keys.filter((key) => {
    const row = table.getRequired(key)
    return matches(row, remaining) && isFound(scope, type, row, criteria.search)
  })
}

/** The rows that an index finds for some of the conditions. */
interface Indexed {
  readonly size: number
  readonly keys: () => readonly Key[]
  readonly answers: readonly FilterCondition[]
}

/** The smallest set of rows that an index finds, in key order, and the conditions left to test. */
function candidates(
  table: Table,
  type: CompiledType,
  conditions: readonly FilterCondition[],
): { readonly keys: readonly Key[]; readonly remaining: readonly FilterCondition[] } {
  const indexes = [...conditions.flatMap((one) => byValue(table, one)), ...byRange(table, type, conditions)]
  const [best] = indexes.sort((a, b) => a.size - b.size)
  if (!best) return { keys: table.keys(), remaining: conditions }
  return { keys: best.keys(), remaining: conditions.filter((one) => !best.answers.includes(one)) }
}

function byValue(table: Table, condition: FilterCondition): Indexed[] {
  const { filter, values } = condition
  if (filter.test === 'nothing') return [{ size: 0, keys: () => [], answers: [condition] }]
  if (filter.column.includes('.') || !isExact(filter)) return []
  const found = [...new Set(values)].map((value) => table.keysWhere(filter.column, value))
  const size = found.reduce((total, keys) => total + keys.length, 0)
  const keys = (): readonly Key[] => (found.length === 1 && found[0] ? found[0] : inKeyOrder(found.flat()))
  return [{ size, keys, answers: [condition] }]
}

/** True if a hash index can answer the filter. It cannot for text, whose case is ignored. */
const isExact = ({ test, reads }: Filter): boolean =>
  (test === 'any-of' || test === 'equals') && reads !== 'text'

type Bound = string | number

/** Bounds on one column, which an ordered index answers together. */
function byRange(table: Table, type: CompiledType, conditions: readonly FilterCondition[]): Indexed[] {
  const bounds = conditions.filter(
    ({ filter }) => (filter.test === 'from' || filter.test === 'until') && filter.reads !== 'amount',
  )
  return [...new Set(bounds.map(({ filter }) => filter.column))].flatMap((column) => {
    if (!(column in type.definition.fields)) return []
    const answers = bounds.filter(({ filter }) => filter.column === column)
    const bound = (test: 'from' | 'until'): Bound | undefined =>
      answers
        .filter(({ filter }) => filter.test === test)
        .map(({ values }) => values[0] as Bound)
        .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        .at(test === 'from' ? -1 : 0)
    const [from, to] = [bound('from'), bound('until')]
    const keys = (): readonly Key[] => inKeyOrder([...table.keysBetween(column, from, to)])
    return [{ size: table.countBetween(column, from, to), keys, answers }]
  })
}

const inKeyOrder = (keys: Key[]): Key[] => keys.sort(compareScalars)

export const matches = (row: Row, conditions: readonly FilterCondition[]): boolean =>
  conditions.every((condition) => holds(row, condition))

function holds(row: Row, condition: FilterCondition): boolean {
  const { filter } = condition
  const [column = '', inner] = filter.column.split('.')
  if (filter.unless !== undefined && row[filter.unless] === true) return true
  if (inner === undefined) return test(condition, row[column])
  const held = row[column] ?? []
  const { where } = filter
  return (Array.isArray(held) ? held : [held]).some(
    (one: Row) => (where === undefined || one[where] !== null) && test(condition, one[inner]),
  )
}

function test({ filter, values }: FilterCondition, value: unknown): boolean {
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
    case 'among':
      return values.some((one) => (value as readonly unknown[]).includes(one))
    case 'scope':
      return first === 'all'
    case 'nothing':
      return false
  }
}

const fold = (text: string): string => text.toLowerCase()
const sameText = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' ? fold(a) === fold(b) : a === b
const compare = (filter: Filter, a: string, b: string): number =>
  filter.reads === 'amount' ? decimal(a).cmp(decimal(b)) : a < b ? -1 : a > b ? 1 : 0

/** Case-insensitive substring search in the search columns of the record type (§8.3). */
function isFound(scope: Scope, type: CompiledType, row: Row, search: string): boolean {
  if (search === '') return true
  const wanted = fold(search)
  const isNarrow = scope.world.assumptions.read('search-scope') === 'number-and-name'
  return type.definition.search.some((column) => {
    if (isNarrow && column !== 'number' && column !== 'name') return false
    const value = row[column] ?? lookedUp(scope, type, row, column)
    return value !== null && value !== undefined && fold(String(value)).includes(wanted)
  })
}

function lookedUp(scope: Scope, type: CompiledType, row: Row, column: string): unknown {
  const { fields } = type.definition
  const derivation = fields[column]?.derived
  return derivation?.kind === 'lookup' ? resolveLookup(scope, fields, derivation, row) : undefined
}

/** Cuts a page out of hits in key order. Ties ascend by key, and nulls are last either way (§8.4). */
function pageOf(
  table: Table,
  type: CompiledType,
  hits: readonly Key[],
  isWholeTable: boolean,
  { ordering, offset, limit }: Criteria,
): readonly Key[] {
  const descending = ordering.startsWith('-')
  const named = ordering.replace(/^-/, '')
  const column = named === 'id' && !type.definition.fields.id ? 'internal_id' : named
  const end = offset + limit
  // Internal ids and numbers are assigned together, so both orders equal the order of keys.
  if (column === type.definition.identifier || column === 'internal_id') {
    return descending
      ? hits.slice(Math.max(0, hits.length - end), Math.max(0, hits.length - offset)).reverse()
      : hits.slice(offset, end)
  }
  const isDecimal = type.definition.fields[column]?.kind === 'decimal'
  const ascending =
    isWholeTable && !isDecimal ? table.keysOrderedBy(column) : sorted(table, hits, column, isDecimal)
  return descending
    ? fromTheEnd(table, ascending, column, isWholeTable && !isDecimal, offset, end)
    : ascending.slice(offset, end)
}

function sorted(table: Table, hits: readonly Key[], column: string, isDecimal: boolean): Key[] {
  const valued = hits.map((key) => {
    const value = table.getRequired(key)[column] ?? null
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
  if (typeof a === 'object') return a.cmp(b as typeof a)
  return a < b ? -1 : a > b ? 1 : 0
}

/** A page in descending order: runs of equal values from the end, each ascending by key; nulls are last. */
function fromTheEnd(
  table: Table,
  ascending: readonly Key[],
  column: string,
  isWholeTable: boolean,
  offset: number,
  end: number,
): readonly Key[] {
  const valueAt = (at: number): Scalar => (table.get(ascending[at] as Key)?.[column] ?? null) as Scalar
  const startOf = (stop: number): number => {
    const value = valueAt(stop - 1)
    if (isWholeTable) return stop - table.keysWhere(column, value).length
    let start = stop - 1
    while (start > 0 && valueAt(start - 1) === value) start--
    return start
  }
  const page: Key[] = []
  let passed = 0
  const take = (from: number, to: number): void => {
    const first = from + Math.max(0, offset - passed)
    const last = Math.min(to, from + end - passed)
    for (let at = first; at < last; at++) page.push(ascending[at] as Key)
    passed += to - from
  }
  let stop = ascending.length
  const nullsFrom = stop > 0 && valueAt(stop - 1) === null ? startOf(stop) : stop
  stop = nullsFrom
  while (stop > 0 && passed < end) {
    const start = startOf(stop)
    take(start, stop)
    stop = start
  }
  if (passed < end) take(nullsFrom, ascending.length)
  return page
}

/** The body of a list response (§8.1), with a summary for the traffic. */
export function serializePage(scope: Scope, type: CompiledType, { rows, count }: Page) {
  const items = `[${rows.map((row) => recordJson(scope, type, row, 'entry')).join()}]`
  const isArray = scope.world.assumptions.read('list-body') === 'bare-array'
  return {
    body: new JsonText(isArray ? items : `{"items":${items},"count":${count}}`),
    summary: `listed ${rows.length} of ${count} ${type.definition.path}`,
  }
}
