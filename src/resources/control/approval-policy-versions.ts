import { policyEntry, policyRoles, policySteps } from '../../engine/vocabulary/approval-fields'
import { internalRecord } from '../../engine/vocabulary/define'
import { hidden, integer, readOnly } from '../../engine/vocabulary/fields'
import { anyOf } from '../../engine/vocabulary/filters'

/** What each version of a policy said. */
export const approvalPolicyVersions = internalRecord({
  name: 'approvalPolicyVersions',
  model: 'WorkflowVersion',
  path: 'workflows/versions',
  identifier: 'number',
  basis: 'assumed',
  operations: {},
  fields: {
    number: hidden(readOnly(integer())),
    id: readOnly(integer()),
    ...policyEntry(),
    steps: policySteps(),
    roles: policyRoles(),
  },
  filters: { id: anyOf('id') },
  orderings: ['version'],
  search: ['name', 'description'],
})
