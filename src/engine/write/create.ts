import type { AssumptionId } from '../../assumptions'
import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import type { Context } from '../model/context'
import { type MutableRow, mutableLinesOf } from '../model/row'
import { placed } from './lines'
import { nameByNumber } from './name-by-number'
import { readNewRow } from './read-body'
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
  const { row, sent } = readNewRow(world, type, named, actor.is_host)
  const { assumes } = type.definition
  for (const column in assumes)
    if (!sent.has(column)) row[column] = world.assumptions.read(assumes[column] as AssumptionId)
  for (const member of type.lineMembers) row[member] = placed(mutableLinesOf(row, member))
  complete?.(row)
  return save(new Write(context, type, undefined, row, sent))
}
