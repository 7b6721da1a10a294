import * as f from '../../engine/schema'

/** Approvers for the records of a type. Earlier versions are kept. */
export const approvalPolicies = f.record({
  name: 'approvalPolicies',
  model: 'Workflow',
  path: 'workflows',
  identifier: 'id',
  itemParameter: 'id',
  basis: 'assumed',
  operations: { v1: ['list', 'get'] },
  fields: {
    id: f.readOnly(f.integer()),
    ...f.policyEntry(),
    steps: f.detailOnly(f.policySteps()),
    roles: f.detailOnly(f.policyRoles()),
  },
  approvalPolicy: true,
  partialUpdate: true,
  filters: {
    id: f.anyOf('id'),
    company_id: f.among('company_ids', 'applies_to_all_companies'),
    record_type: f.oneChoice('record_type', ...f.APPROVABLE_TYPES),
    is_active: f.equals('is_active', 'flag'),
  },
  orderings: ['name', 'priority'],
  search: ['name', 'description'],
})
