import { type Cents, centsText } from '../../kernel/cents'
import { TIMERS } from '../../kernel/clock'
import { addDays, LAST_DATE } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { hasOpenMilestone, isInTerm, isUsage } from '../contracts/conditions'
import { contractRules, rowsOf } from '../contracts/context'
import type { DeferralEvent } from '../contracts/deferral/deferral'
import { type DeferralPlanRow, deferralPlanOf } from '../contracts/deferral/deferral-plan'
import { plannedInstalments } from '../contracts/plan'
import { ledgerCents } from '../ledger/ledger'
import type { Scope } from '../model/context'
import { centsOf, linesOf, numberOf, numberOrNull, textOf, totalOf } from '../model/row'
import type { LedgerLine } from '../model/tables'
import { type AuditScope, type Finding, ledgerLinesOf, whereOf } from './audit-scope'

export function* writtenContracts(scope: AuditScope) {
  const { world } = scope
  const { name, rules } = contractRules(world)
  const { definition } = world.registry.type(name)
  const parts = [
    ['billed', 'invoices'],
    ['recognised', 'recognitions'],
    ['credited', 'credits'],
  ] as const
  for (const contract of scope.rows(name)) {
    const plan = deferralPlanOf(scope, contract.id)
    if (!plan) continue
    const events = parts.flatMap(([role, what]) =>
      rowsOf({ ...scope, rules }, what, contract).map((row) => ({ role, row })),
    )
    yield { contract, plan, events, where: whereOf(definition, contract) }
  }
}

/**
 * The billed amounts of a contract less its recognised amounts are the balances of its deferral accounts, in
 * both currencies. A balance of 0 in the contract's currency is 0 in the company's. If the balances of an
 * ended contract add up to 0, each of them is 0 (§13.4, §13.5).
 */
export function* deferredTiesOut(scope: AuditScope): Iterable<Finding> {
  for (const { contract, plan, events, where } of writtenContracts(scope)) {
    const accounts = accountsOf(plan, events)
    for (const event of events)
      for (const text of eventProblems(scope, contract, event, accounts)) yield { where, text }
    const [scheduled, carried] = [scheduledBy(events), carriedBy(scope, events, accounts)]
    for (const account of accounts)
      for (const text of accountProblems(scheduled.get(account) ?? NOTHING, carried.get(account) ?? NOTHING))
        yield { where, text: `account ${account} ${text}` }
    if (isOver(contract, events)) for (const text of endProblems(plan, scheduled)) yield { where, text }
  }
}

interface Side {
  inRecord: Cents
  inCompany: Cents
}

const NOTHING: Readonly<Side> = { inRecord: 0n, inCompany: 0n }

const isPosted = ({ row }: DeferralEvent): boolean => row.record_status === 'posted'

function* eventProblems(
  scope: Scope,
  contract: Row,
  event: DeferralEvent,
  accounts: ReadonlySet<number>,
): Iterable<string> {
  if (!isPosted(event)) return
  const { role, row } = event
  const what = `${role === 'billed' ? 'invoice' : role === 'credited' ? 'credit' : 'recognition'} ${String(row.number)}`
  for (const member of ['company_id', 'currency_iso_4217_code'])
    if (row[member] !== contract[member]) yield `${what} is of another ${member}`
  const lines = ledgerLinesOf(scope, row)
  if (role === 'recognised') {
    // Recognition moves one amount from the deferral account to the income account, without an exchange gain.
    const own = [row.income_account_number, row.deferral_account_number]
    for (const { account_number } of lines)
      if (!own.includes(account_number)) yield `${what} also posts to account ${account_number}`
    return
  }
  const net = totalOf(linesOf(row, 'items'), 'net_amount')
  const deferred = totalOf(linesOf(row, 'deferrals'), 'amount')
  if (deferred !== net) yield `${what} is over ${centsText(net)} and defers ${centsText(deferred)}`
  const gain = totalOf(linesOf(row, 'deferrals'), 'gain')
  const shown = gainIn(scope, lines, accounts)
  if (shown !== gain) yield `${what} realises ${centsText(gain)}, the ledger says ${centsText(shown)}`
}

/** The amount that a record posts to Realized Gain/Loss; a gain is above 0. */
function gainIn(
  { world, organization }: Scope,
  lines: readonly LedgerLine[],
  deferral: ReadonlySet<number>,
): Cents {
  const accounts = world.store.table(organization, 'accounts')
  let gain = 0n
  for (const { account_number, value } of lines)
    if (!deferral.has(account_number) && accounts.get(account_number)?.system_ref === REALISED)
      gain -= ledgerCents(value)
  return gain
}

const REALISED = 'Realized Gain/Loss'

function accountsOf(plan: DeferralPlanRow, events: readonly DeferralEvent[]): Set<number> {
  const named = events.flatMap(({ role, row }) =>
    role === 'recognised'
      ? [numberOf(row, 'deferral_account_number')]
      : linesOf(row, 'deferrals').map((one) => numberOf(one, 'account_number')),
  )
  return new Set([...plan.sold.map((one) => one.deferral_account_number), ...named])
}

