import { decimal } from '../kernel/money'
import type { Key, Row, Table } from '../kernel/store'
import type { Resource } from './compile'

/** Ordered by the column, ties by identifier ascending, nulls last in both directions (docs/service.md §8.4). */
export function inOrder(
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
  const valueAt = (key: Key | undefined): unknown =>
    (key === undefined ? undefined : table.get(key)?.[column]) ?? null
  const reversed: Key[] = []
  let nulls: readonly Key[] = []
  let end = ascending.length
  while (end > 0) {
    let start = end - 1
    while (start > 0 && valueAt(ascending[start - 1]) === valueAt(ascending[end - 1])) start--
    const run = ascending.slice(start, end)
    if (valueAt(run[0]) === null) nulls = run
    else reversed.push(...run)
    end = start
  }
  return [...reversed, ...nulls]
}
