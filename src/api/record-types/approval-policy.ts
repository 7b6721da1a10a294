// Written by `npm run types` from the definitions in src/resources.
import type { OneOrMore } from '../one-or-more'

/** Approvers for the records of a type. Earlier versions are kept. */
export interface ApprovalPolicy {
  /** The id. */
  id: number
  /** The type of the records that the policy is for. */
  record_type:
    | 'invoice' | 'bill' | 'journal_entry' | 'bank_transfer' | 'purchase_order' | 'sales_order' | 'contract'
    | 'customer_credit' | 'vendor' | 'customer'
  /** The name. */
  name: string
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
  /** A description for people. */
  description: string
  /** The number of the version; every change makes another one. */
  version: number
  /** Policies with a lower number are asked first. */
  priority: number
  /** The companies that the policy is for. */
  company_ids: number[]
  /** Whether the policy is for all companies. */
  applies_to_all_companies: boolean
  /** Whether people may approve what they wrote. */
  allow_self_approval: boolean
  /** The number of records that wait for approval. */
  pending_approval_count: number
  /** The steps, one after the other. */
  steps: ApprovalPolicyStep[]
  /** Roles by name, with their members. */
  roles: unknown
}

/** An `ApprovalPolicy` as an entry of a list. */
export interface ApprovalPolicyEntry {
  /** The id. */
  id: number
  /** The type of the records that the policy is for. */
  record_type:
    | 'invoice' | 'bill' | 'journal_entry' | 'bank_transfer' | 'purchase_order' | 'sales_order' | 'contract'
    | 'customer_credit' | 'vendor' | 'customer'
  /** The name. */
  name: string
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
  /** A description for people. */
  description: string
  /** The number of the version; every change makes another one. */
  version: number
  /** Policies with a lower number are asked first. */
  priority: number
  /** The companies that the policy is for. */
  company_ids: number[]
  /** Whether the policy is for all companies. */
  applies_to_all_companies: boolean
  /** Whether people may approve what they wrote. */
  allow_self_approval: boolean
  /** The number of records that wait for approval. */
  pending_approval_count: number
}

/** The body that creates an `ApprovalPolicy`. */
export interface ApprovalPolicyInput {
  /** The type of the records that the policy is for. */
  record_type:
    | 'invoice' | 'bill' | 'journal_entry' | 'bank_transfer' | 'purchase_order' | 'sales_order' | 'contract'
    | 'customer_credit' | 'vendor' | 'customer'
  /** The name. */
  name: string
  /** Inactive records cannot be used in new ones. @default true */
  is_active?: boolean | undefined
  /** A description for people. @default '' */
  description?: string | undefined
  /** Policies with a lower number are asked first. @default 1 */
  priority?: number | undefined
  /** The companies that the policy is for. */
  company_ids?: readonly number[] | undefined
  /** Whether the policy is for all companies. */
  applies_to_all_companies?: boolean | undefined
  /** Whether people may approve what they wrote. @default false */
  allow_self_approval?: boolean | undefined
  /** The steps, one after the other. */
  steps: readonly ApprovalPolicyStepInput[]
  /** Roles by name, with their members. @default {} */
  roles?: Readonly<Record<string, unknown>> | undefined
}

/** One of the `conditions` of an `ApprovalPolicyStep`. */
export interface ApprovalPolicyStepCondition {
  /** The member of the record that is compared. */
  field: string
  /** How the member is compared. */
  operator:
    | 'eq' | 'neq' | 'gt' | 'lt' | 'gte' | 'lte' | 'contains' | 'starts_with' | 'ends_with' | 'in' | 'between'
    | 'contains_any' | 'contains_all' | 'not_eq' | 'not_neq' | 'not_gt' | 'not_lt' | 'not_gte' | 'not_lte'
    | 'not_contains' | 'not_starts_with' | 'not_ends_with' | 'not_in' | 'not_between' | 'not_contains_any'
    | 'not_contains_all' | null
  /** What the member is compared with. */
  value: unknown
  /** How the condition joins the one before. */
  logical_operator: 'and' | 'or' | 'not' | null
}

