import type { Timer } from '../../kernel/clock'
import { invariant } from '../../kernel/invariant'
import { amountText, type Decimal, decimal, round } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { firstOpenDate } from '../ledger/period-locks'
import { namedAuthor, type Scope, type World } from '../model/context'
import { decimalOf, numberOf, textOf } from '../model/row'
import { refusalErrors } from '../write/all-or-nothing'
import { changeRow } from '../write/save'
import { create } from '../write/verbs'
import { valuesOf } from './book-value'
import { nextPeriodEnd } from './fiscal-months'
import {
  type DepreciationPlan,
  depreciationsOf,
  depreciationTerms,
  type PlannedAmount,
  plansOf,
  withTimer,
} from './plan'

/** Runs when the timer of an asset fires: posts due entries, and sets the next timer (§11.7). */
export function wakeDepreciation(world: World, { scope: organization, data }: Timer): void {
  const scope = { world, organization }
  const { definition } = world.registry.type(textOf(data, 'resource'))
  const plans = plansOf(scope)
  const asset = world.store.table(organization, definition.name).get(numberOf(data, 'number'))
  const plan = plans.get(numberOf(data, 'number'))
  invariant(asset && plan && definition.depreciates, `asset ${String(data.number)} has no depreciation plan`)
  const context = { ...scope, asset, writes: definition.depreciates.writes }
  const isOn = world.assumptions.read('depreciation-run') === 'on'
  const posted = isOn ? postDue(context, plan) : plan
  const day = isOn ? nextDay(context, posted) : undefined
  plans.put(withTimer(scope, definition.name, { ...posted, timer: null }, day))
  if (posted.next < plan.schedule.length || world.assumptions.read('asset-status') === 'manual') return
  changeRow(scope, definition.name, asset, { status: 'fully_amortized' })
}

/** True if an entry that was due has not been posted. */
export function hasMissed(world: World, { scope: organization, data }: Timer): boolean {
  const plan = plansOf({ world, organization }).get(numberOf(data, 'number'))
  const entry = plan?.schedule[plan.next]
  return entry !== undefined && entry.date <= world.clock.today
}

interface AssetContext extends Scope {
  readonly asset: Row
  readonly writes: string
}

/** Posts all entries dated up to today, in order. A refused entry blocks the later entries. */
function postDue(context: AssetContext, plan: DepreciationPlan): DepreciationPlan {
  let done = plan
  for (const entry of plan.schedule.slice(plan.next)) {
    if (entry.date > context.world.clock.today) break
    const further = { ...done, next: done.next + 1, through: entry.date, timer: null }
    if (!tryPosting(context, entry, further)) break
    done = further
  }
  return done
}

function tryPosting(context: AssetContext, entry: PlannedAmount, further: DepreciationPlan): boolean {
  const { asset, writes } = context
  const errors = refusalErrors(context.world, () => {
    postDepreciation(context, writes, asset, entry)
    plansOf(context).put(further)
  })
  return errors === undefined
}

/** The day of the next attempt. A refused entry is retried at the end of the next period. */
function nextDay(context: AssetContext, { schedule, next }: DepreciationPlan): string | undefined {
  const { world, asset } = context
  const { today } = world.clock
  const entry = schedule[next]
  if (!entry) return undefined
  const day = entry.date > today ? entry.date : nextPeriodEnd(today, depreciationTerms(context, asset))
  return day > today ? day : undefined
}

/** Converts at the asset's rate. The last entry takes the remaining value; no entry takes more (§11.7). */
function companyAmount(scope: Scope, writes: string, asset: Row, amount: Decimal): Decimal {
  const { cost, salvage, opening, posted } = valuesOf(scope, writes, asset)
  const left = cost.minus(salvage).minus(opening).minus(posted)
  const { total } = depreciationsOf(scope, writes, numberOf(asset, 'number'))
  const leftInRecord = ['salvage_value', 'accumulated_beginning_balance'].reduce(
    (rest, column) => rest.minus(decimalOf(asset, column)),
    decimalOf(asset, 'cost').minus(total),
  )
  const atRate = amount.times(decimal(textOf(asset, 'exchange_rate')))
  const valued = round(atRate, scope.world.assumptions.read('rounding'))
  return amount.eq(leftInRecord) || valued.gt(left) ? left : valued
}

/** Posts a planned amount as a depreciation record, dated in an open period (§11.7). */
export function postDepreciation(
  scope: Scope,
  writes: string,
  asset: Row,
  { date, amount }: PlannedAmount,
): void {
  const actor = namedAuthor('depreciation', textOf(asset, 'name'))
  create({ ...scope, actor }, scope.world.registry.type(writes), {
    // If no open day is left, the period lock refuses the record.
    date: firstOpenDate(scope, numberOf(asset, 'company_id'), date),
    company_id: asset.company_id,
    currency_iso_4217_code: asset.currency_iso_4217_code,
    exchange_rate: asset.exchange_rate,
    amount,
    company_amount: amountText(companyAmount(scope, writes, asset, decimal(amount))),
    fixed_asset_number: asset.number,
    expense_account_number: asset.expense_account_number,
    accumulation_account_number: asset.accumulation_account_number,
  })
}
