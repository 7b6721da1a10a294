import { type Decimal, zero } from '../../kernel/money'
import type { Round } from '../spread'

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
