import { decimal } from '../../kernel/money'
import type { Key, Row, Scalar, Table } from '../../kernel/store'
import type { Resource } from '../resource'
import type { Criteria } from './read-query'

/** One page of the hits, which come in key order; ties by key ascending, nulls last either way (§8.4). */
export function pageOf(
  table: Table,
  resource: Resource,
  hits: readonly Key[],
  isWholeTable: boolean,
  { ordering, offset, limit }: Criteria,
): readonly Key[] {
  const descending = ordering.startsWith('-')
  const named = ordering.replace(/^-/, '')
  const column = named === 'id' && !resource.definition.fields.id ? 'internal_id' : named
  const end = offset + limit
  // Internal ids and numbers are given out together, so either order is the order of the keys.
  if (column === resource.definition.identifier || column === 'internal_id') {
    return descending
      ? hits.slice(Math.max(0, hits.length - end), Math.max(0, hits.length - offset)).reverse()
      : hits.slice(offset, end)
  }
  const isDecimal = resource.definition.fields[column]?.kind === 'decimal'
  const ascending =
    isWholeTable && !isDecimal ? table.keysOrderedBy(column) : sorted(table, hits, column, isDecimal)
  return descending
    ? fromTheEnd(table, ascending, column, isWholeTable && !isDecimal, offset, end)
    : ascending.slice(offset, end)
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

/** Runs of equal values from the end, each ascending by key, as far as the page reaches; then the nulls. */
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
