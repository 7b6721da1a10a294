import { weekdayOf } from '../../kernel/civil-day'
import {
  type Decimal,
  decimal,
  type Round,
  type Rounding,
  round,
  type Spread,
  zero,
} from '../../kernel/money'
import { dateOfDay, dayNumber, LAST_DATE } from '../../kernel/plain-date'
import { addUnits, type Rhythm } from './periods'
import { type ScheduledAmount, scheduledAmounts } from './schedule'

/**
 * Computes the amount of a usage record (`usage-amount`, §13.4).
 *
 * @param recordRate the rate of the usage record, which takes precedence over the obligation's rate
 */
export const usageAmount = (
  quantity: Decimal,
  recordRate: Decimal | null,
  obligationRate: Decimal,
  round: Round,
): Decimal => round(quantity.times(recordRate ?? obligationRate))

export interface Tier {
  /** Upper limit of the cumulated quantity, rising from tier to tier; null in the last tier. */
  readonly upTo: Decimal | null
  readonly rate: Decimal
}

/**
 * Computes the price of a quantity under graduated tiers (`usage-tiers`, §13.4). Each part of the quantity is priced at
 * the rate of its tier; only the total is rounded. A negative quantity gives back what it cost.
 *
 * @param before cumulated quantity of the earlier records
 */
export const tieredAmount = (
  tiers: readonly Tier[],
  before: Decimal,
  quantity: Decimal,
  round: Round,
): Decimal => round(costOf(tiers, before.plus(quantity)).minus(costOf(tiers, before)))

/** The unrounded price of a cumulated quantity, from the first unit on. */
function costOf(tiers: readonly Tier[], cumulated: Decimal): Decimal {
  let cost = zero
  let floor = zero
  for (const { upTo, rate } of tiers) {
    const isReached = upTo === null || cumulated.lt(upTo)
    const top = isReached ? cumulated : upTo
    cost = cost.plus(top.minus(floor).times(rate))
    if (isReached) break
    floor = top
  }
  return cost
}

const PLACES = 6

/** The average price of one unit, to six places (`usage-tiers`, §13.4); 0 if the quantity is 0. */
export const effectiveRate = (amount: Decimal, quantity: Decimal, rounding: Rounding): Decimal =>
  quantity.eq(0) ? zero : round(amount.div(quantity), rounding, PLACES)

interface BillingTerms {
  /** YYYY-MM-DD */
  readonly start: string
  /** Last day of billing; null for a single instalment. */
  readonly end: string | null
  readonly rhythm: Rhythm
  readonly time: 'in-advance' | 'in-arrears'
}

/**
 * Returns the dates of instalments (`billing-periods`, §13.5). Period k starts k x interval units after the first day,
 * so 31 January is followed by 28 February and 31 March. In advance, an instalment is dated on the first day of its
 * period, in arrears on the last. Weekly billing with an anchor starts on the first such weekday. Without an end there
 * is one instalment, on the first day. If no period starts by the end, there is one instalment, on the start.
 */
function billingDates({ start, end, rhythm, time }: BillingTerms): string[] {
  const { frequency, interval } = rhythm
  const first = firstDay(dayNumber(start), rhythm)
  const last = dayNumber(end ?? LAST_DATE)
  const dates: string[] = []
  for (let day = first; day <= last; ) {
    const next = addUnits(frequency, first, (dates.length + 1) * interval)
    const isEarly = time === 'in-advance' || end === null
    dates.push(dateOfDay(isEarly ? day : Math.min(next - 1, last)))
    if (end === null) break
    day = next
  }
  return dates.length > 0 ? dates : [start]
}

const firstDay = (start: number, { frequency, anchorWeekday }: Rhythm): number =>
  frequency === 'weekly' && anchorWeekday !== null
    ? start + ((anchorWeekday - weekdayOf(start) + 7) % 7)
    : start

const one = decimal(1)

/** Splits a net amount into equal instalments (`billing-periods`, §13.5). */
export function billingInstalments(net: Decimal, terms: BillingTerms, spread: Spread): ScheduledAmount[] {
  const dates = billingDates(terms)
  const equal = dates.map(() => one)
  return scheduledAmounts(dates, spread(net, equal))
}
