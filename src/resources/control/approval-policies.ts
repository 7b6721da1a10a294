import { APPROVABLE_TYPES, policyEntry, policyRoles, policySteps } from '../../engine/schema/approval-fields'
import { record } from '../../engine/schema/define'
import { detailOnly, integer, readOnly } from '../../engine/schema/fields'
import { among, anyOf, equals, oneChoice } from '../../engine/schema/filters'

/** Approvers for the records of a type. Earlier versions are kept. */
export const approvalPolicies = record({
  name: 'approvalPolicies',
  model: 'Workflow',
  path: 'workflows',
  identifier: 'id',
  itemParameter: 'id',
  basis: 'assumed',
  operations: { v1: ['list', 'get'] },
  fields: {
    id: readOnly(integer()),
    ...policyEntry(),
    steps: detailOnly(policySteps()),
    roles: detailOnly(policyRoles()),
  },
  approvalPolicy: true,
  partialUpdate: true,
  filters: {
    id: anyOf('id'),
    company_id: among('company_ids', 'applies_to_all_companies'),
    record_type: oneChoice('record_type', ...APPROVABLE_TYPES),
    is_active: equals('is_active', 'flag'),
  },
  orderings: ['name', 'priority'],
  search: ['name', 'description'],
})
