import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import { Refusal } from '../model/errors'
import { messages } from '../model/messages'
import type { Actor, World } from '../model/world'
import { isReferred } from './is-referred'
import { archive } from './update'
import { Write } from './write'

/**
 * Removes master data that nothing refers to. A transactional record stays in the books, so removing it
 * archives it, and so does a paper check (docs/service.md §3, §4.6.17, §11.1).
 */
export function remove(
  world: World,
  type: CompiledType,
  organization: string,
  actor: Actor,
  before: Row,
): void {
  if (type.isKept) {
    archive(world, type, organization, actor, before, type.isDeletable ? { deleted: true } : {})
    return
  }
  const { definition } = type
  if (isReferred(world, type, organization, before))
    throw new Refusal(world.assumptions.read('delete-referenced'), {
      __all__: [messages.inUse(definition.model)],
    })
  const write = new Write(world, type, organization, actor, before, { ...before }, new Set())
  for (const behaviour of type.behaviours) behaviour.removed?.(write)
  world.store.table(organization, definition.name).remove(before[definition.identifier] as number)
}
