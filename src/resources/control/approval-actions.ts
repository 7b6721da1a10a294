import * as f from '../../engine/schema'

/** Log of approvals and rejections: person, record and time. */
export const approvalActions = f.internalRecord({
  name: 'approvalActions',
  model: 'WorkflowAction',
  path: 'workflows/actions',
  identifier: 'id',
  basis: 'assumed',
  group: 'approvalPolicies',
  operations: { v1: ['list'] },
  fields: {
    id: f.integer(),
    workflow_execution_state_id: f.nullable(f.integer()),
    record_id: f.integer(),
    record_type: f.choice(...f.APPROVABLE_TYPES),
    approver: f.object({ id: f.integer(), first_name: f.text(), last_name: f.text(), email: f.text() }),
    action_type: f.choice(...f.ACTION_TYPES),
    rejection_reason: f.nullable(f.text()),
    step_name: f.text(),
    step_order: f.integer(),
    substep_order: f.nullable(f.integer()),
    workflow_version: f.integer(),
    created_at: f.instant(),
  },
  filters: {
    workflow_execution_state_id: f.anyOf('workflow_execution_state_id'),
    record_type: f.oneChoice('record_type', ...f.APPROVABLE_TYPES),
    record_id: f.anyOf('record_id'),
    action_type: f.anyChoice('action_type', ...f.ACTION_TYPES),
    approver_id: f.anyOf('approver.id'),
    start_date: f.from('created_at', 'instant'),
    end_date: f.until('created_at', 'instant'),
  },
  orderings: ['created_at'],
  search: ['step_name', 'rejection_reason', 'record_type'],
})
