import type { RecordSet } from '../api/record-set'
import { recordType } from '../engine/model/record-type'
import type { ApprovalDecision } from './scenario'
import type { StepContext } from './step-context'

interface Approvable {
  readonly approval_status: string | null
  readonly id?: number
  readonly number?: number
}

/** Approves or rejects every pending record of the type and returns how many there were. */
export function decideApprovals(
  decision: ApprovalDecision,
  { admin, registry, records }: StepContext,
): string {
  const name = 'approve' in decision ? decision.approve : decision.reject
  const { definition } = registry.type(name)
  const record_type = recordType(definition)
  const set = records[name] as unknown as RecordSet<unknown, Approvable>
  const pending = set.findMany({ approval_status: 'pending' })
  for (const found of pending) {
    const record = { record_type, [definition.identifier]: found[definition.identifier] }
    const by = decision.by === undefined ? {} : { by: decision.by }
    if ('approve' in decision) admin.approvals.approve(record, by)
    else admin.approvals.reject(record, { ...by, reason: decision.reason })
  }
  return `${'approve' in decision ? 'approved' : 'rejected'} ${pending.length} ${name}`
}
