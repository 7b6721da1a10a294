import type { Round } from '../../kernel/allocate'
import { type Decimal, type Rounding, round, zero } from '../../kernel/money'

/**
 * What a usage record comes to (`usage-amount`, docs/service.md §13.4).
 *
 * @param recordRate the rate of the usage record itself, which goes before that of its obligation
 */
export const usageAmount = (
  quantity: Decimal,
  recordRate: Decimal | null,
  obligationRate: Decimal,
  round: Round,
): Decimal => round(quantity.times(recordRate ?? obligationRate))

export interface Tier {
  /** The cumulated quantity that it reaches to, rising from tier to tier; null in the last one. */
  readonly upTo: Decimal | null
  readonly rate: Decimal
}

/**
 * What a quantity costs after others have been used (`usage-tiers`, docs/service.md §13.4): each piece of it
 * at the rate of the tier that it lies in, rounded once. A quantity below 0 takes back what it cost.
 *
 * @param before cumulated quantity of the records that come first
 */
export const tieredAmount = (
  tiers: readonly Tier[],
  before: Decimal,
  quantity: Decimal,
  round: Round,
): Decimal => round(costOf(tiers, before.plus(quantity)).minus(costOf(tiers, before)))

/** Of everything from the first unit on. */
function costOf(tiers: readonly Tier[], cumulated: Decimal): Decimal {
  let cost = zero
  let floor = zero
  for (const { upTo, rate } of tiers) {
    const isReached = upTo === null || cumulated.lessThan(upTo)
    const top = isReached ? cumulated : upTo
    cost = cost.plus(top.minus(floor).times(rate))
    if (isReached) break
    floor = top
  }
  return cost
}

const PLACES = 6

/** What one unit came to on average, to six places (`usage-tiers`, docs/service.md §13.4); 0 for no units. */
export const effectiveRate = (amount: Decimal, quantity: Decimal, rounding: Rounding): Decimal =>
  quantity.isZero() ? zero : round(amount.dividedBy(quantity), rounding, PLACES)
