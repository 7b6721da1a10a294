import type { Row, Table } from '../../kernel/store'
import type { ReferencePath, Resource } from '../compile'
import { eachValueAt } from '../references'
import { Refusal } from '../refusal'
import { texts } from '../texts'
import { Work } from '../work'
import type { Actor, World } from '../world'
import { archive } from './update'

/**
 * Removes master data that nothing refers to. A transactional record stays in the books, so removing it archives it
 * (docs/service.md §3, §11.1).
 */
export function remove(
  world: World,
  resource: Resource,
  organization: string,
  actor: Actor,
  before: Row,
): void {
  if (resource.isDocument) {
    archive(world, resource, organization, actor, before)
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

/** Whether any record, even an archived one, names this row. */
export function isReferred(world: World, resource: Resource, organization: string, row: Row): boolean {
  return world.machine.definitions.some((definition) => {
    const table = world.store.table(organization, definition.name)
    if (table.size === 0) return false
    const paths = world.machine.resource(definition.name).references
    return paths.some((path) => path.resource === resource.definition.name && isNamedIn(table, path, row))
  })
}

function isNamedIn(table: Table, { path, by }: ReferencePath, named: Row): boolean {
  const [column = ''] = path
  if (path.length === 1) return table.keysWhere(column, named[by] as number).length > 0
  for (const row of table.rows()) {
    let found = false
    eachValueAt(row, path, (value) => {
      found ||= value === named[by]
    })
    if (found) return true
  }
  return false
}
