import { amountText, type Decimal } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import type { Context } from '../model/context'
import { findRecord } from '../model/find-record'
import { numberOf } from '../model/row'
import { settingOf } from '../model/setting-of'
import { COMPANIES } from '../model/tables'
import type { Definition } from '../schema/define'
import { create } from '../write/create'
import { changeRow } from '../write/save'
import { valuesOf } from './book-value'
import { lastDepreciation } from './last-depreciation'
import { plansOf, removePlan } from './plan'
import { postDepreciation } from './run'

export interface Disposal {
  readonly date: string
  /** Proceeds of the disposal, in the company's currency. */
  readonly proceeds: Decimal
  /** Account that receives the proceeds; null for Undeposited Funds. */
  readonly account_number: number | null
}

/**
 * Disposes of an asset. What it has lost until then is written off first. The ledger entry clears cost and
 * accumulated depreciation, debits the proceeds and posts the difference as gain or loss. Depreciation of the
 * asset ends (§11.7).
 *
 * @throws Refusal if the period is locked
 */
export function dispose(context: Context, definition: Definition, asset: Row, disposal: Disposal): void {
  postDisposal(context, definition, asset, disposal)
  const plan = plansOf(context).get(numberOf(asset, 'number'))
  if (plan) removePlan(context, plan)
  changeRow(context, definition.name, asset, { status: 'disposed' }, context.actor)
}

/** Posts the last depreciation and the disposal; the plan and the status of the asset do not change. */
export function postDisposal(
  context: Context,
  definition: Definition,
  asset: Row,
  { date, proceeds, account_number }: Disposal,
): void {
  const { writes, disposals } = settingOf(definition, 'depreciates')
  const last = lastDepreciation(context, asset, date)
  if (last) postDepreciation(context, writes, asset, last)
  const { cost, opening, posted } = valuesOf(context, writes, asset)
  const accumulated = opening.plus(posted)
  const company = findRecord(context, COMPANIES, 'id', asset.company_id)
  create(context, context.world.registry.type(disposals), {
    date,
    company_id: asset.company_id,
    currency_iso_4217_code: company?.currency_iso_4217_code,
    exchange_rate: '1',
    amount: amountText(cost),
    fixed_asset_number: asset.number,
    asset_account_number: asset.asset_account_number,
    accumulation_account_number: asset.accumulation_account_number,
    account_number,
    accumulated: amountText(accumulated),
    proceeds: amountText(proceeds),
    gain: amountText(proceeds.plus(accumulated).minus(cost)),
  })
}
