import { unlistedRecord } from '../../engine/schema/define'
import { usageRecord } from '../../engine/schema/usage-fields'

/** A customer's reported usage of an obligation. */
export const usageRecords = unlistedRecord({
  name: 'usageRecords',
  model: 'UsageRecord',
  identifier: 'id',
  basis: 'assumed',
  generated: true,
  fields: usageRecord(),
})
