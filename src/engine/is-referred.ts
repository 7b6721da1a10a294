import type { Row, Table } from '../kernel/store'
import type { ReferencePath, Resource } from './compile'
import { eachValueAt } from './references'
import type { World } from './world'

/**
 * Whether any record, even an archived one, names this row; what belongs to the row itself does not count.
 */
export function isReferred(world: World, resource: Resource, organization: string, row: Row): boolean {
  const { owns } = resource.definition
  return world.machine.definitions.some((definition) => {
    if (definition.name === owns?.resource) return isOwnedReferred(world, organization, row, owns)
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

/** Rows that go with the one that owns them keep it only where something else names them. */
function isOwnedReferred(
  world: World,
  organization: string,
  owner: Row,
  { resource, by }: { readonly resource: string; readonly by: string },
): boolean {
  const table = world.store.table(organization, resource)
  const owned = world.machine.resource(resource)
  return table
    .keysWhere(by, owner.id as number)
    .some((key) => isReferred(world, owned, organization, table.get(key) as Row))
}
