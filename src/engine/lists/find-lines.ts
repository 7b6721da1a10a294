import type { Row } from '../../kernel/store'
import { linesOf, numberOf } from '../columns'
import type { Resource } from '../resource'
import type { World } from '../world'
import { findKeys, type Page } from './find-page'
import type { Criteria } from './read-query'

/** A line and the record it belongs to. */
interface Entry {
  readonly record: Row
  readonly line: Row
  readonly id: number
}

/**
 * The lines of the records that fit, each as a row with what its record says besides; in the order of a column
 * of the record, ties and order by id by the id of the line.
 */
export function findLines(
  world: World,
  resource: Resource,
  organization: string,
  member: string,
  criteria: Criteria,
): Page {
  const table = world.store.table(organization, resource.definition.name)
  const entries: Entry[] = []
  for (const key of findKeys(world, resource, organization, criteria)) {
    const record = table.get(key) as Row
    for (const line of linesOf(record, member)) entries.push({ record, line, id: numberOf(line, 'id') })
  }
  const { ordering, offset, limit } = criteria
  // As a rule lines were numbered in the order of their records, and then sorting finds nothing to move.
  entries.sort(orderOf(ordering))
  const page = entries.slice(offset, offset + limit)
  return { rows: page.map(({ record, line }) => ({ ...record, ...line })), count: entries.length }
}

function orderOf(ordering: string): (a: Entry, b: Entry) => number {
  const sign = ordering.startsWith('-') ? -1 : 1
  const column = ordering.replace(/^-/, '')
  if (column === 'id') return (a, b) => sign * (a.id - b.id)
  return (a, b) => {
    const [x, y] = [a.record[column] as string | number, b.record[column] as string | number]
    return x === y ? a.id - b.id : sign * (x < y ? -1 : 1)
  }
}
