import type { Row } from '../../kernel/store'
import { initialOf, type Resource } from '../model/compiled-type'
import { refuse } from '../model/errors'
import { texts } from '../model/messages'
import { type Draft, linesOf } from '../model/row'
import type { Actor, World } from '../model/world'
import type { Field } from '../schema/fields'
import { draftLines } from './lines'
import { readMembers } from './read-body'
import { save } from './save'
import { Work } from './write'

/**
 * PUT: the body replaces what a request can say about the record, and members left out return to their first
 * values. Record types with `partialUpdate` change only the members sent (docs/service.md §5.1).
 */
export function update(
  world: World,
  resource: Resource,
  organization: string,
  actor: Actor,
  before: Row,
  body: unknown,
): Row {
  if (isArchiving(resource, body)) return archive(world, resource, organization, actor, before)
  const partial =
    resource.definition.partialUpdate === true || world.assumptions.read('put-replaces') === 'partial'
  const values = readMembers(world, resource.definition.fields, body, partial)
  const draft: Draft = { ...before }
  for (const [name, field] of Object.entries(resource.definition.fields)) {
    if (field.presence === 'none') continue
    const wasSent = Object.hasOwn(values, name)
    if (!wasSent && (partial || keepsWhenOmitted(world, name, field))) continue
    const value = wasSent ? values[name] : initialOf(field)
    draft[name] = field.special === 'lines' ? draftLines(resource, name, value, linesOf(before, name)) : value
  }
  if (draft.deleted) draft.deleted = false
  const { identifier } = resource.definition
  if (draft[identifier] !== before[identifier]) throw refuse.invalid({ [identifier]: [texts.fixed] })
  // A line that is not sent again keeps its own draft, so that capabilities may write to it.
  for (const member of resource.lineMembers)
    if (draft[member] === before[member]) draft[member] = draftLines(resource, member, before[member])
  return save(new Work(world, resource, organization, actor, before, draft, new Set(Object.keys(values))))
}

/**
 * Archiving ignores every other member of the body (docs/service.md §11.1).
 *
 * @param also columns that say more than that it is archived
 */
export function archive(
  world: World,
  resource: Resource,
  organization: string,
  actor: Actor,
  before: Row,
  also: Row = {},
): Row {
  const draft: Draft = { ...before, ...also, record_status: 'archived' }
  for (const member of resource.lineMembers) draft[member] = draftLines(resource, member, before[member])
  return save(new Work(world, resource, organization, actor, before, draft, new Set(['record_status'])))
}

const isArchiving = (resource: Resource, body: unknown): boolean =>
  resource.isKept && (body as { record_status?: unknown } | null)?.record_status === 'archived'

const keepsWhenOmitted = (world: World, member: string, field: Field): boolean =>
  field.special === 'attachments' ||
  (member === 'record_status' && world.assumptions.read('put-record-status') === 'keep')
