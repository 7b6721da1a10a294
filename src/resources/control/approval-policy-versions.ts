import { policyEntry, policyRoles, policySteps } from '../../engine/approval-fields'
import { internalRecord } from '../../engine/define'
import { hidden, integer, readOnly } from '../../engine/fields'
import { anyOf } from '../../engine/filters'

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
