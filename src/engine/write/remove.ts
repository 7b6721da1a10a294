import type { Row } from '../../kernel/store'
import type { Resource } from '../model/compiled-type'
import { Refusal } from '../model/errors'
import { texts } from '../model/messages'
import type { Actor, World } from '../model/world'
import { isReferred } from './is-referred'
import { archive } from './update'
import { Work } from './write'

/**
 * Removes master data that nothing refers to. A transactional record stays in the books, so removing it
 * archives it, and so does a paper check (docs/service.md §3, §4.6.17, §11.1).
 */
export function remove(
  world: World,
  resource: Resource,
  organization: string,
  actor: Actor,
  before: Row,
): void {
  if (resource.isKept) {
    archive(world, resource, organization, actor, before, resource.isDeletable ? { deleted: true } : {})
    return
  }
  const { definition } = resource
  if (isReferred(world, resource, organization, before))
    throw new Refusal(world.assumptions.read('delete-referenced'), {
      __all__: [texts.inUse(definition.model)],
    })
  const work = new Work(world, resource, organization, actor, before, { ...before }, new Set())
  for (const capability of resource.capabilities) capability.removed?.(work)
  world.store.table(organization, definition.name).remove(before[definition.identifier] as number)
}
