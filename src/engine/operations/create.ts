import type { Row } from '../../kernel/store'
import type { Draft } from '../columns'
import { draftLines } from '../lines'
import type { Resource } from '../resource'
import { save } from '../save'
import { readMembers } from '../schema'
import { Work } from '../work'
import type { Actor, World } from '../world'

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
