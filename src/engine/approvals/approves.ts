import { refuse } from '../model/errors'
import { messages } from '../model/messages'
import { settingOf } from '../model/setting-of'
import type { Approvable } from '../schema/define'
import { on } from '../write/assumptions'
import { defineBehaviour, isApplied } from '../write/behaviour'
import type { Write } from '../write/write'
import { policyAgainst } from './edits'
import { nextApprovers, openExecution } from './execution'
import { keepInbox } from './inbox'
import { type FittingPolicy, fittingPolicy } from './policy'

/**
 * Records that need an approval under a policy (§11.3). The write is validated as if it
 * needed none, and then becomes pending before it has any effect. This behaviour comes first, so that all
 * others see a pending record as a draft.
 */
export const approves = defineBehaviour('approves', 'approvable', {
  restsOn: [on((write) => write.table('approvalPolicies').size > 0, 'approval-values')],

  references(write) {
    const { column, asked } = wordsOf(write)
    // A rejection made it a draft. A write that asks for nothing else submits it again.
    const wasRejected = write.before?.approval_status === 'rejected' && write.before[column] === 'draft'
    if (wasRejected && !write.sent.has(column)) write.after[column] = asked
  },

  state(write) {
    if (isWaiting(write)) write.problems.add('__all__', messages.pendingApproval)
  },

  notes: (): Notes => ({}),

  limits(write, { column, asked }, notes) {
    const { before, after } = write
    if (after[column] !== asked || isDecided(write)) return
    if (before?.[column] === asked) {
      judgeEdit(write, notes)
      return
    }
    Object.assign(after, NOTHING_ASKED)
    const fitting = fittingPolicy(write)
    if (!fitting) return
    if (write.world.assumptions.read('approval-create') === '422')
      write.problems.add(column, messages.approvalRequired)
    holdBack(write, notes, fitting)
  },

  effect(write, _word, { fitting }) {
    if (!fitting) return
    write.after.approval_status = 'pending'
    write.after.next_approvers = nextApprovers(write, openExecution(write, fitting))
  },

  written(write) {
    if (write.after.approval_status !== null) keepInbox(write, write.type, write.after)
  },

  removed(write) {
    if (isWaiting(write)) throw refuse.invalid({ __all__: [messages.pendingApproval] })
  },
})

interface Notes {
  fitting?: FittingPolicy
}

const NOTHING_ASKED = { approval_status: null, next_approvers: null, rejected_by: null }

/** An edit of a record in effect needs an approval if a policy would have required one. */
function judgeEdit(write: Write, notes: Notes): void {
  const answer = write.world.assumptions.read('approval-edit')
  const fitting = answer === 'allow' ? undefined : policyAgainst(write)
  if (!fitting) return
  const { column } = wordsOf(write)
  if (answer === 'refuse') write.problems.add(column, messages.policyRequires(fitting.policy.name))
  else if (isApplied(write)) write.problems.add(column, messages.applied)
  else {
    Object.assign(write.after, NOTHING_ASKED)
    holdBack(write, notes, fitting)
  }
}

function holdBack(write: Write, notes: Notes, fitting: FittingPolicy): void {
  write.after[wordsOf(write).column] = 'draft'
  write.after.record_status = 'draft'
  notes.fitting = fitting
}

const wordsOf = ({ definition }: Write): Approvable => settingOf(definition, 'approvable')

/** A pending record changes only by a decision. */
const isWaiting = (write: Write): boolean => write.before?.approval_status === 'pending' && !isDecided(write)

const isDecided = ({ before, after }: Write): boolean =>
  before?.approval_status === 'pending' && after.approval_status !== 'pending'
