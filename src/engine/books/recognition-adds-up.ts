import { type Decimal, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { decimalOf, linesOf } from '../columns'
import { hasOpenMilestone, isUsage } from '../contracts/conditions'
import { rowsOf } from '../contracts/contract-scene'
import { givenSchedule } from '../contracts/given-schedule'
import type { World } from '../world'
import type { Finding } from './finding'

/** What a contract has recognised and what it still will make what was sold (docs/service.md §13.4). */
export function* recognitionAddsUp(world: World, organization: string): Iterable<Finding> {
  for (const { name, model, contract: rules } of world.machine.everything) {
    if (!rules) continue
    const recognitions = world.store.table(organization, rules.recognitions)
    for (const contract of world.store.table(organization, name).rows()) {
      if (contract.status !== 'active' && contract.status !== 'completed') continue
      const entries = rowsOf(recognitions, contract).filter((one) => one.record_status !== 'archived')
      const where = `${model} ${String(contract.id)}`
      for (const { what, planned, expected } of parts(
        world,
        linesOf(contract, rules.obligations),
        contract,
        entries,
      ))
        if (!planned.equals(expected))
          yield { where, text: `${what} recognises ${planned.toFixed(2)}, not ${expected.toFixed(2)}` }
    }
  }
}

interface Part {
  readonly what: string
  readonly planned: Decimal
  readonly expected: Decimal
}

/** A given schedule counts as a whole, a computed one by obligation; what is still to be achieved is not known. */
function parts(
  world: World,
  obligations: readonly Row[],
  contract: Row,
  entries: readonly Row[],
): readonly Part[] {
  const total = (rows: readonly Row[]): Decimal => sum(rows.map((row) => decimalOf(row, 'amount')))
  const metered = new Set(obligations.filter(isUsage).map(({ id }) => id))
  const scheduled = entries.filter((entry) => !metered.has(entry.performance_obligation_id))
  const given = givenSchedule(world, contract)
  if (given.length > 0) return [{ what: 'the schedule', planned: total(scheduled), expected: total(given) }]
  return obligations
    .filter((obligation) => !isUsage(obligation) && !hasOpenMilestone(obligation))
    .map((obligation) => ({
      what: `obligation ${String(obligation.id)}`,
      planned: total(scheduled.filter((entry) => entry.performance_obligation_id === obligation.id)),
      expected: decimalOf(obligation, 'allocated_amount'),
    }))
}
