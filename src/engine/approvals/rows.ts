import type { Row, Table } from '../../kernel/store'
import type { TableName } from '../../kernel/table-shape'
import type { CompiledType } from '../model/compiled-type'
import type { Scope } from '../model/context'
import { findRecord } from '../model/find-record'
import { numberOf, numberOrNull } from '../model/row'
/** The rows of approvals. Their record types are in src/resources/control/. */

export interface PolicyCondition {
  readonly field: string
  /** Null means eq. */
  readonly operator: string | null
  readonly value: unknown
  /** Null means and. */
  readonly logical_operator: 'and' | 'or' | 'not' | null
}

type ApproveCondition = 'any' | 'all'

interface PolicySubstep {
  readonly order: number
  readonly approver_ids: readonly number[]
  /** Null means any. */
  readonly approve_condition: ApproveCondition | null
}

export interface Substep extends PolicySubstep {
  readonly approve_condition: ApproveCondition
}

export interface PolicyStep extends Row {
  readonly name: string
  readonly order: number
  readonly conditions: readonly PolicyCondition[]
  readonly substeps: readonly PolicySubstep[] | null
  readonly approver_ids: readonly number[] | null
  readonly approve_condition: ApproveCondition | null
}

export interface Policy extends Row {
  readonly id: number
  readonly record_type: string
  readonly name: string
  readonly is_active: boolean
  readonly version: number
  readonly priority: number
  readonly company_ids: readonly number[]
  readonly applies_to_all_companies: boolean
  readonly allow_self_approval: boolean
  readonly steps: readonly PolicyStep[]
  readonly roles: Readonly<Record<string, unknown>>
}

export interface ExecutionStage extends Substep {
  readonly approved_by_ids: readonly number[]
  readonly rejected_by_ids: readonly number[]
}

export interface ExecutionStep {
  readonly name: string
  readonly order: number
  readonly substeps: readonly ExecutionStage[]
}

export interface ApprovalState extends Row {
  readonly id: number
  readonly workflow_id: number
  readonly workflow_name: string
  readonly workflow_version: number
  readonly record_id: number
  readonly record_type: string
  readonly current_step: number
  readonly current_substep: number
  readonly status: 'pending' | 'approved' | 'rejected'
  readonly requested_approver_ids: readonly number[]
  readonly approved_by_ids: readonly number[]
  readonly rejected_by_id: number | null
  readonly rejection_reason: string | null
  readonly initiator_id: number | null
  readonly allow_self_approval: boolean
  /** The steps whose conditions held at the submission. */
  readonly steps: readonly ExecutionStep[]
  readonly created_at: string
  readonly updated_at: string
}

export const POLICIES: TableName<Policy> = 'approvalPolicies'
export const POLICY_VERSIONS = 'approvalPolicyVersions'
export const ROLES = 'approvalRoles'
export const APPROVAL_ACTIONS = 'approvalActions'
export const STATES: TableName<ApprovalState> = 'approvalStates'

/** The id of a record in approvals: the internal id, or the id of a customer or vendor. */
export const recordIdOf = (row: Row): number => numberOrNull(row, 'internal_id') ?? numberOf(row, 'id')

export const withRecordId = (scope: Scope, { definition }: CompiledType, id: unknown): Row | undefined =>
  findRecord(scope, definition.name, definition.fields.internal_id ? 'internal_id' : 'id', id)

export const policiesIn = ({ world, organization }: Scope): Table<Policy> =>
  world.store.table(organization, POLICIES)

export const statesIn = ({ world, organization }: Scope): Table<ApprovalState> =>
  world.store.table(organization, STATES)

/** The latest execution for a record; undefined if no policy ever applied to it. */
export function latestState(scope: Scope, type: string, id: number): ApprovalState | undefined {
  const states = statesIn(scope)
  return states
    .rowsWhere('record_id', id)
    .filter((state) => state.record_type === type)
    .at(-1)
}
