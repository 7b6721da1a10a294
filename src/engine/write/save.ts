import type { Row } from '../../kernel/store'
import type { Draft } from '../model/row'
import { nextOf } from '../model/sequences'
import { shownInstant } from '../model/wire-instant'
import type { World } from '../model/world'
import { ARCHIVING_STAGES, STAGES } from './behaviour'
import { checkLineIds, settleLines } from './lines'
import { checkReferences } from './references'
import type { Work } from './write'

/**
 * Takes a draft through the stages of docs/service.md §7.5 and puts it into the store with all its effects.
 */
export function save(work: Work): Row {
  const { capabilities } = work.resource
  for (const { rests = [] } of [work.definition, ...capabilities])
    for (const id of rests) work.world.assumptions.read(id)
  for (const stage of work.isArchiving ? ARCHIVING_STAGES : STAGES) {
    if (stage === 'references') checkLineIds(work)
    for (const capability of capabilities) capability[stage]?.(work)
    if (stage === 'references') checkReferences(work)
    work.problems.settle()
  }
  settleLines(work)
  if (!work.before) identify(work)
  for (const capability of capabilities) capability.effect?.(work)
  if (work.before && !work.changesOthers && same(work.before, work.draft)) return work.before
  stamp(work)
  const row: Row = work.draft
  work.table(work.definition.name).put(row)
  for (const capability of capabilities) capability.written?.(work)
  return row
}

/** Numbers a new record (docs/service.md §1.3). */
function identify(work: Work): void {
  const { definition, draft, organization } = work
  const { store, assumptions } = work.world
  for (const column of ['number', 'id'] as const) {
    if (definition.fields[column]?.presence === 'none')
      draft[column] = nextOf(
        store,
        organization,
        `${definition.name}.${column}`,
        column === 'number' ? assumptions.read('number-sequence') : 1,
      )
  }
  if (definition.fields.internal_id) draft.internal_id = nextOf(store, organization, 'internal_id')
}

/** Says who wrote the record and when. */
export function stamp(work: Work): void {
  const { draft, world } = work
  const { person_id: _, ...shown } = work.actor
  const by = { ...shown, timestamp: shownInstant(world, world.clock.now) }
  if (!work.before) {
    if ('created_by' in draft) draft.created_by = by
    draft.created_at = world.clock.instant
  }
  if ('updated_by' in draft) draft.updated_by = by
  touch(world, draft)
}

/** Every write of a record counts, also one that another record caused (docs/service.md §14.2). */
export function touch(world: World, draft: Draft): void {
  draft.updated_at = world.clock.instant
  draft.revision = (draft.revision as number) + 1
}

/** Rows of one type have one order of members, so equal text means equal content. */
const same = (before: Row, draft: Draft): boolean => JSON.stringify(before) === JSON.stringify(draft)
