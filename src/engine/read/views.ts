import { addDays, dateOf, daysBetween, FIRST_DATE, LAST_DATE } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import type { Scope, World } from '../model/context'
import { messages, refuse } from '../model/refusals'
import { linesOf, numberOf } from '../model/row'
import type { ListView } from '../schema/define'
import { anyChoice, from, RECORD_STATUSES, until } from '../schema/filters'
import { findKeys, findPage, type Page, serializePage } from './page'
import { type Criteria, type FilterCondition, type Query, readQuery } from './query'

export interface ListedView {
  readonly body: unknown
  readonly summary: string
  readonly warning?: string
}

/** One page of a view (§15). */
export function listView(scope: Scope, view: ListView, query: Query): ListedView {
  const { world } = scope
  world.assumptions.noteUse(...(view.restsOn ?? []))
  const type = world.registry.viewed(view)
  const criteria = withinWindow(world, view, withStatus(view, query, readQuery(world, type, query)))
  const answer = serializePage(scope, type, findEntries(scope, view, criteria))
  if (view.warnsAbove === undefined || criteria.offset <= view.warnsAbove) return answer
  const warning =
    `offset ${criteria.offset} is above ${view.warnsAbove}; ` +
    'filters by date, number or updated_after serve large pulls better'
  return { ...answer, summary: `${answer.summary}; warned: ${warning} (docs/service.md §15)`, warning }
}

function findEntries(scope: Scope, view: ListView, criteria: Criteria): Page {
  const type = scope.world.registry.type(view.viewOf)
  return view.lines === undefined
    ? findPage(scope, type, criteria)
    : findLines(scope, type, view.lines, criteria)
}

function withStatus(view: ListView, query: Query, criteria: Criteria): Criteria {
  if (view.status === undefined || query.has('record_status')) return criteria
  const condition = { filter: anyChoice('record_status', ...RECORD_STATUSES), values: [view.status] }
  return { ...criteria, conditions: [...criteria.conditions, condition] }
}

/** Restricts a view to its range of dates (§15). */
function withinWindow(world: World, view: ListView, criteria: Criteria): Criteria {
  if (!view.window) return criteria
  const { column, days, liftedBy } = view.window
  const wide = world.assumptions.read('v3-line-window')
  const { conditions } = criteria
  const asked = (test: 'from' | 'until'): string | undefined =>
    conditions.find(({ filter }) => filter.column === column && filter.test === test)?.values[0] as
      | string
      | undefined
  const [start, end] = [asked('from'), asked('until')]
  if (start !== undefined && end !== undefined) {
    if (start > end) throw refuse.invalid({ start_date: [messages.datesReversed] })
    if (daysBetween(start, end) <= days) return criteria
    if (wide === '422') throw refuse.invalid({ start_date: [messages.datesTooFarApart(days)] })
    return bounded(criteria, { filter: from(column), values: [daysBefore(end, days)] })
  }
  if (conditions.some(({ filter }) => filter.column === liftedBy)) return criteria
  const last = end ?? (start === undefined ? dateOf(world.clock.now) : daysAfter(start, days))
  const first = start ?? daysBefore(last, days)
  return bounded(
    criteria,
    { filter: from(column), values: [first] },
    { filter: until(column), values: [last] },
  )
}

const bounded = (criteria: Criteria, ...more: readonly FilterCondition[]): Criteria => ({
  ...criteria,
  conditions: [...criteria.conditions, ...more],
})

/** Capped at the last supported date. */
const daysAfter = (date: string, days: number): string =>
  daysBetween(date, LAST_DATE) < days ? LAST_DATE : addDays(date, days)
const daysBefore = (date: string, days: number): string =>
  daysBetween(FIRST_DATE, date) < days ? FIRST_DATE : addDays(date, -days)

interface Entry {
  readonly record: Row
  readonly line: Row
  readonly id: number
}

/** The lines of the matching records with columns of their record. Ties and the order by id use the line's id. */
function findLines(scope: Scope, type: CompiledType, member: string, criteria: Criteria): Page {
  const table = scope.world.store.table(scope.organization, type.definition.name)
  const entries: Entry[] = []
  for (const key of findKeys(scope, type, criteria)) {
    const record = table.getRequired(key)
    for (const line of linesOf(record, member)) entries.push({ record, line, id: numberOf(line, 'id') })
  }
  const { ordering, offset, limit } = criteria
  // Lines are usually numbered in the order of their records, so the sort has little to do.
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
