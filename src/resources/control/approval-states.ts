import { APPROVABLE_TYPES } from '../../engine/schema/approval-fields'
import { internalRecord } from '../../engine/schema/define'
import { APPROVAL_STATUSES, timestamps } from '../../engine/schema/field-groups'
import { anything, choice, flag, hidden, integer, list, nullable, text } from '../../engine/schema/fields'
import { anyChoice, anyOf, oneChoice } from '../../engine/schema/filters'

/** The progress of an approval, one row for each time that a record was submitted. */
export const approvalStates = internalRecord({
  name: 'approvalStates',
  model: 'WorkflowExecutionState',
  path: 'workflows/execution-states',
  identifier: 'id',
  itemParameter: 'id',
  basis: 'assumed',
  group: 'approvalPolicies',
  operations: { v1: ['list', 'get'] },
  fields: {
    id: integer(),
    workflow_id: integer(),
    workflow_name: text(),
    record_id: integer(),
    record_type: choice(...APPROVABLE_TYPES),
    current_step: integer(),
    current_substep: integer(),
    status: choice(...APPROVAL_STATUSES),
    requested_approver_ids: list(integer()),
    approved_by_ids: list(integer()),
    rejected_by_id: nullable(integer()),
    rejection_reason: nullable(text()),
    initiator_id: nullable(integer()),
    ...timestamps(),
    workflow_version: hidden(integer()),
    allow_self_approval: hidden(flag()),
    steps: hidden(list(anything())),
  },
  filters: {
    workflow_id: anyOf('workflow_id'),
    status: anyChoice('status', ...APPROVAL_STATUSES),
    record_type: oneChoice('record_type', ...APPROVABLE_TYPES),
    initiator_id: anyOf('initiator_id'),
  },
  orderings: ['created_at', 'updated_at'],
  search: ['workflow_name', 'record_type'],
})
