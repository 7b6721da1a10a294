import * as f from '../../engine/schema'

/** Customers and vendors with a pending approval. */
export const inboxRecords = f.internalRecord({
  name: 'inboxRecords',
  path: 'inbox/records',
  identifier: 'id',
  basis: 'assumed',
  group: 'inbox',
  operations: { v1: ['list'] },
  fields: {
    id: f.hidden(f.integer()),
    record_type: f.choice(...f.PARTY_TYPES),
    name: f.text(),
    approval_status: f.choice(...f.APPROVAL_STATUSES),
    approver: f.nullable(f.person()),
    workflow_id: f.integer(),
    record_id: f.integer(),
    ...f.timestamps(),
    approval_info: f.approvalInfo(),
    initiator_id: f.nullable(f.integer()),
  },
  filters: {
    record_type: f.anyChoice('record_type', ...f.PARTY_TYPES),
    ...f.approvalFilter,
    record_id: f.anyOf('record_id'),
  },
  orderings: ['name', 'created_at', 'updated_at'],
  search: ['name'],
})
