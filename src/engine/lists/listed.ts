import { present } from '../present'
import type { Resource } from '../resource'
import type { World } from '../world'
import type { Page } from './find-page'

/** A page as lists answer with it, and a line on it for the traffic (docs/service.md §8.1). */
export function listed(world: World, organization: string, resource: Resource, { rows, count }: Page) {
  const items = rows.map((row) => present(world, organization, resource, row, 'entry'))
  return {
    body: world.assumptions.read('list-body') === 'bare-array' ? items : { items, count },
    summary: `listed ${items.length} of ${count} ${resource.definition.path}`,
  }
}
