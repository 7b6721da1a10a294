import type { Row } from '../../kernel/store'
import { findSource } from '../paper-checks/find-source'
import { present } from '../present'
import { Problems } from '../problems'
import { texts } from '../texts'
import { create } from './create'
import type { Deed } from './deed'

/** Makes checks that wait to be printed, one for each record, all or none (docs/service.md §4.6.17). */
export const printLater: Deed = ({ world, resource, organization, actor }, { transaction_ids }) => {
  const ids = transaction_ids as readonly number[]
  const problems = new Problems()
  if (ids.length === 0) problems.add('transaction_ids', texts.required)
  const seen = new Set<Row>()
  for (const [index, id] of ids.entries()) {
    const source = findSource(world, organization, id)
    const text = typeof source === 'string' ? source : seen.has(source.row) && texts.twice('Transaction', id)
    if (text) problems.add('transaction_ids', texts.line(index, text))
    if (typeof source !== 'string') seen.add(source.row)
  }
  problems.settle()
  const rows = ids.map((transaction_id) => create(world, resource, organization, actor, { transaction_id }))
  return {
    body: rows.map((row) => present(world, organization, resource, row, 'detail')),
    summary: `made ${rows.length} of ${resource.definition.path} to be printed`,
  }
}
