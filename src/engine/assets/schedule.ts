import { invariant } from '../../kernel/invariant'
import { type Decimal, decimal, type Round, type Spread } from '../../kernel/money'
import { type ScheduledAmount, scheduledAmounts } from '../recognition/schedule'
import { customAmounts, decliningAmounts } from './amounts'
import { nextPeriodEnd } from './fiscal-months'
import {
  customPeriods,
  type DepreciationPeriod,
  type DepreciationProgress,
  depreciationPeriods,
} from './periods'
import type { DepreciationMethod, DepreciationTerms } from './terms'

/**
 * Computes the remaining depreciation schedule of an asset (§11.7). The schedule and the
 * depreciation so far add up exactly to cost less salvage value.
 *
 * @returns undefined for methods that are stored but post nothing
 */
export function depreciationSchedule(
  terms: DepreciationTerms,
  progress: DepreciationProgress,
  cents: WholeCents,
): ScheduledAmount[] | undefined {
  const method = METHODS[terms.method]
  if (!method) return undefined
  const left = terms.cost.minus(terms.salvage).minus(progress.writtenOff)
  if (!left.gt(0)) return []
  const planned = method(terms, progress, cents)
  // If the useful life is over, the rest is posted at the next period end.
  return planned.length > 0 || progress.through === null
    ? planned
    : [{ date: nextPeriodEnd(progress.through, terms), amount: left }]
}

interface WholeCents {
  readonly round: Round
  readonly spread: Spread
}

type Method = (
  terms: DepreciationTerms,
  progress: DepreciationProgress,
  cents: WholeCents,
) => ScheduledAmount[]

/** Spreads the depreciation over the periods of the useful life that are not processed yet. */
const overLife =
  (
    amountsOf: (
      terms: DepreciationTerms & { readonly usefulLife: number },
      bookValue: Decimal,
      periods: readonly DepreciationPeriod[],
      cents: WholeCents,
    ) => Decimal[],
  ): Method =>
  (terms, progress, cents) => {
    const { usefulLife } = terms
    invariant(usefulLife !== null, 'this depreciation method needs a useful life')
    const periods = depreciationPeriods(terms, usefulLife, progress)
    const bookValue = terms.cost.minus(progress.writtenOff)
    return scheduledAmounts(
      periods.map(({ date }) => date),
      amountsOf({ ...terms, usefulLife }, bookValue, periods, cents),
    )
  }

const equalParts = overLife(({ salvage }, bookValue, periods, { spread }) =>
  spread(
    bookValue.minus(salvage),
    periods.map(({ months }) => months),
  ),
)

const declining = (factorOf: (terms: DepreciationTerms) => Decimal): Method =>
  overLife((terms, bookValue, periods, { round }) =>
    decliningAmounts({ ...terms, bookValue, factor: factorOf(terms) }, periods, round),
  )

const custom: Method = (terms, progress, { round }) => {
  const { custom: schedule, cost, salvage } = terms
  invariant(schedule !== null, 'the method custom needs a custom schedule')
  const count = schedule.entries.reduce((total, { periods }) => total + periods, 0)
  const dates = customPeriods(terms, count, progress.moved)
  const open = dates.filter((date) => progress.through === null || date > progress.through)
  const bookValue = cost.minus(progress.writtenOff)
  return scheduledAmounts(
    open,
    customAmounts(schedule, count - open.length, { cost, bookValue, salvage }, round),
  )
}

const METHODS: Readonly<Record<DepreciationMethod, Method | undefined>> = {
  straight_line: equalParts,
  straight_line_prorate_even: equalParts,
  declining_balance: declining(({ acceleration }) => acceleration),
  double_declining: declining(() => decimal(2)),
  custom,
  macrs_gds: undefined,
  macrs_ads: undefined,
}
