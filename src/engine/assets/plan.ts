import { invariant } from '../../kernel/invariant'
import { type Decimal, decimal, type Round, round, spreadBy, sum } from '../../kernel/money'
import type { Row, Table } from '../../kernel/store'
import { type RowIn, table } from '../../kernel/table-shape'
import type { Scope } from '../model/context'
import { findRecord } from '../model/find-record'
import { decimalOf, linesOf, numberOf, numberOrNull, textOf, wordOf } from '../model/row'
import { COMPANIES } from '../model/tables'
import { rescheduleAt } from '../model/timer-kind'
import type { ScheduledAmount } from '../recognition/schedule'
import { endOfMonth, lastMonthEnd, monthOf, periodEnd } from './fiscal-months'
import { depreciationSchedule } from './schedule'
import type { DepreciationTerms } from './terms'

/** The kind of the timers that wait for the next depreciation of an asset. */
export const DEPRECIATION = 'depreciation'

/** The depreciation schedule of an asset and its progress. Every posted asset that depreciates has one plan. */
const PLANS = table('depreciationPlans', {
  /** The number of the asset. */
  id: 'count',
  schedule: [{ date: 'date', amount: 'decimal' }],
  /** Index of the first entry that is not posted. */
  next: 'count',
  /** The last day already processed. */
  through: 'date?',
  /** Months by which pauses have moved the remaining schedule. */
  moved: 'integer',
  timer: 'count?',
})
export type DepreciationPlan = RowIn<typeof PLANS>
export type PlannedAmount = DepreciationPlan['schedule'][number]

export const plansOf = ({ world, organization }: Scope): Table<DepreciationPlan> =>
  world.store.table(organization, PLANS)

/**
 * Computes the schedule of the remaining depreciation.
 *
 * @param posted depreciation that the service has posted so far
 * @returns undefined for methods that post nothing
 */
export function planOf(
  scope: Scope,
  asset: Row,
  posted: Decimal,
  { moved, through }: Pick<DepreciationPlan, 'moved' | 'through'> = NO_PROGRESS,
): DepreciationPlan | undefined {
  const writtenOff = decimalOf(asset, 'accumulated_beginning_balance').plus(posted)
  const before =
    asset.accumulated_through === null ? null : lastMonthEnd(textOf(asset, 'accumulated_through'))
  const progress = { writtenOff, moved, through: later(through, before) }
  const terms = depreciationTerms(scope, asset)
  const { assumptions } = scope.world
  const inCents: Round = (value) => round(value, assumptions.read('rounding'))
  const spread = spreadBy(assumptions.read('schedule-remainder'), inCents)
  const planned = depreciationSchedule(terms, progress, { round: inCents, spread })
  const schedule = planned && joinEarlyEntries(firstDay(asset), planned, terms)
  return (
    schedule && {
      id: numberOf(asset, 'number'),
      schedule: schedule.map(({ date, amount }) => ({ date, amount: amount.toFixed(2) })),
      next: 0,
      through: progress.through,
      moved,
      timer: null,
    }
  )
}

/** The first day on which depreciation may be posted: purchase or depreciation start, whichever is earlier. */
const firstDay = (asset: Row): string =>
  [textOf(asset, 'purchase_date'), textOf(asset, 'depreciation_start_date')].sort()[0] ?? ''

/** Joins the entries before `day` with the first entry after them. A convention may start before the purchase. */
function joinEarlyEntries(
  day: string,
  schedule: readonly ScheduledAmount[],
  terms: DepreciationTerms,
): readonly ScheduledAmount[] {
  const early = schedule.filter(({ date }) => date < day)
  if (early.length === 0) return schedule
  const [first, ...rest] = schedule.slice(early.length)
  const date = first?.date ?? endOfMonth(periodEnd(monthOf(day), terms))
  return [{ date, amount: sum([...early, ...(first ? [first] : [])].map(({ amount }) => amount)) }, ...rest]
}

const NO_PROGRESS = { moved: 0, through: null }

export const later = (a: string | null, b: string | null): string | null =>
  a === null || (b && b > a) ? b : a

export function depreciationTerms(scope: Scope, asset: Row): DepreciationTerms {
  const company = findRecord(scope, COMPANIES, 'id', asset.company_id)
  invariant(company, 'an asset has a company')
  const entries = linesOf(asset, 'custom_schedule').map((entry) => ({
    value: decimalOf(entry, 'value'),
    periods: numberOf(entry, 'period_count'),
  }))
  return {
    method: wordOf(asset, 'depreciation_method'),
    convention: wordOf(asset, 'convention'),
    frequency: wordOf(asset, 'depreciation_frequency'),
    start: textOf(asset, 'depreciation_start_date'),
    usefulLife: numberOrNull(asset, 'useful_life'),
    cost: decimalOf(asset, 'cost'),
    salvage: decimalOf(asset, 'salvage_value'),
    acceleration: decimal(textOf(asset, 'acceleration_factor')),
    custom: entries.length === 0 ? null : { type: wordOf(asset, 'custom_schedule_type'), entries },
    fiscalYearEnd: company.fiscal_year_end_month,
  }
}

/** Returns the plan with a timer for `day`, or without a timer if there is no day. */
export const withTimer = (
  { world, organization }: Scope,
  resource: string,
  plan: DepreciationPlan,
  day: string | undefined,
): DepreciationPlan => ({
  ...plan,
  timer: rescheduleAt(world, plan.timer, day, {
    kind: DEPRECIATION,
    scope: organization,
    data: { resource, number: plan.id },
  }),
})

export function removePlan(scope: Scope, plan: DepreciationPlan): void {
  if (plan.timer !== null) scope.world.clock.cancel(plan.timer)
  plansOf(scope).remove(plan.id)
}

/** Returns the depreciation or disposals posted for an asset, oldest first. Archived ones are left out. */
export function postedFor({ world, organization }: Scope, resource: string, number: number): Row[] {
  const table = world.store.table(organization, resource)
  return table.rowsWhere('fixed_asset_number', number).filter((row) => row.record_status === 'posted')
}

export interface Depreciated {
  /** Posted and not archived, oldest first. */
  readonly rows: readonly Row[]
  readonly total: Decimal
  /** In the company's currency. */
  readonly inCompany: Decimal
}

/** Returns the depreciation that the service has posted for an asset. */
export function depreciationsOf(scope: Scope, writes: string, number: number): Depreciated {
  const rows = postedFor(scope, writes, number)
  const totalOf = (column: string): Decimal => sum(rows.map((row) => decimalOf(row, column)))
  return { rows, total: totalOf('amount'), inCompany: totalOf('company_amount') }
}
