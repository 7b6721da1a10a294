import { isObject } from '../../kernel/is-object'
import type { Row } from '../../kernel/store'
import { type CompiledType, defaultValue } from '../model/compiled-type'
import type { Context } from '../model/context'
import { refuse } from '../model/errors'
import { messages } from '../model/messages'
import { linesOf } from '../model/row'
import type { World } from '../model/world'
import type { Field } from '../schema/fields'
import { linesFrom } from './lines'
import { nameByNumber } from './name-by-number'
import { readMembers } from './read-body'
import { save } from './save'
import { keepsEverything, withoutUnchanged } from './unchanged'
import { Write } from './write'

/**
 * PUT replaces every member that a request can set; omitted members get their defaults. Record types with
 * `partialUpdate` change only the given members. What changes nothing is never refused (§5.1).
 *
 * @param shown the record as its answer shows it, of which the body may repeat what it does not change
 */
export function update(context: Context, type: CompiledType, before: Row, body: unknown, shown: Row): Row {
  const { world } = context
  const { fields, partialUpdate } = type.definition
  const request = withoutUnchanged(world, type, before, body, shown)
  if (keepsEverything(fields, request)) return before
  if (isArchiving(type, body)) return archive(context, type, before)
  const partial = partialUpdate === true || world.assumptions.read('put-replaces') === 'partial'
  const named = nameByNumber(context, fields, request.body)
  const values = readMembers(world, fields, named, { partial, kept: request.kept }, context.actor.is_host)
  const after = Object.assign(type.newRow(), before)
  for (const [name, field] of Object.entries(fields)) {
    const wasSent = Object.hasOwn(values, name)
    if (field.presence === 'none' && !wasSent) continue
    if (!wasSent && (partial || request.kept.has(name) || keepsWhenOmitted(world, name, field))) continue
    const value = wasSent ? values[name] : defaultValue(field)
    after[name] = field.special === 'lines' ? linesFrom(type, name, value, linesOf(before, name)) : value
  }
  if (after.deleted) after.deleted = false
  const { identifier } = type.definition
  if (after[identifier] !== before[identifier]) throw refuse.invalid({ [identifier]: [messages.fixed] })
  // Copies the lines of omitted members, because behaviours may change the lines of `after`.
  for (const member of type.lineMembers)
    if (after[member] === before[member]) after[member] = linesFrom(type, member, before[member])
  return save(new Write(context, type, before, after, new Set([...request.kept, ...Object.keys(values)])))
}

/**
 * Archiving ignores all other members of the body (§11.1).
 *
 * @param also columns that say more than that it is archived
 * @param on the day of the reversal, where it is not the record's own
 */
export function archive(context: Context, type: CompiledType, before: Row, also: Row = {}, on?: string): Row {
  const after = Object.assign(type.newRow(), before, also, { record_status: 'archived' })
  for (const member of type.lineMembers) after[member] = linesFrom(type, member, before[member])
  const write = new Write(context, type, before, after, new Set(['record_status']))
  if (on !== undefined) write.effectiveDate = on
  return save(write)
}

const isArchiving = (type: CompiledType, body: unknown): boolean =>
  type.isKept && isObject(body) && body.record_status === 'archived'

const keepsWhenOmitted = (world: World, member: string, field: Field): boolean =>
  field.special === 'attachments' ||
  (member === 'record_status' && world.assumptions.read('put-record-status') === 'keep')
