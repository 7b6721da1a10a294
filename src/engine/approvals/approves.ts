import { refuse } from '../model/errors'
import { texts } from '../model/messages'
import type { Approvable } from '../schema/define'
import type { Capability } from '../write/behaviour'
import type { Work } from '../write/write'
import { nextApprovers, openExecution } from './execution'
import { keepInbox } from './inbox'
import { type FittingPolicy, fittingPolicy } from './policy'

/**
 * Records that a policy holds back until people have approved them (docs/service.md §11.3). A write that asks for
 * an approval is checked like one that needs none, and becomes what waits before it has any effect. It comes first,
 * so that whatever follows sees what waits as the draft that it is.
 */
export const approves: Capability = {
  name: 'approves',
  rests: ['approval-values'],
  appliesTo: (definition) => definition.approvable !== undefined,

  references(work) {
    const { column, asked } = wordsOf(work)
    // Only the rejection left it a draft: without another wish it asks again.
    const wasRejected = work.before?.approval_status === 'rejected' && work.before[column] === 'draft'
    if (wasRejected && !work.sent.has(column)) work.draft[column] = asked
  },

  state(work) {
    if (isWaiting(work)) work.problems.add('__all__', texts.pendingApproval)
  },

  limits(work) {
    const { column, asked } = wordsOf(work)
    const { before, draft } = work
    const isAsking = draft[column] === asked && before?.[column] !== asked
    if (!isAsking || isDecided(work)) return
    Object.assign(draft, { approval_status: null, next_approvers: null, rejected_by: null })
    const fitting = fittingPolicy(work)
    if (!fitting) return
    if (work.world.assumptions.read('approval-create') === '422')
      work.problems.add(column, texts.approvalRequired)
    draft[column] = 'draft'
    draft.record_status = 'draft'
    work.notes.set(approves.name, fitting)
  },

  effect(work) {
    const fitting = work.notes.get(approves.name) as FittingPolicy | undefined
    if (!fitting) return
    work.draft.approval_status = 'pending'
    work.draft.next_approvers = nextApprovers(work, openExecution(work, fitting))
  },

  written(work) {
    if (work.draft.approval_status !== null)
      keepInbox(work.world, work.organization, work.resource, work.draft)
  },

  removed(work) {
    if (isWaiting(work)) throw refuse.invalid({ __all__: [texts.pendingApproval] })
  },
}

const wordsOf = ({ definition }: Work): Approvable => definition.approvable as Approvable

/** Nothing but the decision changes a record that waits for it. */
const isWaiting = (work: Work): boolean => work.before?.approval_status === 'pending' && !isDecided(work)

const isDecided = ({ before, draft }: Work): boolean =>
  before?.approval_status === 'pending' && draft.approval_status !== 'pending'
