import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import type { Context } from '../model/context'
import { Refusal } from '../model/errors'
import { messages } from '../model/messages'
import { numberOf } from '../model/row'
import { writePlan } from './behaviour'
import { isReferred } from './is-referred'
import { archive } from './update'
import { Write } from './write'

/**
 * Removes unreferenced master data. Transactional records and paper checks are archived instead, because they
 * stay in the books (§3, §4.6.17, §11.1).
 */
export function removeRecord(context: Context, type: CompiledType, before: Row): void {
  const { world, organization } = context
  if (type.isKept) {
    archive(context, type, before, type.isDeletable ? { deleted: true } : {})
    return
  }
  const { definition } = type
  if (isReferred(context, type, before))
    throw new Refusal(world.assumptions.read('delete-referenced'), {
      __all__: [messages.inUse(definition.model)],
    })
  const write = new Write(context, type, before, { ...before }, new Set())
  for (const step of writePlan(type).steps.removed) step(write)
  world.store.table(organization, definition.name).remove(numberOf(before, definition.identifier))
}
