import type { Row } from '../../kernel/store'
import type { Resource } from '../model/compiled-type'
import type { Draft } from '../model/row'
import type { Actor, World } from '../model/world'
import { draftLines } from './lines'
import { readMembers } from './read-body'
import { save } from './save'
import { Work } from './write'

export function create(
  world: World,
  resource: Resource,
  organization: string,
  actor: Actor,
  body: unknown,
  /** Fills in what no request can say. */
  complete?: (draft: Draft) => void,
): Row {
  const values = readMembers(world, resource.definition.fields, body, false)
  const draft: Draft = { ...resource.blank, ...values }
  for (const member of resource.lineMembers) draft[member] = draftLines(resource, member, values[member])
  complete?.(draft)
  return save(new Work(world, resource, organization, actor, undefined, draft, new Set(Object.keys(values))))
}
