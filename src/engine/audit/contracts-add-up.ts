import { type Cents, centsText } from '../../kernel/cents'
import { addDays, LAST_DATE } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { hasOpenMilestone, isInTerm, isUsage } from '../contracts/conditions'
import { contractRules, rowsOf } from '../contracts/context'
import { plannedInstalments } from '../contracts/plan'
import { centsOf, linesOf, numberOrNull, textOf, totalOf } from '../model/row'
import type { AuditScope } from './audit-scope'
import { writtenContracts } from './contract-ties'
import type { Finding } from './finding'

/** Billed and planned amounts of a contract add up to its net total (`contract-billing-total`, §13.5). */
export function* billingAddsUp(scope: AuditScope): Iterable<Finding> {
  const { rules } = contractRules(scope.world)
  for (const { contract, plan, events, where } of writtenContracts(scope)) {
    if (contract.status !== 'active' && contract.status !== 'completed') continue
    const sold = linesOf(contract, rules.obligations).filter((one) => !isUsage(one))
    // Billing of a synchronised milestone is planned when the milestone is achieved, so this contract is
    // skipped.
    if (!plan.is_prepared && sold.some((one) => isSynchronised(one) && hasOpenMilestone(one))) continue
    const billable = sold.filter((one) => plan.is_prepared || one.skip_invoice_generation !== true)
    const expected = totalOf(billable, 'net_amount')
    const planned = plannedInstalments({ ...scope, rules }, contract)
    if (planned.some(({ prepared }) => prepared !== null)) continue
    const lines = events.filter(({ role }) => role === 'billed').flatMap(({ row }) => linesOf(row, 'items'))
    const billed = totalOf(
      lines.filter(({ planned_amount }) => planned_amount),
      'planned_amount',
    )
    const open = totalOf(planned, 'amount')
    if (billed + open !== expected)
      yield {
        where,
        text: `${centsText(billed)} is billed and ${centsText(open)} planned of ${centsText(expected)}`,
      }
  }
}

const isSynchronised = (obligation: Row): boolean => obligation.sync_billing_with_recognition === true

/** Net is amount less discount, the net total is allocated completely, and it is not below 0 (§13.1, §13.3). */
export function* obligationsAddUp(scope: AuditScope): Iterable<Finding> {
  const { rules } = contractRules(scope.world)
  for (const { contract, where } of writtenContracts(scope)) {
    const obligations = linesOf(contract, rules.obligations)
    for (const one of obligations) {
      const [amount, discount] = [centsOf(one, 'amount'), centsOf(one, 'discount_amount')]
      if (amount - discount !== centsOf(one, 'net_amount') || isBeyond(discount, amount))
        yield {
          where,
          text: `obligation ${String(one.id)} takes ${centsText(discount)} off ${centsText(amount)}`,
        }
      if (one.discount_type === null && Number(one.discount_value ?? 0) !== 0)
        yield { where, text: `obligation ${String(one.id)} has a discount without a type` }
    }
    const sold = obligations.filter((one) => !isUsage(one))
    const [net, allocated] = [totalOf(sold, 'net_amount'), totalOf(sold, 'allocated_amount')]
    if (allocated !== net) yield { where, text: `${centsText(allocated)} is allocated of ${centsText(net)}` }
    if (net < 0n) yield { where, text: `its net total is ${centsText(net)}` }
  }
}

const isBeyond = (discount: Cents, amount: Cents): boolean =>
  amount >= 0n && (discount < 0n || discount > amount)

/** Usage lies in the term of its obligation, and is recognised at its amount (§13.4, §13.5). */
export function* usageAddsUp(scope: AuditScope): Iterable<Finding> {
  const { world, organization } = scope
  const { rules } = contractRules(world)
  const recognitions = world.store.table(organization, rules.recognitions)
  for (const { contract, where } of writtenContracts(scope))
    for (const record of rowsOf(world.store.table(organization, rules.usage), contract)) {
      const of = `usage ${String(record.id)}`
      const obligation = linesOf(contract, rules.obligations).find((one) => one.id === record.obligation_id)
      const date = textOf(record, 'usage_date')
      if (!obligation || !isInTerm(obligation, date))
        yield { where, text: `${of} of ${date} lies outside the term` }
      const entry = recognitions.get(numberOrNull(record, 'revenue_recognition_id') ?? 0)
      if (record.status === 'invoiced' && entry && entry.amount !== record.amount)
        yield {
          where,
          text: `${of} costs ${textOf(record, 'amount')}, ${textOf(entry, 'amount')} is recognised`,
        }
    }
}

/** A contract with nothing left to do is completed (`contract-net`, §13.1). */
export function* contractsEnd(scope: AuditScope): Iterable<Finding> {
  const { world, organization } = scope
  const { rules } = contractRules(world)
  for (const { contract, where } of writtenContracts(scope)) {
    const { end_date, status, timer } = contract
    // The timer of the day after the end completes the contract, once it has fired.
    if (status !== 'active' || typeof end_date !== 'string' || end_date === LAST_DATE) continue
    if (typeof timer === 'number' && world.store.table('', 'timers').has(timer)) continue
    if (world.clock.today <= addDays(end_date, 1)) continue
    const entries = rowsOf(world.store.table(organization, rules.recognitions), contract)
    const isOpen =
      entries.some((entry) => entry.record_status === 'draft') ||
      plannedInstalments({ ...scope, rules }, contract).length > 0 ||
      linesOf(contract, rules.obligations).some(hasOpenMilestone)
    if (!isOpen) yield { where, text: `it ended on ${end_date} and is still active` }
  }
}
