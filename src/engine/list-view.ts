import type { ListView } from './define'
import { anyChoice, RECORD_STATUSES } from './filters'
import { findLines } from './find-lines'
import { findPage, type Page } from './find-page'
import { present } from './present'
import { type Criteria, type Query, readQuery } from './read-query'
import { withinWindow } from './view-window'
import type { World } from './world'

export interface ListedView {
  readonly body: unknown
  readonly summary: string
  readonly warning?: string
}

/** One page of a view (docs/service.md §15). */
export function listView(world: World, organization: string, view: ListView, query: Query): ListedView {
  for (const id of view.rests ?? []) world.assumptions.read(id)
  const resource = world.machine.viewed(view)
  const criteria = withinWindow(world, view, withStatus(view, query, readQuery(world, resource, query)))
  const { rows, count } = findEntries(world, organization, view, criteria)
  const items = rows.map((row) => present(world, organization, resource, row, 'entry'))
  const summary = `listed ${items.length} of ${count} ${view.path}`
  const body = world.assumptions.read('list-body') === 'bare-array' ? items : { items, count }
  if (view.warnsAbove === undefined || criteria.offset <= view.warnsAbove) return { body, summary }
  const warning =
    `offset ${criteria.offset} is above ${view.warnsAbove}; ` +
    'filters by date, number or updated_after serve large pulls better'
  return { body, summary: `${summary}; warned: ${warning} (docs/service.md §15)`, warning }
}

function findEntries(world: World, organization: string, view: ListView, criteria: Criteria): Page {
  const resource = world.machine.resource(view.viewOf)
  return view.lines === undefined
    ? findPage(world, resource, organization, criteria)
    : findLines(world, resource, organization, view.lines, criteria)
}

function withStatus(view: ListView, query: Query, criteria: Criteria): Criteria {
  if (view.status === undefined || query.has('record_status')) return criteria
  const condition = { filter: anyChoice('record_status', ...RECORD_STATUSES), values: [view.status] }
  return { ...criteria, conditions: [...criteria.conditions, condition] }
}
