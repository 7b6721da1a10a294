import { recordType } from '../engine/model/record-type'
import type { Ground } from './ground'
import type { ApprovalDecision } from './scenario'

/** Approves or rejects every pending record of the type and returns how many there were. */
export function decideApprovals(decision: ApprovalDecision, { admin, registry, records }: Ground): string {
  const name = 'approve' in decision ? decision.approve : decision.reject
  const { definition } = registry.type(name)
  const record_type = recordType(definition)
  const pending: unknown[] = []
  const isPending = (record: Readonly<Record<string, unknown>>): boolean => {
    if (record.approval_status === 'pending') pending.push(record[definition.identifier])
    // The predicate always fails, so that it visits every record.
    return false
  }
  records[name].find(isPending as never)
  for (const id of pending) {
    const record = { record_type, [definition.identifier]: id }
    const by = decision.by === undefined ? {} : { by: decision.by }
    if ('approve' in decision) admin.approvals.approve(record, by)
    else admin.approvals.reject(record, { ...by, reason: decision.reason })
  }
  return `${'approve' in decision ? 'approved' : 'rejected'} ${pending.length} ${name}`
}
