import { person } from './field-groups'
import * as f from './fields'

/** Fields of approval policies, their executions and the inbox (§11.3). */

export const TRANSACTION_TYPES = [
  'invoice',
  'bill',
  'journal_entry',
  'bank_transfer',
  'purchase_order',
  'sales_order',
  'contract',
  'customer_credit',
] as const
export const PARTY_TYPES = ['vendor', 'customer'] as const
export const APPROVABLE_TYPES = [...TRANSACTION_TYPES, ...PARTY_TYPES] as const

export const ACTION_TYPES = ['approve', 'reject'] as const

const PLAIN_OPERATORS = [
  ...(['eq', 'neq', 'gt', 'lt', 'gte', 'lte', 'contains', 'starts_with', 'ends_with'] as const),
  ...(['in', 'between', 'contains_any', 'contains_all'] as const),
]
type PlainOperator = (typeof PLAIN_OPERATORS)[number]
const operators: readonly (PlainOperator | `not_${PlainOperator}`)[] = [
  ...PLAIN_OPERATORS,
  ...PLAIN_OPERATORS.map((operator) => `not_${operator}` as const),
]

const approveCondition = () => f.optional(f.nullable(f.choice('any', 'all')), 'any')
const approverIds = () => f.list(f.integer(1))

const condition = () =>
  f.object({
    field: f.text('non-empty'),
    operator: f.optional(f.nullable(f.choice(...operators)), 'eq'),
    value: f.optional(f.nullable(f.anything())),
    logical_operator: f.optional(f.nullable(f.choice('and', 'or', 'not')), 'and'),
  })

const substep = () =>
  f.object({
    order: f.optional(f.integer()),
    approver_ids: approverIds(),
    approve_condition: approveCondition(),
  })

/** The approvers, their order and their conditions. */
export const policySteps = () =>
  f.list(
    f.object({
      name: f.optional(f.text(), ''),
      order: f.optional(f.integer()),
      conditions: f.optional(f.list(condition()), []),
      substeps: f.optional(f.nullable(f.list(substep()))),
      approver_ids: f.optional(f.nullable(approverIds())),
      approve_condition: approveCondition(),
    }),
  )

/** Roles by name, each with its members. */
export const policyRoles = () => f.optional(f.anyObject(), {})

export const policyEntry = () => ({
  record_type: f.choice(...APPROVABLE_TYPES),
  name: f.text('non-empty'),
  is_active: f.optional(f.flag(), true),
  description: f.optional(f.text(), ''),
  version: f.readOnly(f.integer(), 1),
  priority: f.optional(f.integer(), 1),
  company_ids: f.optional(f.list(f.reference('companies')), []),
  applies_to_all_companies: f.optional(f.flag()),
  allow_self_approval: f.optional(f.flag(), false),
  pending_approval_count: f.derived(f.integer(), {
    kind: 'count',
    resource: 'approvalStates',
    by: 'workflow_id',
    where: { column: 'status', value: 'pending' },
  }),
})

/** The progress of an execution, as the inbox shows it. */
export const approvalInfo = () =>
  f.object({
    workflow_name: f.text(),
    workflow_version: f.integer(),
    step_name: f.text(),
    current_substep: f.integer(),
    substeps: f.list(
      f.object({
        order: f.integer(),
        status: f.choice('completed', 'pending', 'not_started'),
        approve_condition: f.choice('any', 'all'),
        approvers: f.list(person()),
        approved_by: f.list(person()),
        rejected_by: f.list(person()),
      }),
    ),
  })
