import type { Row } from '../kernel/store'
import type { Derivation, Fields } from './vocabulary/fields'
import { findRecord } from './work'
import type { World } from './world'

/** A member of the record that a reference of the row names; of another reference, where that names nothing. */
export function lookUp(
  world: World,
  organization: string,
  fields: Fields,
  { through, or, member }: Extract<Derivation, { kind: 'lookup' }>,
  row: Row,
): unknown {
  const name = or !== undefined && (row[through] ?? null) === null ? or : through
  const target = fields[name]?.target
  return target && findRecord(world, organization, target.resource, target.by, row[name])?.[member]
}
