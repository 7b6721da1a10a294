import type { AssumptionId } from '../../assumptions'
import { isObject } from '../../kernel/is-object'
import type { Row } from '../../kernel/store'
import { type CompiledType, defaultValue } from '../model/compiled-type'
import type { Context, Scope, World } from '../model/context'
import { messages, Refusal, refuse } from '../model/refusals'
import { linesOf, type MutableRow, mutableLinesOf, numberOf } from '../model/row'
import { ATTACHMENTS, type AttachmentRow, nextOf } from '../model/tables'
import type { UploadedFile } from '../model/uploaded-file'
import type { Field } from '../schema/fields'
import { writePlan } from './behaviour'
import { isReferenced } from './is-referenced'
import { linesFrom, placed } from './lines'
import { readMembers, readNewRow } from './read-body'
import { resolveAliases } from './resolve-aliases'
import { changeRow, save } from './save'
import { keepsEverything, withoutUnchanged } from './unchanged'
import { Write } from './write'

/**
 * PUT replaces every member that a request can set; omitted members get their defaults. Record types with
 * `partialUpdate` change only the given members. A PUT that changes nothing is never refused (§5.1).
 *
 * @param shown the record as a response shows it; the body may repeat parts of it without changing them
 */
export function update(context: Context, type: CompiledType, before: Row, body: unknown, shown: Row): Row {
  const { world } = context
  const { fields, partialUpdate } = type.definition
  const request = withoutUnchanged(world, type, before, body, shown)
  if (keepsEverything(fields, request)) return before
  if (isArchiving(type, body)) return archive(context, type, before)
  const partial = partialUpdate === true || world.assumptions.read('put-replaces') === 'partial'
  const named = resolveAliases(context, fields, request.body)
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
 * @param also further columns to change
 * @param on the day of the reversal; by default each transaction is reversed on its own date
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

export function create(
  context: Context,
  type: CompiledType,
  body: unknown,
  /** Sets columns that no request can set. */
  complete?: (after: MutableRow) => void,
): Row {
  const { world, actor } = context
  const { fields } = type.definition
  const named = resolveAliases(context, fields, body)
  const { row, sent } = readNewRow(world, type, named, actor.is_host)
  const { assumes } = type.definition
  for (const column in assumes)
    if (!sent.has(column)) row[column] = world.assumptions.read(assumes[column] as AssumptionId)
  for (const member of type.lineMembers) row[member] = placed(mutableLinesOf(row, member))
  complete?.(row)
  return save(new Write(context, type, undefined, row, sent))
}

/** Removes unreferenced master data; archives records that stay in the books (§3, §4.6.17, §11.1). */
export function removeRecord(context: Context, type: CompiledType, before: Row): void {
  const { world, organization } = context
  if (type.isKept) {
    archive(context, type, before, type.isDeletable ? { deleted: true } : {})
    return
  }
  const { definition } = type
  if (isReferenced(context, type, before))
    throw new Refusal(world.assumptions.read('delete-referenced'), {
      __all__: [messages.inUse(definition.model)],
    })
  const write = new Write(context, type, before, { ...before }, new Set())
  for (const step of writePlan(type).steps.removed) step(write)
  world.store.table(organization, definition.name).remove(numberOf(before, definition.identifier))
}

/** Adds uploaded files to a record in any state (§2.7). */
export function attach(
  context: Context,
  type: CompiledType,
  before: Row,
  files: readonly UploadedFile[],
): Row {
  const { world } = context
  const limits = world.assumptions.read('size-limits')
  if (files.length === 0) throw refuse.invalid({ files: [messages.required] })
  if (files.length > limits.files) throw refuse.invalid({ files: [messages.tooManyFiles(limits.files)] })
  const tooLarge = files.filter((file) => file.size > limits.file)
  if (tooLarge.length > 0)
    throw refuse.invalid({ files: tooLarge.map((file) => messages.fileTooLarge(file.name, limits.file)) })
  const added = files.map((file) => registerUpload(context, file))
  const attachments = [...linesOf(before, 'attachments'), ...added]
  return changeRow(context, type.definition.name, before, { attachments }, context.actor)
}

function registerUpload({ world, organization }: Scope, file: UploadedFile): AttachmentRow {
  const files = world.store.table(organization, ATTACHMENTS)
  let id = nextOf(world.store, organization, 'attachment')
  while (files.has(id)) id = nextOf(world.store, organization, 'attachment')
  const row = { id, file_name: file.name, file_size: file.size, download_url: null, uploaded: true }
  files.put(row)
  return row
}
