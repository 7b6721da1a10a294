import { allocate, type Round } from '../../kernel/allocate'
import { invariant } from '../../kernel/invariant'
import { type Decimal, decimal, sum, zero } from '../../kernel/money'
import type { RecognitionStrategy } from '../schema/contract-fields'
import {
  type PeriodUnit,
  type RecognitionPeriod,
  type Rhythm,
  recognitionPeriods,
  type UnitStart,
} from './periods'

export interface Milestone {
  /** A percentage or an amount, the same for all milestones of an obligation. */
  readonly share: Decimal
  /** null until it is achieved. */
  readonly achievedDate: string | null
}

/** What an obligation says about when it is recognised. */
export interface RecognitionTerms {
  /** YYYY-MM-DD, as are all dates here. */
  readonly start: string
  /** Not before the start; null only where the strategy does without. */
  readonly end: string | null
  readonly rhythm: Rhythm
  readonly unitStart: UnitStart
  /** Of `milestone`, in list order. */
  readonly milestones: readonly Milestone[]
  /** Of `deposit_release`. */
  readonly releaseDate: string | null
}

/**
 * When how much of an obligation is recognised (docs/service.md §13.4). The amounts add up to the net amount
 * exactly, apart from milestones that are not achieved yet. Dates rise; those of milestones are in list order.
 * What is used is recognised as it is reported, so the strategies for usage schedule nothing.
 *
 * @param net in cents
 */
export function recognitionSchedule(
  strategy: RecognitionStrategy,
  net: Decimal,
  terms: RecognitionTerms,
  round: Round,
): ScheduledAmount[] {
  return STRATEGIES[strategy](net, terms, round)
}

type Strategy = (net: Decimal, terms: RecognitionTerms, round: Round) => ScheduledAmount[]

const one = decimal(1)

const daysOf = ({ units }: RecognitionPeriod): Decimal =>
  decimal(units.reduce((days, unit) => days + unit.days, 0))

/** In proportion to the weights of the periods that the term touches. */
const overTime =
  (weightsOf: (periods: readonly RecognitionPeriod[]) => Decimal[]): Strategy =>
  (net, { start, end, rhythm, unitStart }, round) => {
    invariant(end !== null, 'What is recognised over time has an end')
    const periods = recognitionPeriods(start, end, rhythm, unitStart)
    const dates = periods.map(({ date }) => date)
    return scheduledAmounts(dates, allocate(net, weightsOf(periods), round))
  }

const allOn =
  (dateOf: (terms: RecognitionTerms) => string | null): Strategy =>
  (net, terms) => {
    const date = dateOf(terms)
    invariant(date !== null, 'What is recognised at once has a date')
    return scheduledAmounts([date], [net])
  }

const onAchievement: Strategy = (net, { milestones }, round) => {
  const dates = milestones.map(({ achievedDate }) => achievedDate)
  const shares = milestones.map(({ share }) => share)
  return scheduledAmounts(dates, allocate(net, shares, round))
}

const onReport: Strategy = () => []

type Weights = { readonly [S in RecognitionStrategy]?: (periods: readonly RecognitionPeriod[]) => Decimal[] }

/** What the periods of a term weigh, by the strategies that recognise over time. */
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
 * What is recognised of the period that a day cuts, if recognition ends with that day (`contract-terminate`,
 * docs/service.md §13.2): its weight up to the day, of the weight of all periods. Undefined where the day cuts none.
 */
export function recognitionStub(
  strategy: RecognitionStrategy,
  net: Decimal,
  { start, end, rhythm, unitStart }: RecognitionTerms,
  day: string,
  round: Round,
): ScheduledAmount | undefined {
  const weightsOf = (WEIGHTS as Weights)[strategy]
  if (!weightsOf || end === null || day < start || day >= end) return undefined
  const periods = recognitionPeriods(start, end, rhythm, unitStart)
  const until = recognitionPeriods(start, day, rhythm, unitStart)
  const [whole, cut] = [periods[until.length - 1], until.at(-1)]
  if (!cut || whole?.date === cut.date) return undefined
  const weights = weightsOf(periods)
  // Beside the others, so that all have one denominator.
  const weight = weightsOf([...periods, cut]).at(-1) ?? zero
  const part = allocate(net, weights, round)[until.length - 1] ?? zero
  const share = round(net.times(weight).dividedBy(sum(weights)))
  const amount = share.abs().greaterThan(part.abs()) ? part : share
  return amount.isZero() ? undefined : { date: day, amount }
}

/** Whether a strategy plans a period after the other. */
export const isOverTime = (strategy: RecognitionStrategy): boolean => Object.hasOwn(WEIGHTS, strategy)

/** What is recognised or billed on a day; never 0. */
export interface ScheduledAmount {
  /** YYYY-MM-DD */
  readonly date: string
  /** In cents. */
  readonly amount: Decimal
}

/** Dates with their amounts, in the order given, leaving out what comes to nothing (docs/service.md §13.3). */
export function scheduledAmounts(
  dates: readonly (string | null)[],
  amounts: readonly Decimal[],
): ScheduledAmount[] {
  return dates.flatMap((date, index) => {
    const amount = amounts[index] ?? zero
    return date === null || amount.isZero() ? [] : [{ date, amount }]
  })
}

/**
 * A whole unit weighs 1, a partial one its days / days of the unit (`straight-line`, docs/service.md §13.4).
 * All of it times the common denominator, so that 17/31 and 14/31 add up to 1 exactly and a share of half a
 * cent is one.
 */
function straightLineWeights(periods: readonly RecognitionPeriod[]): Decimal[] {
  const lengths = new Set(periods.flatMap(({ units }) => units.map(({ length }) => length)))
  const denominator = [...lengths].reduce(commonMultiple, 1)
  const weightOf = ({ days, length }: PeriodUnit): number => (days * denominator) / length
  return periods.map(({ units }) => decimal(units.reduce((weight, unit) => weight + weightOf(unit), 0)))
}

const commonMultiple = (a: number, b: number): number => (a / commonDivisor(a, b)) * b

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))
