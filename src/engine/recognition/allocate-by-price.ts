import { type Decimal, sum, zero } from '../../kernel/money'
import { type Round, spread } from '../spread'

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
  const shares = spread(total, weights, round).values()
  return obligations.map(({ isUsage, net }) => (isUsage ? net : (shares.next().value ?? zero)))
}

const areAllGiven = (weights: readonly (Decimal | null)[]): weights is readonly Decimal[] =>
  weights.every((weight) => weight !== null)
