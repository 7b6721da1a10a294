import { amountText, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { type CompiledType, recordType } from '../model/compiled-type'
import type { Scope, World } from '../model/context'
import { decimalOf, linesOf, numberOf } from '../model/row'
import { PARTY_TYPES } from '../schema/approval-fields'
import { putOwnedRow } from '../write/save'
import { currentStage, isCompleted, outstandingIn } from './execution'
import { personOf } from './people'
import { type ApprovalState, type ExecutionStage, latestState, recordIdOf } from './rows'

export const inboxOf = (world: World, { definition }: CompiledType): CompiledType =>
  world.registry.type(isParty(definition) ? 'inboxRecords' : 'inboxTransactions')

const isParty = (definition: CompiledType['definition']): boolean =>
  PARTY_TYPES.some((party) => party === recordType(definition))

/** The inbox entry of a record, with the content that it has in the list while the record is pending. */
export function findInboxEntry(scope: Scope, type: CompiledType, record: Row): Row | undefined {
  const { world } = scope
  const entry = inboxEntry(scope, type, record)
  const waiting = world.store.table(scope.organization, inboxOf(world, type).definition.name)
  return entry && (waiting.get(numberOf(entry, 'id')) ?? entry)
}

/** Adds or updates the inbox entry of a pending record. The entry of any other record is removed. */
export function keepInbox(scope: Scope, type: CompiledType, record: Row): void {
  const { world, organization } = scope
  const entry = inboxEntry(scope, type, record)
  if (!entry) return
  world.assumptions.noteUse('inbox-content')
  const inbox = inboxOf(world, type).definition.name
  if (entry.approval_status === 'pending') putOwnedRow(scope, inbox, entry)
  else world.store.table(organization, inbox).remove(numberOf(entry, 'id'))
}

/** The entry of a record in any state; undefined if no policy ever applied to it. */
function inboxEntry(scope: Scope, type: CompiledType, record: Row): Row | undefined {
  const { definition } = type
  const state = latestState(scope, recordType(definition), recordIdOf(record))
  if (!state) return undefined
  return {
    ...inboxOf(scope.world, type).blank,
    ...(isParty(definition) ? partyOf(scope, state, record) : transactionOf(type, record)),
    id: state.id,
    approval_status: state.status,
    workflow_id: state.workflow_id,
    record_id: state.record_id,
    created_at: state.created_at,
    updated_at: state.updated_at,
    approval_info: infoOf(scope, state),
    initiator_id: state.initiator_id,
  }
}

function partyOf(scope: Scope, state: ApprovalState, record: Row): Row {
  const [first] = state.status === 'pending' ? outstandingIn(state, currentStage(state).stage) : []
  return {
    record_type: state.record_type,
    name: record.name,
    approver: first === undefined ? null : personOf(scope, first),
  }
}

function transactionOf({ definition }: CompiledType, record: Row): Row {
  const { contract } = definition
  return {
    transaction_type: recordType(definition),
    number: String(record.number),
    record_number: record.number,
    date: record.date,
    customer_id: record.customer_id ?? null,
    vendor_id: record.vendor_id ?? null,
    company_id: record.company_id,
    memo: record.memo ?? '',
    amount: contract ? netOf(linesOf(record, contract.obligations)) : record.amount,
  }
}

const netOf = (obligations: readonly Row[]): string =>
  amountText(sum(obligations.map((one) => decimalOf(one, 'net_amount'))))

function infoOf(scope: Scope, state: ApprovalState): Row {
  const { step, stage: open } = currentStage(state)
  const people = (ids: readonly number[]) => ids.map((id) => personOf(scope, id))
  const statusOf = (stage: ExecutionStage): string =>
    isCompleted(state, stage) ? 'completed' : stage === open ? 'pending' : 'not_started'
  return {
    workflow_name: state.workflow_name,
    workflow_version: state.workflow_version,
    step_name: step.name,
    current_substep: open.order,
    substeps: step.substeps.map((stage) => ({
      order: stage.order,
      status: statusOf(stage),
      approve_condition: stage.approve_condition,
      approvers: people(stage.approver_ids),
      approved_by: people(stage.approved_by_ids),
      rejected_by: people(stage.rejected_by_ids),
    })),
  }
}
