import type { Row } from '../../kernel/store'
import type { Resource } from '../resource'
import type { World } from '../world'

/** The record type whose rows are the checks. */
export const PAPER_CHECKS = 'paperChecks'

/** A record that a check can pay, as it stands. */
export interface CheckSource {
  readonly resource: Resource
  readonly row: Row
}

/** The record that a check was made for. */
export function sourceOfCheck(world: World, organization: string, check: Row): CheckSource | undefined {
  const resource = world.machine.find(check.source as string)
  const row = world.store
    .table(organization, check.source as string)
    .get(check.source_record_number as number)
  return resource && row && { resource, row }
}

/** The check of a record that stands in the way of another one: there is one at most. */
export function activeCheck(world: World, organization: string, source: Row): Row | undefined {
  if (!world.machine.find(PAPER_CHECKS)) return undefined
  const table = world.store.table(organization, PAPER_CHECKS)
  return table
    .keysWhere('source_record_id', source.internal_id as number)
    .map((key) => table.get(key) as Row)
    .find((check) => check.record_status !== 'archived')
}
