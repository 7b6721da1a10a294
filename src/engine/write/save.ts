import type { Row } from '../../kernel/store'
import type { Actor, Scope, World } from '../model/context'
import type { MutableRow } from '../model/row'
import { numberOf } from '../model/row'
import { nextOf } from '../model/tables'
import { wireInstant } from '../model/wire-instant'
import { checkAmountLimits } from './amount-limits'
import { noteAssumptions } from './assumptions'
import { ARCHIVING_STAGES, STAGES, writePlan } from './behaviour'
import { assignLineIds, checkLineIds, checkNamedLines } from './lines'
import { checkReferences } from './references'
import type { Write } from './write'

/** Runs all stages of a write (§7.5), then stores the row and its effects. */
export function save(write: Write): Row {
  const { restsOn, steps } = writePlan(write.type)
  try {
    runStages(write)
  } finally {
    noteAssumptions(write, restsOn)
  }
  assignLineIds(write)
  if (!write.before) assignNumbers(write)
  for (const step of steps.effect) step(write)
  // All rows of a type have the same order of members, so equal text means equal content.
  if (write.before && !write.changesOthers && JSON.stringify(write.before) === JSON.stringify(write.after))
    return write.before
  stamp(write)
  const row: Row = write.after
  write.table(write.definition.name).put(row)
  for (const step of steps.written) step(write)
  return row
}

type Step = (write: Write) => void
type WriteStage = (typeof STAGES)[number]

/** The engine's own steps of a stage, before and after the behaviours. */
const FIRST: { readonly [S in WriteStage]?: readonly Step[] } = { references: [checkLineIds] }
const LAST: { readonly [S in WriteStage]?: readonly Step[] } = {
  references: [checkReferences],
  amounts: [checkAmountLimits],
  limits: [checkAmountLimits, checkNamedLines],
}
const NONE: readonly Step[] = []

function runStages(write: Write): void {
  const { steps } = writePlan(write.type)
  for (const stage of write.type.isKept && write.isArchiving ? ARCHIVING_STAGES : STAGES) {
    for (const part of [FIRST[stage] ?? NONE, steps[stage], LAST[stage] ?? NONE])
      for (const step of part) step(write)
    write.problems.throwIfAny()
  }
}

/** Numbers a new record (§1.3). */
function assignNumbers(write: Write): void {
  const { definition, after, organization } = write
  const { store, assumptions } = write.world
  for (const { column, sequence } of writePlan(write.type).numbers) {
    const first = column === 'number' ? assumptions.read('number-sequence') : 1
    after[column] = nextOf(store, organization, sequence, first)
  }
  if (definition.fields.internal_id) after.internal_id = nextOf(store, organization, 'internal_id')
}

/** Sets the audit columns. */
function stamp(write: Write): void {
  const { after, world, actor } = write
  const by = auditOf(world, actor)
  if (!write.before) {
    if ('created_by' in after) after.created_by = by
    after.created_at = world.clock.instant
  }
  if ('updated_by' in after) after.updated_by = by
  revise(world, after)
}

/** An actor in the form of the audit members (§2.1). */
const auditOf = (world: World, { actor_type, email, first_name, last_name }: Actor): Row => ({
  actor_type,
  email,
  first_name,
  last_name,
  timestamp: wireInstant(world, world.clock.now),
})

/** Counts a revision. Changes that another record caused count too (§14.2). */
function revise(world: World, after: MutableRow): void {
  after.updated_at = world.clock.instant
  after.revision = numberOf(after, 'revision') + 1
}

/**
 * Changes columns without the stages of a write, because another record, the clock or an upload causes the
 * change. Counts a revision.
 *
 * @param actor becomes the last writer; without one the author is unchanged
 * @returns the new row
 */
export function changeRow(
  { world, organization }: Scope,
  type: string,
  row: Row,
  changes: Row = {},
  actor?: Actor,
): Row {
  const after: MutableRow = { ...row, ...changes }
  if (actor && 'updated_by' in after) after.updated_by = auditOf(world, actor)
  revise(world, after)
  world.store.table(organization, type).put(after)
  return after
}

/** Stores a row that a record owns, or a row of an internal log. Such rows have no revisions. */
export function putOwnedRow({ world, organization }: Scope, type: string, row: Row): void {
  world.store.table(organization, type).put(row)
}
