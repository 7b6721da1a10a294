import type { Key, Row } from '../../kernel/store'
import type { TableName } from '../../kernel/table-shape'
import type { Scope } from './context'

export function findRecord<R extends Row>(
  scope: Scope,
  resource: TableName<R>,
  by: string,
  value: unknown,
): R | undefined
export function findRecord(scope: Scope, resource: string, by: string, value: unknown): Row | undefined
export function findRecord(
  { world, organization }: Scope,
  resource: string,
  by: string,
  value: unknown,
): Row | undefined {
  const target = world.registry.find(resource)
  if (!target || value === null || value === undefined) return undefined
  const table = world.store.table(organization, resource)
  // A value that is no key finds nothing.
  return target.definition.identifier === by ? table.get(value as Key) : table.find(by, value as Key)
}
