import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import type { Context } from '../model/context'
import type { MutableRow } from '../model/row'
import { linesFrom } from './lines'
import { nameByNumber } from './name-by-number'
import { readMembers } from './read-body'
import { save } from './save'
import { Write } from './write'

export function create(
  context: Context,
  type: CompiledType,
  body: unknown,
  /** Fills in what no request can say. */
  complete?: (after: MutableRow) => void,
): Row {
  const { world, actor } = context
  const { fields } = type.definition
  const named = nameByNumber(context, fields, body)
  const values = readMembers(world, fields, named, false, actor.is_host)
  const after = Object.assign(type.newRow(), values)
  for (const member of type.lineMembers) after[member] = linesFrom(type, member, values[member])
  complete?.(after)
  return save(new Write(context, type, undefined, after, new Set(Object.keys(values))))
}
