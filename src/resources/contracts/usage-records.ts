import { internalRecord } from '../../engine/schema/define'
import { usageRecord } from '../../engine/schema/usage-fields'

/** What a customer has used of an obligation, as it was reported. */
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
