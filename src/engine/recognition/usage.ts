import { type Decimal, type Round, type Rounding, round, zero } from '../../kernel/money'

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
 * Computes the price of a quantity under graduated tiers (`usage-tiers`, §13.4). Each part of
 * the quantity is priced at the rate of its tier; only the total is rounded. A negative quantity gives back
 * what it cost.
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
