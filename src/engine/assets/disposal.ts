import { amountText, type Decimal, decimal, round, sum } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { settingOf } from '../model/compiled-type'
import type { Context, Scope } from '../model/context'
import { findRecord } from '../model/find-record'
import { numberOf } from '../model/row'
import { COMPANIES } from '../model/tables'
import type { Definition } from '../schema/define'
import { changeRow } from '../write/save'
import { create } from '../write/verbs'
import { valuesOf } from './book-value'
import { endOfMonth, fiscalYearStart, monthOf } from './fiscal-months'
import { lifeOf, type MonthSpan } from './periods'
import { type DepreciationPlan, depreciationTerms, type PlannedAmount, plansOf, removePlan } from './plan'
import { postDepreciation } from './run'
import type { Convention, DepreciationTerms } from './terms'

export interface Disposal {
  readonly date: string
  /** Proceeds of the disposal, in the company's currency. */
  readonly proceeds: Decimal
  /** Account that receives the proceeds; null for Undeposited Funds. */
  readonly account_number: number | null
}

/**
 * Disposes of an asset. Depreciation up to that day is posted first. The ledger entry clears cost and
 * accumulated depreciation, debits the proceeds and posts the gain or loss. Depreciation ends (§11.7).
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

/**
 * The depreciation from the last posted entry to the disposal, by the asset's convention (§11.7). A planned
 * entry counts with the share of its months before the end of depreciation. Posted entries stay, so the
 * result is never negative; undefined if there is nothing to post.
 */
function lastDepreciation(scope: Scope, asset: Row, day: string): PlannedAmount | undefined {
  const { assumptions } = scope.world
  const plan = plansOf(scope).get(numberOf(asset, 'number'))
  if (!plan || asset.status === 'inactive' || assumptions.read('disposal-depreciation') === 'none')
    return undefined
  const terms = depreciationTerms(scope, asset)
  const end = endFor(terms, day)
  const life = lifeOf(terms, plan.moved)
  const shares = openEntries(plan, life).map(({ amount, months }) =>
    decimal(amount).times(shareBefore(end, months)),
  )
  const amount = round(sum(shares), assumptions.read('rounding'))
  return amount.gt(0) ? { date: day, amount: amount.toFixed(2) } : undefined
}

/** The entries that are not posted, each with the months of the life that it covers. */
function openEntries({ schedule, next, through }: DepreciationPlan, life: MonthSpan) {
  let from = through === null ? life.from : Math.max(monthOf(through) + 1, life.from)
  return schedule.slice(next).map(({ date, amount }) => {
    const months = { from, to: Math.min(monthOf(date) + 1, life.to) }
    from = monthOf(date) + 1
    return { amount, months }
  })
}

/** An entry that covers no month holds the rest of the useful life, so it counts whole. */
function shareBefore(end: number, { from, to }: MonthSpan): number {
  if (to <= from) return 1
  return Math.max(0, Math.min(end, to) - from) / (to - from)
}

/** The point at which depreciation ends, by the convention. A unit whose last day is `day` counts whole. */
function endFor({ convention, fiscalYearEnd }: DepreciationTerms, day: string): number {
  const month = monthOf(day)
  const { months, point } = ENDS[convention]
  const first = month - ((month - fiscalYearStart(month, fiscalYearEnd)) % months)
  return first + (day === endOfMonth(first + months - 1) ? months : point)
}

/** The length of each convention's unit in months, and the point in the unit at which depreciation ends. */
const ENDS: Readonly<Record<Convention, { readonly months: number; readonly point: number }>> = {
  full_month: { months: 1, point: 0 },
  mid_month: { months: 1, point: 0.5 },
  half_month: { months: 1, point: 0.5 },
  mid_quarter: { months: 3, point: 1.5 },
  half_year: { months: 12, point: 6 },
  full_year: { months: 12, point: 0 },
}
