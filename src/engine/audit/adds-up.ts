import { type Cents, cents, centsText } from '../../kernel/cents'
import type { Row } from '../../kernel/store'
import { isDisposed } from '../assets/book-value'
import { depreciationsOf, plansOf } from '../assets/plan'
import { hasOpenMilestone, isUsage } from '../contracts/conditions'
import { givenSchedule, rowsOf } from '../contracts/context'
import type { Scope } from '../model/context'
import { centsOf, linesOf, numberOf, totalOf } from '../model/row'
import { settingOf } from '../model/setting-of'
import type { World } from '../model/world'
import type { Definition } from '../schema/define'
import type { AuditScope } from './audit-scope'
import type { Finding } from './finding'

/** Posted and planned depreciation ends exactly at the salvage value; unposted assets have none (§11.7). */
export function* depreciationAddsUp(context: AuditScope): Iterable<Finding> {
  for (const definition of context.types)
    if (definition.depreciates)
      for (const asset of context.rows(definition.name))
        for (const text of problemsOf(context, definition, asset))
          yield { where: `${definition.model} ${String(asset.number)}`, text }
}

function* problemsOf(context: Scope, definition: Definition, asset: Row): Iterable<string> {
  const number = numberOf(asset, 'number')
  const total = cents(
    depreciationsOf(context, settingOf(definition, 'depreciates').writes, number).total.toFixed(2),
  )
  if (asset.record_status !== 'posted') {
    const isGone = isDisposed(context, definition, number)
    if (total !== 0n && !isGone) yield `it is ${String(asset.record_status)} and has lost ${centsText(total)}`
    return
  }
  const left =
    centsOf(asset, 'cost') -
    centsOf(asset, 'salvage_value') -
    centsOf(asset, 'accumulated_beginning_balance') -
    total
  if (left < 0n) yield `it is ${centsText(-left)} below its salvage value`
  const plan = plansOf(context).get(number)
  if (!plan) return
  const planned = totalOf(plan.schedule.slice(plan.next), 'amount')
  if (planned !== left) yield `${centsText(planned)} is planned of the ${centsText(left)} that is left`
}

/** Posted and planned recognition of a contract add up to its price (§13.4). */
export function* recognitionAddsUp(context: AuditScope): Iterable<Finding> {
  const { world, organization } = context
  for (const { name, model, contract: rules } of context.types) {
    if (!rules) continue
    const recognitions = world.store.table(organization, rules.recognitions)
    for (const contract of context.rows(name)) {
      if (contract.status !== 'active' && contract.status !== 'completed') continue
      const entries = rowsOf(recognitions, contract).filter((one) => one.record_status !== 'archived')
      const where = `${model} ${String(contract.id)}`
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

/**
 * A given schedule is checked as a whole, a computed one by obligation. Obligations with an open milestone
 * are not planned completely, so they are skipped.
 */
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
