import { type Decimal, sum, zero } from './money'

/** Rounds a computed amount to cents, such as `Write.round`, by the assumption `rounding`. */
export type Round = (value: Decimal) => Decimal

/**
 * Divides an amount in proportion to weights, to the cent (`schedule-remainder`, §13.3).
 * Every part but the last is its rounded share, or the remainder if that is smaller; the last part is the
 * remainder. So the parts add up exactly and none has the opposite sign of the total.
 *
 * @param total in cents
 * @param weights none below 0; when all are 0, the last part is everything
 * @returns one part for each weight, in their order
 * @example
 * allocate(decimal('1000'), [one, one, one], round) // 333.33, 333.33, 333.34
 * allocate(decimal('0.05'), Array(10).fill(one), round) // 5 x 0.01, then 5 x 0.00
 */
export function allocate(total: Decimal, weights: readonly Decimal[], round: Round): Decimal[] {
  const divisor = sum(weights)
  const last = weights.length - 1
  // A division costs more than all else of an entry, and most weights are alike.
  const shares = new Map<string, Decimal>()
  const shareOf = (weight: Decimal): Decimal => {
    if (divisor.eq(0)) return zero
    const key = String(weight)
    // Multiply first: a third of 99.99 is then exact, and a share of half a cent stays half a cent.
    const share = shares.get(key) ?? round(total.abs().times(weight).div(divisor))
    shares.set(key, share)
    return share
  }
  let left = total.abs()
  return weights.map((weight, index) => {
    const share = shareOf(weight)
    const part = index === last || share.gt(left) ? left : share
    left = left.minus(part)
    return total.lt(0) ? part.neg() : part
  })
}

/**
 * Divides an amount in proportion to weights, to the cent, so that the sum of the first parts is the rounded share of
 * their weights (`schedule-remainder`, §13.3). No part is off by more than a cent, whatever comes before it.
 *
 * @param total in cents
 * @param weights none below 0; when all are 0, the last part is everything
 * @returns one part for each weight, in their order
 * @example
 * allocateCumulatively(decimal('1000'), [one, one, one], round) // 333.33, 333.34, 333.33
 */
export function allocateCumulatively(total: Decimal, weights: readonly Decimal[], round: Round): Decimal[] {
  const divisor = sum(weights)
  const last = weights.length - 1
  let weighed = zero
  let given = zero
  return weights.map((weight, index) => {
    weighed = weighed.plus(weight)
    const until =
      index === last ? total.abs() : divisor.eq(0) ? zero : round(total.abs().times(weighed).div(divisor))
    const part = until.minus(given)
    given = until
    return total.lt(0) ? part.neg() : part
  })
}

/** Divides an amount in proportion to weights, such as `Write.spread`, by the assumption `schedule-remainder`. */
export type Spread = (total: Decimal, weights: readonly Decimal[]) => Decimal[]

const SPREADS = { last: allocate, cumulative: allocateCumulatively }

export const spreadBy =
  (remainder: keyof typeof SPREADS, round: Round): Spread =>
  (total, weights) =>
    SPREADS[remainder](total, weights, round)
