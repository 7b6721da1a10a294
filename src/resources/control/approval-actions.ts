import { ACTION_TYPES, APPROVABLE_TYPES } from '../../engine/schema/approval-fields'
import { internalRecord } from '../../engine/schema/define'
import { choice, instant, integer, nullable, object, text } from '../../engine/schema/fields'
import { anyChoice, anyOf, from, oneChoice, until } from '../../engine/schema/filters'

/** Log of approvals and rejections: person, record and time. */
export const approvalActions = internalRecord({
  name: 'approvalActions',
  model: 'WorkflowAction',
  path: 'workflows/actions',
  identifier: 'id',
  basis: 'assumed',
  group: 'approvalPolicies',
  operations: { v1: ['list'] },
  fields: {
    id: integer(),
    workflow_execution_state_id: nullable(integer()),
    record_id: integer(),
    record_type: choice(...APPROVABLE_TYPES),
    approver: object({ id: integer(), first_name: text(), last_name: text(), email: text() }),
    action_type: choice(...ACTION_TYPES),
    rejection_reason: nullable(text()),
    step_name: text(),
    step_order: integer(),
    substep_order: nullable(integer()),
    workflow_version: integer(),
    created_at: instant(),
  },
  filters: {
    workflow_execution_state_id: anyOf('workflow_execution_state_id'),
    record_type: oneChoice('record_type', ...APPROVABLE_TYPES),
    record_id: anyOf('record_id'),
    action_type: anyChoice('action_type', ...ACTION_TYPES),
    approver_id: anyOf('approver.id'),
    start_date: from('created_at', 'instant'),
    end_date: until('created_at', 'instant'),
  },
  orderings: ['created_at'],
  search: ['step_name', 'rejection_reason', 'record_type'],
})
