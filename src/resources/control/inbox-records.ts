import { approvalInfo, PARTY_TYPES } from '../../engine/schema/approval-fields'
import { internalRecord } from '../../engine/schema/define'
import { APPROVAL_STATUSES, person, timestamps } from '../../engine/schema/field-groups'
import { choice, hidden, integer, nullable, text } from '../../engine/schema/fields'
import { anyChoice, anyOf, approvalFilter } from '../../engine/schema/filters'

/** Customers and vendors with a pending approval. */
export const inboxRecords = internalRecord({
  name: 'inboxRecords',
  model: 'InboxRecord',
  path: 'inbox/records',
  identifier: 'id',
  basis: 'assumed',
  group: 'inbox',
  operations: { v1: ['list'] },
  fields: {
    id: hidden(integer()),
    record_type: choice(...PARTY_TYPES),
    name: text(),
    approval_status: choice(...APPROVAL_STATUSES),
    approver: nullable(person()),
    workflow_id: integer(),
    record_id: integer(),
    ...timestamps(),
    approval_info: approvalInfo(),
    initiator_id: nullable(integer()),
  },
  filters: {
    record_type: anyChoice('record_type', ...PARTY_TYPES),
    ...approvalFilter,
    record_id: anyOf('record_id'),
  },
  orderings: ['name', 'created_at', 'updated_at'],
  search: ['name'],
})
