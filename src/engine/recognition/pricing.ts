import { allocate, type Round } from '../../kernel/allocate'
import { type Decimal, sum, zero } from '../../kernel/money'

export interface DiscountedLine {
  readonly quantity: Decimal
  readonly rate: Decimal
  /** null for none. */
  readonly type: DiscountType | null
  /** A percentage from 0 to 100, or an amount off the line. */
  readonly value: Decimal
}

/** All in cents. */
export interface Discounted {
  /** Before the discount; the member `amount` of an obligation. */
  readonly gross: Decimal
  readonly discount: Decimal
  readonly net: Decimal
}

/** What an obligation comes to (`contract-discount`, docs/service.md §13.1). */
export function discountOf({ quantity, rate, type, value }: DiscountedLine, round: Round): Discounted {
  const gross = round(quantity.times(rate))
  const discount = type === null ? zero : round(DISCOUNTS[type](gross, value))
  return { gross, discount, net: gross.minus(discount) }
}

const DISCOUNTS = {
  PERCENTAGE: (gross, value) => gross.times(value).dividedBy(100),
  // A line that is a deduction itself has nothing to take off.
  FIXED: (gross, value) => (gross.isNegative() ? zero : value.lessThan(gross) ? value : gross),
} satisfies Record<string, (gross: Decimal, value: Decimal) => Decimal>

export type DiscountType = keyof typeof DISCOUNTS

export interface PricedObligation {
  readonly net: Decimal
  /** What one unit costs on its own, not below 0; null where nothing is said. */
  readonly standalonePrice: Decimal | null
  readonly quantity: Decimal
  /** What is used has no amount beforehand: it takes no part. */
  readonly isUsage: boolean
}

/**
 * What each obligation recognises (`ssp-allocation`, docs/service.md §13.3): the net of all together, in
 * proportion to standalone price x quantity, once every obligation without usage has such a price. Otherwise,
 * and where the prices come to nothing, each its own net.
 *
 * @returns one amount for each obligation, in their order
 */
export function allocateByPrice(obligations: readonly PricedObligation[], round: Round): Decimal[] {
  const sharing = obligations.filter(({ isUsage }) => !isUsage)
  const weights = sharing.map(({ standalonePrice, quantity }) => standalonePrice?.times(quantity) ?? null)
  const nets = obligations.map(({ net }) => net)
  if (!areAllGiven(weights) || sum(weights).isZero()) return nets
  const total = sum(sharing.map(({ net }) => net))
  const shares = allocate(total, weights, round).values()
  return obligations.map(({ isUsage, net }) => (isUsage ? net : (shares.next().value ?? zero)))
}

const areAllGiven = (weights: readonly (Decimal | null)[]): weights is readonly Decimal[] =>
  weights.every((weight) => weight !== null)
