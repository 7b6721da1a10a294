import type { Row } from '../../kernel/store'
import type { Scope } from './context'

/** The record that a reference names, or undefined. */
export function findRecord(
  { world, organization }: Scope,
  resource: string,
  by: string,
  value: unknown,
): Row | undefined {
  const target = world.registry.find(resource)
  if (!target || value === null || value === undefined) return undefined
  const table = world.store.table(organization, resource)
  return target.definition.identifier === by
    ? table.get(value as number)
    : table.find(by, value as string | number)
}
