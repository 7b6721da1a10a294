import { recordType } from '../record-type'
import { nextOf } from '../sequences'
import type { Work } from '../work'
import { moved, outstandingIn, placeOf } from './execution'
import type { FittingPolicy } from './fitting-policy'
import { type Person, personOf } from './person'
import { type ApprovalState, recordIdOf, STATES, statesIn } from './rows'

/** Begins the execution of a policy for a record that asks for an approval. */
export function openExecution(work: Work, { policy, steps }: FittingPolicy): ApprovalState {
  const { world, organization, definition, draft, actor } = work
  const at = world.clock.instant
  const state = moved({
    ...(world.machine.resource(STATES).blank as ApprovalState),
    id: nextOf(world.store, organization, `${STATES}.id`),
    workflow_id: policy.id,
    workflow_name: policy.name,
    workflow_version: policy.version,
    record_id: recordIdOf(draft),
    record_type: recordType(definition),
    status: 'pending',
    approved_by_ids: [],
    initiator_id: actor.person_id ?? null,
    allow_self_approval: policy.allow_self_approval,
    steps,
    created_at: at,
    updated_at: at,
  })
  statesIn(world, organization).put(state)
  return state
}

/** Those whose approval is waited for, as the record shows them. */
export const nextApprovers = (work: Pick<Work, 'world' | 'organization'>, state: ApprovalState): Person[] =>
  outstandingIn(state, placeOf(state).stage).map((id) => personOf(work.world, work.organization, id))
