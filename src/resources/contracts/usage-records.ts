import { internalRecord } from '../../engine/schema/define'
import { usageRecord } from '../../engine/schema/usage-fields'

/** A customer's reported usage of an obligation. */
export const usageRecords = internalRecord({
  name: 'usageRecords',
  model: 'UsageRecord',
  path: '',
  identifier: 'id',
  basis: 'assumed',
  operations: {},
  fields: usageRecord(),
  filters: {},
  orderings: [],
  search: [],
})
