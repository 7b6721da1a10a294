import type { Row } from '../../kernel/store'
import { numberOf, textOf } from '../columns'
import { openDay } from '../open-day'
import { create } from '../operations/create'
import type { World } from '../world'
import type { PlannedAmount } from './depreciation-plan'

/** Writes off a planned amount as a record of its own, in an open period (docs/service.md §11.7). */
export function postDepreciation(
  world: World,
  organization: string,
  writes: string,
  asset: Row,
  { date, amount }: PlannedAmount,
): void {
  const actor = {
    actor_type: 'depreciation',
    email: null,
    first_name: textOf(asset, 'name'),
    last_name: null,
  }
  create(world, world.machine.resource(writes), organization, actor, {
    // Where no day is open any more, the ordinary check refuses it.
    date: openDay(world, organization, numberOf(asset, 'company_id'), date),
    company_id: asset.company_id,
    currency_iso_4217_code: asset.currency_iso_4217_code,
    exchange_rate: asset.exchange_rate,
    amount,
    fixed_asset_number: asset.number,
    expense_account_number: asset.expense_account_number,
    accumulation_account_number: asset.accumulation_account_number,
  })
}
