import { type Cents, cents, centsText } from '../../kernel/cents'
import { type Decimal, decimal, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { isDisposed, valuesOf } from '../assets/book-value'
import { depreciationsOf, plansOf, postedFor } from '../assets/plan'
import { hasOpenMilestone, isUsage } from '../contracts/conditions'
import { givenSchedule, rowsOf } from '../contracts/context'
import { net } from '../ledger/ledger'
import { settingOf } from '../model/compiled-type'
import type { Scope, World } from '../model/context'
import { centsOf, decimalOf, linesOf, numberOf, totalOf } from '../model/row'
import type { Definition } from '../schema/define'
import { type AuditScope, type Finding, finding, ledgerLinesOf, rowsWith, whereOf } from './audit-scope'

/** Posted and planned depreciation ends exactly at the salvage value; unposted assets have none (§11.7). */
export const depreciationAddsUp = aboutAssets(sumProblemsOf)

/** Runs a check on each fixed asset. */
function aboutAssets(problemsOf: typeof sumProblemsOf): (scope: AuditScope) => Iterable<Finding> {
  return function* (scope) {
    for (const { definition, row } of rowsWith(scope, ({ depreciates }) => depreciates))
      for (const text of problemsOf(scope, definition, row)) yield finding(definition, row, text)
  }
}

function* sumProblemsOf(scope: Scope, definition: Definition, asset: Row): Iterable<string> {
  const number = numberOf(asset, 'number')
  const total = cents(
    depreciationsOf(scope, settingOf(definition, 'depreciates').writes, number).total.toFixed(2),
  )
  if (asset.record_status !== 'posted') {
    const isGone = isDisposed(scope, definition, number)
    if (total !== 0n && !isGone) yield `it is ${String(asset.record_status)} and has lost ${centsText(total)}`
    return
  }
  const left =
    centsOf(asset, 'cost') -
    centsOf(asset, 'salvage_value') -
    centsOf(asset, 'accumulated_beginning_balance') -
    total
  if (left < 0n) yield `it is ${centsText(-left)} below its salvage value`
  const plan = plansOf(scope).get(number)
  if (!plan) return
  const planned = totalOf(plan.schedule.slice(plan.next), 'amount')
  if (planned !== left) yield `${centsText(planned)} is planned of the ${centsText(left)} that is left`
}

/** Posted and planned recognition of a contract add up to its price (§13.4). */
export function* recognitionAddsUp(scope: AuditScope): Iterable<Finding> {
  const { world } = scope
  for (const definition of scope.types) {
    const { name, contract: rules } = definition
    if (!rules) continue
    for (const contract of scope.rows(name)) {
      if (contract.status !== 'active' && contract.status !== 'completed') continue
      const entries = rowsOf({ ...scope, rules }, 'recognitions', contract).filter(
        (one) => one.record_status !== 'archived',
      )
      const where = whereOf(definition, contract)
      for (const { what, planned, expected } of parts(
        world,
        linesOf(contract, rules.obligations),
        contract,
        entries,
      ))
        if (planned !== expected)
          yield { where, text: `${what} recognises ${centsText(planned)}, not ${centsText(expected)}` }
    }
  }
}

/** A given schedule is checked as a whole, a computed one by obligation unless a milestone is open. */
function parts(world: World, obligations: readonly Row[], contract: Row, entries: readonly Row[]) {
  const total = (rows: readonly Row[]): Cents => totalOf(rows, 'amount')
  const metered = new Set(obligations.filter(isUsage).map(({ id }) => id))
  const scheduled = entries.filter((entry) => !metered.has(entry.performance_obligation_id))
  const given = givenSchedule(world, contract)
  if (given.length > 0) return [{ what: 'the schedule', planned: total(scheduled), expected: total(given) }]
  return obligations
    .filter((obligation) => !isUsage(obligation) && !hasOpenMilestone(obligation))
    .map((obligation) => ({
      what: `obligation ${String(obligation.id)}`,
      planned: total(scheduled.filter((entry) => entry.performance_obligation_id === obligation.id)),
      expected: centsOf(obligation, 'allocated_amount'),
    }))
}

/**
 * Checks assets in the company's currency: the ledger contains the posted depreciation; an asset at the end
 * of its useful life has the salvage value as book value; a disposal removed the whole book value (§11.7).
 */
export const assetsAreWorthWhatIsLeft = aboutAssets(worthProblemsOf)

function* worthProblemsOf(scope: Scope, definition: Definition, asset: Row): Iterable<string> {
  const { writes, disposals } = settingOf(definition, 'depreciates')
  const number = numberOf(asset, 'number')
  const written = postedFor(scope, writes, number)
  const { cost, salvage, opening, posted } = valuesOf(scope, writes, asset)
  const carried = sum(written.map((row) => carriedBy(scope, row)))
  if (!carried.eq(posted)) yield `the ledger carries ${carried.toFixed(2)} of ${posted.toFixed(2)}`
  for (const row of postedFor(scope, disposals, number)) {
    const [gone, gain] = [
      decimalOf(row, 'amount').minus(decimalOf(row, 'accumulated')),
      decimalOf(row, 'gain'),
    ]
    const left = cost.minus(opening).minus(posted)
    if (!gone.eq(left)) yield `it left with ${gone.toFixed(2)} and was worth ${left.toFixed(2)}`
    if (!gain.eq(decimalOf(row, 'proceeds').minus(gone))) yield `its gain is ${gain.toFixed(2)}`
  }
  if (isDisposed(scope, definition, number) || asset.record_status !== 'posted') return
  const plan = plansOf(scope).get(number)
  const isOver = plan !== undefined && plan.schedule.length > 0 && plan.next === plan.schedule.length
  const worth = cost.minus(opening).minus(posted)
  if (isOver && !worth.eq(salvage))
    yield `its life is over and it is worth ${worth.toFixed(2)}, not ${salvage.toFixed(2)}`
}

/** The amount that the ledger entry of a depreciation credited to the accumulation account. */
function carriedBy(scope: Scope, row: Row): Decimal {
  const { accumulation_account_number: account, expense_account_number: expense } = row
  // An account that is both debited and credited does not change.
  if (account === expense) return decimalOf(row, 'company_amount')
  const own = ledgerLinesOf(scope, row).filter((line) => line.account_number === account)
  return decimal(centsText(-net(own)))
}
