import { OptionError } from '../../errors/option-error'
import type { Row } from '../../kernel/store'
import { type CompiledType, recordType, settingOf } from '../model/compiled-type'
import type { Actor, Scope } from '../model/context'
import type { MutableRow } from '../model/row'
import { nextOf } from '../model/tables'
import { linesFrom } from '../write/lines'
import { changeRow, putOwnedRow, save } from '../write/save'
import { Write } from '../write/write'
import { askedIn, currentStage, nextApprovers, outstandingIn, withApproval, withRejection } from './execution'
import { keepInbox } from './inbox'
import { type Person, personOf } from './people'
import { APPROVAL_ACTIONS, type ApprovalState, latestState, recordIdOf, statesIn } from './rows'

export interface Decision {
  readonly type: 'approve' | 'reject'
  /** The person who decides; the default is the first outstanding approver. */
  readonly by?: number | undefined
  readonly reason?: string | undefined
}

export interface RecordContext extends Scope {
  readonly type: CompiledType
}

/**
 * Approves or rejects a pending record in the name of a person. The last approval validates and writes the record as if
 * it were submitted now. If that is refused, the Refusal is thrown and the record stays pending (§11.3).
 */
export function decide(context: RecordContext, record: Row, decision: Decision): Row {
  const { world, type } = context
  const { definition } = type
  const state = latestState(context, recordType(definition), recordIdOf(record))
  if (state?.status !== 'pending')
    throw new OptionError(
      'record',
      `${definition.model} ${String(record.number ?? record.id)} is not pending`,
    )
  const by = deciderOf(state, decision)
  const person = personOf(context, by)
  const after = {
    ...(decision.type === 'approve'
      ? withApproval(state, by)
      : withRejection(state, by, decision.reason ?? '')),
    updated_at: world.clock.instant,
  }
  statesIn(context).put(after)
  noteAction(context, state, person, decision)
  return after.status === 'approved'
    ? writeApproved(context, record, person)
    : writeOn(context, record, person, after)
}

function deciderOf(state: ApprovalState, { by, type }: Decision): number {
  const { stage } = currentStage(state)
  const asked = type === 'approve' ? askedIn(state, stage) : stage.approver_ids
  const outstanding = outstandingIn(state, stage)
  const decider = by ?? outstanding[0] ?? (type === 'reject' ? asked[0] : undefined)
  if (decider === undefined)
    throw new OptionError('by', 'nobody can approve the record: its only approver is its requester')
  if (!asked.includes(decider))
    throw new OptionError('by', `by must be one of the approvers ${asked.join(', ')}, not ${decider}`)
  if (type === 'approve' && !outstanding.includes(decider))
    throw new OptionError(
      'by',
      `by must be one of ${outstanding.join(', ')}: ${decider} has approved already`,
    )
  return decider
}

function noteAction(
  context: RecordContext,
  state: ApprovalState,
  { id, first_name, last_name, email }: Person,
  { type, reason }: Decision,
): void {
  const { world, organization } = context
  const { step, stage } = currentStage(state)
  putOwnedRow(context, APPROVAL_ACTIONS, {
    ...world.registry.type(APPROVAL_ACTIONS).blank,
    id: nextOf(world.store, organization, `${APPROVAL_ACTIONS}.id`),
    workflow_execution_state_id: state.id,
    record_id: state.record_id,
    record_type: state.record_type,
    approver: { id, first_name, last_name, email },
    action_type: type,
    rejection_reason: type === 'reject' ? reason : null,
    step_name: step.name,
    step_order: step.order,
    substep_order: stage.order,
    workflow_version: state.workflow_version,
    created_at: world.clock.instant,
  })
}

/** Runs all stages of the write again, because the state may have changed since the submission. */
function writeApproved(context: RecordContext, before: Row, person: Person): Row {
  const { world, type, organization } = context
  world.assumptions.noteUse('approval-locks')
  const { column, asked } = settingOf(type.definition, 'approvable')
  const after: MutableRow = {
    ...before,
    [column]: asked,
    approval_status: 'approved',
    next_approvers: null,
    rejected_by: null,
  }
  for (const member of type.lineMembers) after[member] = linesFrom(type, member, before[member])
  return save(
    new Write({ world, organization, actor: actorOf(person) }, type, before, after, new Set([column])),
  )
}

/** Passes the record to the next approver, or returns it to its author. */
function writeOn(context: RecordContext, before: Row, person: Person, state: ApprovalState): Row {
  const { type } = context
  const { avatar_url: _, ...rejecter } = person
  const changes =
    state.status === 'rejected'
      ? {
          approval_status: 'rejected',
          next_approvers: null,
          rejected_by: { ...rejecter, rejection_reason: state.rejection_reason },
        }
      : { next_approvers: nextApprovers(context, state) }
  const after = changeRow(context, type.definition.name, before, changes, actorOf(person))
  keepInbox(context, type, after)
  return after
}

const actorOf = ({ first_name, last_name, email }: Person): Actor => ({
  actor_type: 'user',
  email,
  first_name,
  last_name,
})
