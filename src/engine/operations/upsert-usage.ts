import { linesOf, numberOf } from '../columns'
import { resourceOf } from '../contracts/contract-scene'
import { contractWork, sceneOf } from '../contracts/control'
import { writeUsage } from '../contracts/write-usage'
import { present } from '../present'
import type { Deed } from './deed'

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
