import { internalRecord } from '../../engine/schema/define'
import { integer, list, text } from '../../engine/schema/fields'
import { anyOf, contains } from '../../engine/schema/filters'

/** The roles that policies name, with their members. */
export const approvalRoles = internalRecord({
  name: 'approvalRoles',
  model: 'WorkflowRole',
  path: 'workflows/roles',
  identifier: 'id',
  basis: 'assumed',
  group: 'approvalPolicies',
  operations: { v1: ['list'] },
  fields: { id: integer(), name: text(), approver_ids: list(integer()) },
  filters: { id: anyOf('id'), name: contains('name') },
  orderings: ['name'],
  search: ['name'],
})
