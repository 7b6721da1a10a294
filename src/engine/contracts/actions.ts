import { linesOf, numberOf } from '../model/row'
import { present } from '../read/serialize'
import type { Deed } from '../write/action-handler'
import { contractWork, sceneOf } from './commands'
import { contractRules, resourceOf, rowsOf } from './context'
import { writeUsage } from './usage'

/** Every usage record of a contract, by id (docs/service.md §13.5). */
export const listUsage: Deed = ({ world, organization, record = {} }) => {
  const usage = world.machine.resource(contractRules(world).rules.usage)
  const rows = rowsOf(world.store.table(organization, usage.definition.name), record)
  return {
    body: rows.map((row) => present(world, organization, usage, row, 'detail')),
    summary: `listed ${rows.length} usage records of Contract ${String(record.id)}`,
  }
}

/** Reports what was used of a contract, all items or none (docs/service.md §13.5). */
export const upsertUsage: Deed = ({ world, organization, actor, record = {} }, values) => {
  const work = contractWork({ world, organization, actor, id: numberOf(record, 'id') })
  const scene = sceneOf(work)
  const rows = writeUsage(work, scene, linesOf(values, 'items'))
  return {
    body: rows.map((row) => present(world, organization, resourceOf(scene, 'usage'), row, 'detail')),
    summary: `wrote ${rows.length} usage records of Contract ${String(record.id)}`,
  }
}
