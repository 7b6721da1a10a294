import * as f from '../../engine/schema'

export const approvalRoles = f.internalRecord({
  name: 'approvalRoles',
  model: 'WorkflowRole',
  path: 'workflows/roles',
  identifier: 'id',
  basis: 'assumed',
  group: 'approvalPolicies',
  operations: { v1: ['list'] },
  fields: { id: f.integer(), name: f.text(), approver_ids: f.list(f.integer()) },
  filters: { id: f.anyOf('id'), name: f.contains('name') },
  orderings: ['name'],
  search: ['name'],
})
