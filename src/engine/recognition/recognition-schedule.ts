import { invariant } from '../../kernel/invariant'
import { type Decimal, decimal } from '../../kernel/money'
import { type Round, spread } from '../spread'
import { type RecognitionPeriod, recognitionPeriods, type UnitStart } from './recognition-periods'
import type { Rhythm } from './rhythm'
import { type ScheduledAmount, scheduledAmounts } from './scheduled-amount'
import { straightLineWeights } from './straight-line-weights'

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
    return scheduledAmounts(dates, spread(net, weightsOf(periods), round))
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
  return scheduledAmounts(dates, spread(net, shares, round))
}

const onReport: Strategy = () => []

const STRATEGIES = {
  straight_line: overTime(straightLineWeights),
  straight_line_start_end_even: overTime((periods) => periods.map(() => one)),
  daily_prorata: overTime((periods) => periods.map(daysOf)),
  milestone: onAchievement,
  usage: onReport,
  usage_tiered: onReport,
  immediate: allOn(({ start }) => start),
  deposit_release: allOn(({ releaseDate, end }) => releaseDate ?? end),
} satisfies Record<string, Strategy>

export type RecognitionStrategy = keyof typeof STRATEGIES
