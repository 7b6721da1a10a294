import { centsText } from '../../kernel/cents'
import type { Row } from '../../kernel/store'
import type { DeferralEvent } from '../contracts/deferral/deferral'
import { textOf } from '../model/row'
import type { AuditScope, Finding } from './audit-scope'
import { scheduledBy, writtenContracts } from './contract-ties'

/** A terminated contract recognises nothing after its last day; one document settles the rest (§13.2). */
export function* terminationsAreSettled(scope: AuditScope): Iterable<Finding> {
  const isCredited = scope.world.assumptions.read('contract-terminate') === 'credit'
  for (const { contract, plan, events, where } of writtenContracts(scope)) {
    if (contract.status !== 'terminated' || contract.settles_on !== null) continue
    const settlement = events.find(({ row }) => row.settles_contract === true)?.row
    for (const { role, row } of events)
      if (role === 'recognised' && isLate(row, settlement))
        yield {
          where,
          text: `recognition ${String(row.number)} of ${textOf(row, 'transaction_date')} is left`,
        }
    const isSkipped = plan.sold.some((one) => one.is_skipped)
    if (settlement || !isCredited || isSkipped || events.some(isEdited)) continue
    for (const [account, { inRecord: open }] of scheduledBy(events))
      if (open !== 0n) yield { where, text: `${centsText(open)} stays on account ${account}` }
  }
}

/** True if an entry is still planned, or posted for a day after the settlement. */
const isLate = (row: Row, settlement: Row | undefined): boolean =>
  row.record_status === 'draft' ||
  (row.record_status === 'posted' &&
    settlement !== undefined &&
    textOf(row, 'transaction_date') > textOf(settlement, 'transaction_date'))

/** A document that somebody edited may leave a balance, because the settlement did not know the edit. */
const isEdited = ({ role, row }: DeferralEvent): boolean =>
  role !== 'recognised' && (row.updated_by as Row | null)?.actor_type !== 'contract'
