import { type Decimal, zero } from '../../kernel/money'
import type { Round } from '../spread'

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
