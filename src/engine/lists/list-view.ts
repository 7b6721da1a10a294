import type { ListView } from '../vocabulary/define'
import { anyChoice, RECORD_STATUSES } from '../vocabulary/filters'
import type { World } from '../world'
import { findLines } from './find-lines'
import { findPage, type Page } from './find-page'
import { listed } from './listed'
import { type Criteria, type Query, readQuery } from './read-query'
import { withinWindow } from './view-window'

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
  const answer = listed(world, organization, resource, findEntries(world, organization, view, criteria))
  if (view.warnsAbove === undefined || criteria.offset <= view.warnsAbove) return answer
  const warning =
    `offset ${criteria.offset} is above ${view.warnsAbove}; ` +
    'filters by date, number or updated_after serve large pulls better'
  return { ...answer, summary: `${answer.summary}; warned: ${warning} (docs/service.md §15)`, warning }
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
