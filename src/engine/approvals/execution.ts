import { recordType } from '../model/compiled-type'
import { nextOf } from '../model/tables'
import type { Write } from '../write/write'
import { type Person, personOf } from './people'
import type { FittingPolicy } from './policy'
import {
  type ApprovalState,
  type ExecutionStage,
  type ExecutionStep,
  recordIdOf,
  STATES,
  statesIn,
} from './rows'

/** Transitions of an execution, as pure functions on its row (§11.3). */

interface Place {
  readonly step: ExecutionStep
  readonly stage: ExecutionStage
}

/** The current stage: the first incomplete substep, else the last one. */
export function currentStage(
  state: Pick<ApprovalState, 'steps' | 'initiator_id' | 'allow_self_approval'>,
): Place {
  const places = state.steps.flatMap((step) => step.substeps.map((stage) => ({ step, stage })))
  const open = places.find(({ stage }) => !isCompleted(state, stage)) ?? places.at(-1)
  return open as Place
}

type Initiated = Pick<ApprovalState, 'initiator_id' | 'allow_self_approval'>

/** The approvers of a stage. The requester is among them only if the policy allows it. */
export const askedIn = (state: Initiated, stage: ExecutionStage): number[] =>
  stage.approver_ids.filter((id) => state.allow_self_approval || id !== state.initiator_id)

/** Approvers who have not approved yet. */
export const outstandingIn = (state: Initiated, stage: ExecutionStage): number[] =>
  askedIn(state, stage).filter((id) => !stage.approved_by_ids.includes(id))

/** Complete when any or all of the approvers have approved. A stage without approvers is never complete. */
export function isCompleted(state: Initiated, stage: ExecutionStage): boolean {
  if (stage.rejected_by_ids.length > 0 || stage.approved_by_ids.length === 0) return false
  return stage.approve_condition === 'any' || outstandingIn(state, stage).length === 0
}

/** The execution after a person has approved the open substep. */
export const withApproval = (state: ApprovalState, by: number): ApprovalState =>
  advance({
    ...state,
    approved_by_ids: [...new Set([...state.approved_by_ids, by])],
    steps: withOpenStage(state, (stage) => ({ ...stage, approved_by_ids: [...stage.approved_by_ids, by] })),
  })

/** The execution after a rejection, which ends it. */
export const withRejection = (state: ApprovalState, by: number, reason: string): ApprovalState =>
  advance({
    ...state,
    status: 'rejected',
    rejected_by_id: by,
    rejection_reason: reason,
    steps: withOpenStage(state, (stage) => ({ ...stage, rejected_by_ids: [...stage.rejected_by_ids, by] })),
  })

function withOpenStage(
  state: ApprovalState,
  change: (stage: ExecutionStage) => ExecutionStage,
): ExecutionStep[] {
  const { stage: open } = currentStage(state)
  return state.steps.map((step) => ({
    ...step,
    substeps: step.substeps.map((stage) => (stage === open ? change(stage) : stage)),
  }))
}

/** Updates the columns that show the current stage. */
function advance(state: ApprovalState): ApprovalState {
  const { step, stage } = currentStage(state)
  const isThrough = state.status === 'pending' && isCompleted(state, stage)
  const status = isThrough ? 'approved' : state.status
  return {
    ...state,
    status,
    current_step: step.order,
    current_substep: stage.order,
    requested_approver_ids: status === 'pending' ? askedIn(state, stage) : [],
  }
}

/** Starts the execution of a policy for a submitted record. */
export function openExecution(write: Write, { policy, steps }: FittingPolicy): ApprovalState {
  const { world, organization, definition, after, actor } = write
  const at = world.clock.instant
  const state = advance({
    ...(world.registry.type(STATES).blank as ApprovalState),
    id: nextOf(world.store, organization, `${STATES}.id`),
    workflow_id: policy.id,
    workflow_name: policy.name,
    workflow_version: policy.version,
    record_id: recordIdOf(after),
    record_type: recordType(definition),
    status: 'pending',
    approved_by_ids: [],
    initiator_id: actor.person_id ?? null,
    allow_self_approval: policy.allow_self_approval,
    steps,
    created_at: at,
    updated_at: at,
  })
  statesIn(write).put(state)
  return state
}

/** The outstanding approvers in the form of a response. */
export const nextApprovers = (work: Pick<Write, 'world' | 'organization'>, state: ApprovalState): Person[] =>
  outstandingIn(state, currentStage(state).stage).map((id) => personOf(work, id))
