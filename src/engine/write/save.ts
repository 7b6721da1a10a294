import type { Row } from '../../kernel/store'
import type { MutableRow } from '../model/row'
import { nextOf } from '../model/sequences'
import { wireInstant } from '../model/wire-instant'
import type { World } from '../model/world'
import { ARCHIVING_STAGES, STAGES } from './behaviour'
import { assignLineIds, checkLineIds } from './lines'
import { checkReferences } from './references'
import type { Write } from './write'

/**
 * Takes a draft through the stages of docs/service.md §7.5 and puts it into the store with all its effects.
 */
export function save(write: Write): Row {
  const { behaviours } = write.type
  for (const { restsOn = [] } of [write.definition, ...behaviours])
    for (const id of restsOn) write.world.assumptions.read(id)
  for (const stage of write.isArchiving ? ARCHIVING_STAGES : STAGES) {
    if (stage === 'references') checkLineIds(write)
    for (const behaviour of behaviours) behaviour[stage]?.(write)
    if (stage === 'references') checkReferences(write)
    write.problems.throwIfAny()
  }
  assignLineIds(write)
  if (!write.before) identify(write)
  for (const behaviour of behaviours) behaviour.effect?.(write)
  if (write.before && !write.changesOthers && same(write.before, write.after)) return write.before
  stamp(write)
  const row: Row = write.after
  write.table(write.definition.name).put(row)
  for (const behaviour of behaviours) behaviour.written?.(write)
  return row
}

/** Numbers a new record (docs/service.md §1.3). */
function identify(write: Write): void {
  const { definition, after, organization } = write
  const { store, assumptions } = write.world
  for (const column of ['number', 'id'] as const) {
    if (definition.fields[column]?.presence === 'none')
      after[column] = nextOf(
        store,
        organization,
        `${definition.name}.${column}`,
        column === 'number' ? assumptions.read('number-sequence') : 1,
      )
  }
  if (definition.fields.internal_id) after.internal_id = nextOf(store, organization, 'internal_id')
}

/** Says who wrote the record and when. */
export function stamp(write: Write): void {
  const { after, world } = write
  const { actor_type, email, first_name, last_name } = write.actor
  const by = { actor_type, email, first_name, last_name, timestamp: wireInstant(world, world.clock.now) }
  if (!write.before) {
    if ('created_by' in after) after.created_by = by
    after.created_at = world.clock.instant
  }
  if ('updated_by' in after) after.updated_by = by
  touch(world, after)
}

/** Every write of a record counts, also one that another record caused (docs/service.md §14.2). */
export function touch(world: World, after: MutableRow): void {
  after.updated_at = world.clock.instant
  after.revision = (after.revision as number) + 1
}

/** Rows of one type have one order of members, so equal text means equal content. */
const same = (before: Row, after: MutableRow): boolean => JSON.stringify(before) === JSON.stringify(after)
