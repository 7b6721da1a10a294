import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import type { MutableRow } from '../model/row'
import type { Actor, World } from '../model/world'
import { linesFrom } from './lines'
import { readMembers } from './read-body'
import { save } from './save'
import { Write } from './write'

export function create(
  world: World,
  type: CompiledType,
  organization: string,
  actor: Actor,
  body: unknown,
  /** Fills in what no request can say. */
  complete?: (after: MutableRow) => void,
): Row {
  const values = readMembers(world, type.definition.fields, body, false)
  const after = Object.assign(type.newRow(), values)
  for (const member of type.lineMembers) after[member] = linesFrom(type, member, values[member])
  complete?.(after)
  return save(new Write(world, type, organization, actor, undefined, after, new Set(Object.keys(values))))
}
