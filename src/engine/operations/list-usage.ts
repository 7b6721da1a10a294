import { contractRules } from '../contracts/contract-rules'
import { rowsOf } from '../contracts/contract-scene'
import { present } from '../present'
import type { Deed } from './deed'

/** Every usage record of a contract, by id (docs/service.md §13.5). */
export const listUsage: Deed = ({ world, organization, record = {} }) => {
  const usage = world.machine.resource(contractRules(world).rules.usage)
  const rows = rowsOf(world.store.table(organization, usage.definition.name), record)
  return {
    body: rows.map((row) => present(world, organization, usage, row, 'detail')),
    summary: `listed ${rows.length} usage records of Contract ${String(record.id)}`,
  }
}
