import { type Decimal, type Rounding, round, zero } from '../../kernel/money'

const PLACES = 6

/** What one unit came to on average, to six places (`usage-tiers`, docs/service.md §13.4); 0 for no units. */
export const effectiveRate = (amount: Decimal, quantity: Decimal, rounding: Rounding): Decimal =>
  quantity.isZero() ? zero : round(amount.dividedBy(quantity), rounding, PLACES)