function add(sides: Map<number, Side>, account: number, inRecord: Cents, inCompany: Cents): void {
  const side = sides.get(account)
  if (side === undefined) {
    sides.set(account, { inRecord, inCompany })
    return
  }
  side.inRecord += inRecord
  side.inCompany += inCompany
}

/** The balances by the posted records. */
export function scheduledBy(events: readonly DeferralEvent[]): Map<number, Side> {
  const sides = new Map<number, Side>()
  const move = (account: number, one: Row, sign: bigint): void =>
    add(sides, account, sign * centsOf(one, 'amount'), sign * centsOf(one, 'carrying_amount'))
  for (const { role, row } of events.filter(isPosted))
    if (role === 'recognised') move(numberOf(row, 'deferral_account_number'), row, -1n)
    else
      for (const one of linesOf(row, 'deferrals'))
        move(numberOf(one, 'account_number'), one, role === 'billed' ? 1n : -1n)
  return sides
}

/** The balances in the ledger. Transactions of archived records are included, because they add up to 0. */
function carriedBy(
  scope: Scope,
  events: readonly DeferralEvent[],
  accounts: ReadonlySet<number>,
): Map<number, Side> {
  const sides = new Map<number, Side>()
  for (const { role, row } of events)
    for (const line of ledgerLinesOf(scope, row))
      if (accounts.has(line.account_number) && !isIncome(role, row, line))
        add(sides, line.account_number, -ledgerCents(line.record_value), -ledgerCents(line.value))
  return sides
}

/** True if a line is the income side of an entry whose income account is also its deferral account. */
const isIncome = (role: string, row: Row, line: LedgerLine): boolean =>
  role === 'recognised' &&
  row.income_account_number === line.account_number &&
  ledgerCents(line.record_value) < 0n !== centsOf(row, 'amount') < 0n

function* accountProblems(scheduled: Side, carried: Side): Iterable<string> {
  for (const [side, what] of [
    ['inRecord', "in the contract's currency"],
    ['inCompany', "in the company's currency"],
  ] as const)
    if (scheduled[side] !== carried[side])
      yield `carries ${centsText(carried[side])} ${what}, but its records add up to ${centsText(scheduled[side])}`
  if (scheduled.inRecord === 0n && scheduled.inCompany !== 0n)
    yield `is 0.00 in the contract's currency and ${centsText(scheduled.inCompany)} in the company's`
}

const isOver = ({ status }: Row, events: readonly DeferralEvent[]): boolean =>
  status === 'completed' ||
  (status === 'terminated' && events.some((one) => isPosted(one) && one.row.settles_contract === true))

/** If the balances of an ended contract add up to 0, each of them is 0. */
function* endProblems(plan: DeferralPlanRow, scheduled: ReadonlyMap<number, Side>): Iterable<string> {
  if (plan.sold.some((one) => one.is_skipped)) return
  const left = [...scheduled].filter(([, { inRecord }]) => inRecord !== 0n)
  const all = left.reduce((sum, [, { inRecord }]) => sum + inRecord, 0n)
  if (left.length > 1 && all === 0n)
    for (const [account, { inRecord }] of left)
      yield `account ${account} ends at ${centsText(inRecord)}, and other accounts balance that`
}

/** Billed and planned amounts of a contract add up to its net total (`contract-billing-total`, §13.5). */
export function* billingAddsUp(scope: AuditScope): Iterable<Finding> {
  const { rules } = contractRules(scope.world)
  for (const { contract, plan, events, where } of writtenContracts(scope)) {
    if (contract.status !== 'active' && contract.status !== 'completed') continue
    const sold = linesOf(contract, rules.obligations).filter((one) => !isUsage(one))
    // Billing of a synchronised milestone is planned when the milestone is achieved, so this contract is skipped.
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
    for (const record of rowsOf({ ...scope, rules }, 'usage', contract)) {
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
  const { world } = scope
  const { rules } = contractRules(world)
  for (const { contract, where } of writtenContracts(scope)) {
    const { end_date, status, timer } = contract
    // The timer of the day after the end completes the contract, once it has fired.
    if (status !== 'active' || typeof end_date !== 'string' || end_date === LAST_DATE) continue
    if (typeof timer === 'number' && world.store.worldTable(TIMERS).has(timer)) continue
    if (world.clock.today <= addDays(end_date, 1)) continue
    const entries = rowsOf({ ...scope, rules }, 'recognitions', contract)
    const isOpen =
      entries.some((entry) => entry.record_status === 'draft') ||
      plannedInstalments({ ...scope, rules }, contract).length > 0 ||
      linesOf(contract, rules.obligations).some(hasOpenMilestone)
    if (!isOpen) yield { where, text: `it ended on ${end_date} and is still active` }
  }
}
