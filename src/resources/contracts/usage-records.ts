import * as f from '../../engine/schema'

/** A customer's reported usage of an obligation. */
export const usageRecords = f.unlistedRecord({
  name: 'usageRecords',
  identifier: 'id',
  basis: 'assumed',
  generated: true,
  fields: f.usageRecord(),
})
