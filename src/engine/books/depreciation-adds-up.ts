import { sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { decimalOf, numberOf } from '../columns'
import { plansOf } from '../depreciation/depreciation-plan'
import { depreciationsOf } from '../depreciation/depreciations-of'
import type { Definition } from '../vocabulary/define'
import type { World } from '../world'
import type { Finding } from './finding'

/**
 * What was written off an asset and what is planned reach its salvage value and go no further; an asset that
 * is not in the books has lost nothing (docs/service.md §11.7).
 */
export function* depreciationAddsUp(world: World, organization: string): Iterable<Finding> {
  for (const definition of world.machine.everything)
    if (definition.depreciates)
      for (const asset of world.store.table(organization, definition.name).rows())
        for (const text of problemsOf(world, organization, definition, asset))
          yield { where: `${definition.model} ${String(asset.number)}`, text }
}

function* problemsOf(
  world: World,
  organization: string,
  { depreciates }: Definition,
  asset: Row,
): Iterable<string> {
  const number = numberOf(asset, 'number')
  const { total } = depreciationsOf(world, organization, depreciates?.writes ?? '', number)
  if (asset.record_status !== 'posted') {
    if (!total.isZero()) yield `it is ${String(asset.record_status)} and has lost ${total.toFixed(2)}`
    return
  }
  const left = decimalOf(asset, 'cost')
    .minus(decimalOf(asset, 'salvage_value'))
    .minus(decimalOf(asset, 'accumulated_beginning_balance'))
    .minus(total)
  if (left.isNegative()) yield `it is ${left.abs().toFixed(2)} below its salvage value`
  const plan = plansOf(world, organization).get(number)
  if (!plan) return
  const planned = sum(plan.schedule.slice(plan.next).map((entry) => decimalOf(entry, 'amount')))
  if (!planned.equals(left)) yield `${planned.toFixed(2)} is planned of the ${left.toFixed(2)} that is left`
}
