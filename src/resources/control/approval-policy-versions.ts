import * as f from '../../engine/schema'

export const approvalPolicyVersions = f.internalRecord({
  name: 'approvalPolicyVersions',
  model: 'WorkflowVersion',
  path: 'workflows/versions',
  basis: 'assumed',
  operations: {},
  fields: {
    number: f.hidden(f.readOnly(f.integer())),
    id: f.readOnly(f.integer()),
    ...f.policyEntry(),
    steps: f.policySteps(),
    roles: f.policyRoles(),
  },
  filters: { id: f.anyOf('id') },
  orderings: ['version'],
  search: ['name', 'description'],
})
