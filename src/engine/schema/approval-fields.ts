import { person } from './field-groups'
import {
  anything,
  choice,
  derived,
  flag,
  integer,
  list,
  nullable,
  object,
  optional,
  readOnly,
  reference,
  text,
} from './fields'

/** Fields of approval policies, their executions and the inbox (docs/service.md §11.3). */

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
type Operator = PlainOperator | `not_${PlainOperator}`

const operators: readonly Operator[] = [
  ...PLAIN_OPERATORS,
  ...PLAIN_OPERATORS.map((operator) => `not_${operator}` as const),
]

const approveCondition = () => optional(nullable(choice('any', 'all')), 'any')
const approverIds = () => list(integer(1))

const condition = () =>
  object({
    field: text('non-empty'),
    operator: optional(nullable(choice(...operators)), 'eq'),
    value: optional(nullable(anything())),
    logical_operator: optional(nullable(choice('and', 'or', 'not')), 'and'),
  })

const substep = () =>
  object({
    order: optional(integer()),
    approver_ids: approverIds(),
    approve_condition: approveCondition(),
  })

/** The approvers, their order and their conditions. */
export const policySteps = () =>
  list(
    object({
      name: optional(text(), ''),
      order: optional(integer()),
      conditions: optional(list(condition()), []),
      substeps: optional(nullable(list(substep()))),
      approver_ids: optional(nullable(approverIds())),
      approve_condition: approveCondition(),
    }),
  )

/** Roles by name, each with its members. */
export const policyRoles = () => optional(anything(), {})

/** A policy as a list entry. */
export const policyEntry = () => ({
  record_type: choice(...APPROVABLE_TYPES),
  name: text('non-empty'),
  is_active: optional(flag(), true),
  description: optional(text(), ''),
  version: readOnly(integer(), 1),
  priority: optional(integer(), 1),
  company_ids: optional(list(reference('companies')), []),
  applies_to_all_companies: optional(flag()),
  allow_self_approval: optional(flag(), false),
  pending_approval_count: derived(integer(), {
    kind: 'count',
    resource: 'approvalStates',
    by: 'workflow_id',
    where: { column: 'status', value: 'pending' },
  }),
})

/** The progress of an execution, as the inbox shows it. */
export const approvalInfo = () =>
  object({
    workflow_name: text(),
    workflow_version: integer(),
    step_name: text(),
    current_substep: integer(),
    substeps: list(
      object({
        order: integer(),
        status: choice('completed', 'pending', 'not_started'),
        approve_condition: choice('any', 'all'),
        approvers: list(person()),
        approved_by: list(person()),
        rejected_by: list(person()),
      }),
    ),
  })
