import { policyEntry, policyRoles, policySteps } from '../../engine/schema/approval-fields'
import { internalRecord } from '../../engine/schema/define'
import { hidden, integer, readOnly } from '../../engine/schema/fields'
import { anyOf } from '../../engine/schema/filters'

/** The content of each version of a policy. */
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