/** One of the `substeps` of an `ApprovalPolicyStep`. */
export interface ApprovalPolicyStepSubstep {
  /** The place among the others; ascending. */
  order: number
  /** The people who can approve. */
  approver_ids: number[]
  /** Whether one approval suffices or all are needed. */
  approve_condition: 'any' | 'all' | null
}

/** One of the `steps` of an `ApprovalPolicy`. */
export interface ApprovalPolicyStep {
  /** The name. */
  name: string
  /** The place among the others; ascending. */
  order: number
  /** The conditions under which the step is needed. */
  conditions: ApprovalPolicyStepCondition[]
  /** The parts of the step, one after the other. */
  substeps: ApprovalPolicyStepSubstep[] | null
  /** The people who can approve. */
  approver_ids: number[] | null
  /** Whether one approval suffices or all are needed. */
  approve_condition: 'any' | 'all' | null
}

/** One of the `conditions` of an `ApprovalPolicyStepInput`. */
export interface ApprovalPolicyStepConditionInput {
  /** The member of the record that is compared. */
  field: string
  /** How the member is compared. @default 'eq' */
  operator?:
    | 'eq' | 'neq' | 'gt' | 'lt' | 'gte' | 'lte' | 'contains' | 'starts_with' | 'ends_with' | 'in' | 'between'
    | 'contains_any' | 'contains_all' | 'not_eq' | 'not_neq' | 'not_gt' | 'not_lt' | 'not_gte' | 'not_lte'
    | 'not_contains' | 'not_starts_with' | 'not_ends_with' | 'not_in' | 'not_between' | 'not_contains_any'
    | 'not_contains_all' | null | undefined
  /** What the member is compared with. */
  value?: unknown | undefined
  /** How the condition joins the one before. @default 'and' */
  logical_operator?: 'and' | 'or' | 'not' | null | undefined
}

/** One of the `substeps` of an `ApprovalPolicyStepInput`. */
export interface ApprovalPolicyStepSubstepInput {
  /** The place among the others; ascending. */
  order?: number | undefined
  /** The people who can approve. */
  approver_ids: readonly number[]
  /** Whether one approval suffices or all are needed. @default 'any' */
  approve_condition?: 'any' | 'all' | null | undefined
}

/** One of the `steps` of an `ApprovalPolicyInput`. */
export interface ApprovalPolicyStepInput {
  /** The name. @default '' */
  name?: string | undefined
  /** The place among the others; ascending. */
  order?: number | undefined
  /** The conditions under which the step is needed. */
  conditions?: readonly ApprovalPolicyStepConditionInput[] | undefined
  /** The parts of the step, one after the other. */
  substeps?: readonly ApprovalPolicyStepSubstepInput[] | null | undefined
  /** The people who can approve. */
  approver_ids?: readonly number[] | null | undefined
  /** Whether one approval suffices or all are needed. @default 'any' */
  approve_condition?: 'any' | 'all' | null | undefined
}

/** Parameters of lists of `ApprovalPolicy`, as on the wire. */
export interface ApprovalPolicyQuery {
  /** `id` is one of the values. */
  id?: OneOrMore<number> | undefined
  /** `company_ids` contains the value. */
  company_id?: number | undefined
  /** `record_type` is the value; text in any case. */
  record_type?:
    | 'invoice' | 'bill' | 'journal_entry' | 'bank_transfer' | 'purchase_order' | 'sales_order' | 'contract'
    | 'customer_credit' | 'vendor' | 'customer' | undefined
  /** `is_active` is the value; text in any case. */
  is_active?: boolean | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?: 'id' | '-id' | 'name' | '-name' | 'priority' | '-priority' | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}

/** @deprecated Use `ApprovalPolicy`. */
export type Workflow = ApprovalPolicy

/** @deprecated Use `ApprovalPolicyInput`. */
export type WorkflowInput = ApprovalPolicyInput
