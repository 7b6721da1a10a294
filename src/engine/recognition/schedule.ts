import { commonDivisor } from '../../kernel/common-divisor'
import { invariant } from '../../kernel/invariant'
import { type Decimal, decimal, type Spread, zero } from '../../kernel/money'
import type { RecognitionStrategy } from '../schema/contract-fields'
import {
  type PeriodUnit,
  type RecognitionPeriod,
  type Rhythm,
  recognitionPeriods,
  type UnitStart,
} from './periods'

export interface Milestone {
  /** A percentage or an amount. All milestones of an obligation use the same kind. */
  readonly share: Decimal
  /** null until achieved. */
  readonly achievedDate: string | null
}

export interface RecognitionTerms {
  /** All dates are YYYY-MM-DD. */
  readonly start: string
  /** Not before the start; null only for strategies that need no end. */
  readonly end: string | null
  readonly rhythm: Rhythm
  readonly unitStart: UnitStart
  /** For `milestone`, in list order. */
  readonly milestones: readonly Milestone[]
  /** For `deposit_release`. */
  readonly releaseDate: string | null
}

/**
 * Computes the recognition schedule of an obligation (§13.4). The amounts add up exactly to
 * the net, except for milestones that are not achieved yet. Entries are in date order, milestones in list
 * order. The schedule of usage is empty, because usage is recognised when it is reported.
 *
 * @param net rounded to cents
 */
export function recognitionSchedule(
  strategy: RecognitionStrategy,
  net: Decimal,
  terms: RecognitionTerms,
  spread: Spread,
): ScheduledAmount[] {
  return STRATEGIES[strategy](net, terms, spread)
}

type Strategy = (net: Decimal, terms: RecognitionTerms, spread: Spread) => ScheduledAmount[]

const one = decimal(1)

const daysOf = ({ units }: RecognitionPeriod): Decimal =>
  decimal(units.reduce((days, unit) => days + unit.days, 0))

/** Allocates the net to the periods of the term, in proportion to their weights. */
const overTime =
  (weightsOf: (periods: readonly RecognitionPeriod[]) => Decimal[]): Strategy =>
  (net, { start, end, rhythm, unitStart }, spread) => {
    invariant(end !== null, 'recognition over time needs an end date')
    const periods = recognitionPeriods(start, end, rhythm, unitStart)
    const dates = periods.map(({ date }) => date)
    return scheduledAmounts(dates, spread(net, weightsOf(periods)))
  }

const allOn =
  (dateOf: (terms: RecognitionTerms) => string | null): Strategy =>
  (net, terms) => {
    const date = dateOf(terms)
    invariant(date !== null, 'recognition on one day needs its date')
    return scheduledAmounts([date], [net])
  }

const onAchievement: Strategy = (net, { milestones }, spread) => {
  const dates = milestones.map(({ achievedDate }) => achievedDate)
  const shares = milestones.map(({ share }) => share)
  return scheduledAmounts(dates, spread(net, shares))
}

const onReport: Strategy = () => []

type Weights = { readonly [S in RecognitionStrategy]?: (periods: readonly RecognitionPeriod[]) => Decimal[] }

/** Period weights of the strategies that recognise over time. */
const WEIGHTS = {
  straight_line: straightLineWeights,
  straight_line_start_end_even: (periods: readonly RecognitionPeriod[]) => periods.map(() => one),
  daily_prorata: (periods: readonly RecognitionPeriod[]) => periods.map(daysOf),
}

const STRATEGIES: Readonly<Record<RecognitionStrategy, Strategy>> = {
  straight_line: overTime(WEIGHTS.straight_line),
  straight_line_start_end_even: overTime(WEIGHTS.straight_line_start_end_even),
  daily_prorata: overTime(WEIGHTS.daily_prorata),
  milestone: onAchievement,
  usage: onReport,
  usage_tiered: onReport,
  immediate: allOn(({ start }) => start),
  deposit_release: allOn(({ releaseDate, end }) => releaseDate ?? end),
}

/**
 * Computes the partial entry of the period that `day` cuts, if recognition ends on that day
 * (`contract-terminate`, §13.2). Its amount is net x weight up to the day / weight of all periods, at most
 * the full entry of the period. Returns undefined if the day cuts no period, or the amount is 0.
 */
export function recognitionStub(
  strategy: RecognitionStrategy,
  net: Decimal,
  { start, end, rhythm, unitStart }: RecognitionTerms,
  day: string,
  spread: Spread,
): ScheduledAmount | undefined {
  const weightsOf = (WEIGHTS as Weights)[strategy]
  if (!weightsOf || end === null || day < start || day >= end) return undefined
  const periods = recognitionPeriods(start, end, rhythm, unitStart)
  const until = recognitionPeriods(start, day, rhythm, unitStart)
  const [whole, cut] = [periods[until.length - 1], until.at(-1)]
  if (!cut || whole?.date === cut.date) return undefined
  const weights = weightsOf(periods)
  // Weighed together with the whole periods, so that all weights have the same denominator.
  const weight = weightsOf([...periods, cut]).at(-1) ?? zero
  const at = until.length - 1
  const part = spread(net, weights)[at] ?? zero
  const rest = (weights[at] ?? zero).minus(weight)
  const share = spread(net, [...weights.slice(0, at), weight, rest, ...weights.slice(at + 1)])[at] ?? zero
  const amount = share.abs().gt(part.abs()) ? part : share
  return amount.eq(0) ? undefined : { date: day, amount }
}

export const isOverTime = (strategy: RecognitionStrategy): boolean => Object.hasOwn(WEIGHTS, strategy)

/** An amount to recognise, bill or depreciate on a date; never 0. */
export interface ScheduledAmount {
  /** YYYY-MM-DD */
  readonly date: string
  /** Rounded to cents. */
  readonly amount: Decimal
}

/** Pairs dates with amounts. Leaves out amounts of 0 and amounts without a date (§13.3). */
export function scheduledAmounts(
  dates: readonly (string | null)[],
  amounts: readonly Decimal[],
): ScheduledAmount[] {
  return dates.flatMap((date, index) => {
    const amount = amounts[index] ?? zero
    return date === null || amount.eq(0) ? [] : [{ date, amount }]
  })
}

/** A whole unit weighs 1, a part its share (§13.4). Weights have one denominator, so exact half cents are rounded. */
function straightLineWeights(periods: readonly RecognitionPeriod[]): Decimal[] {
  const lengths = new Set(periods.flatMap(({ units }) => units.map(({ length }) => length)))
  const denominator = [...lengths].reduce(commonMultiple, 1)
  const weightOf = ({ days, length }: PeriodUnit): number => (days * denominator) / length
  return periods.map(({ units }) => decimal(units.reduce((weight, unit) => weight + weightOf(unit), 0)))
}

const commonMultiple = (a: number, b: number): number => (a / commonDivisor(a, b)) * b
