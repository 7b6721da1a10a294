import { allocate, type Decimal, type Round, sum, zero } from '../../kernel/money'

export interface DiscountedLine {
  readonly quantity: Decimal
  readonly rate: Decimal
  /** null for no discount. */
  readonly type: DiscountType | null
  /** A percentage from 0 to 100, or a fixed amount. */
  readonly value: Decimal
}

/** Computes gross, discount and net of an obligation (`contract-discount`, §13.1). */
export function discountOf({ quantity, rate, type, value }: DiscountedLine, round: Round) {
  const gross = round(quantity.times(rate))
  const discount = type === null ? zero : round(DISCOUNTS[type](gross, value))
  return { gross, discount, net: gross.minus(discount) }
}

const DISCOUNTS = {
  PERCENTAGE: (gross, value) => gross.times(value).div(100),
  // A negative line takes no fixed discount.
  FIXED: (gross, value) => (gross.lt(0) ? zero : value.lt(gross) ? value : gross),
} satisfies Record<string, (gross: Decimal, value: Decimal) => Decimal>

export type DiscountType = keyof typeof DISCOUNTS

export interface PricedObligation {
  readonly net: Decimal
  /** Standalone selling price of one unit, not below 0; null if the obligation has none. */
  readonly standalonePrice: Decimal | null
  readonly quantity: Decimal
  /** Usage has no amount in advance, so it takes no part in the allocation. */
  readonly isUsage: boolean
}

/**
 * Allocates the net total of the obligations (`ssp-allocation`, §13.3). If every obligation
 * without usage has a standalone price, each gets a share in proportion to price x quantity. If a price is
 * missing, or all shares would be 0, each obligation keeps its own net.
 *
 * @returns one amount for each obligation, in their order
 */
export function allocateByPrice(obligations: readonly PricedObligation[], round: Round): Decimal[] {
  const sharing = obligations.filter(({ isUsage }) => !isUsage)
  const weights = sharing.map(({ standalonePrice, quantity }) => standalonePrice?.times(quantity) ?? null)
  const nets = obligations.map(({ net }) => net)
  if (!areAllGiven(weights) || sum(weights).eq(0)) return nets
  const total = sum(sharing.map(({ net }) => net))
  const shares = allocate(total, weights, round).values()
  return obligations.map(({ isUsage, net }) => (isUsage ? net : (shares.next().value ?? zero)))
}

const areAllGiven = (weights: readonly (Decimal | null)[]): weights is readonly Decimal[] =>
  weights.every((weight) => weight !== null)
