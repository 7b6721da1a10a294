import type { Round } from '../../../kernel/allocate'
import { type Decimal, decimal, zero } from '../../../kernel/money'

/**
 * The balance of a contract on one deferral account. A balance above 0 is deferred revenue: billed, not yet
 * earned. A balance below 0 is a contract asset: earned, not yet billed.
 */
export interface Carried {
  readonly inRecord: Decimal
  /** In the company's currency. */
  readonly inCompany: Decimal
  /** The exchange rates of the amounts in the balance. */
  readonly rates: readonly string[]
}

export const NOTHING_CARRIED: Carried = { inRecord: zero, inCompany: zero, rates: [] }

export interface Move {
  readonly after: Carried
  /** The change of the balance in the company's currency. */
  readonly value: Decimal
  /** The change at its own exchange rate, less `value`. */
  readonly difference: Decimal
  /** True if the difference comes from different exchange rates. At equal rates it is a rounding difference. */
  readonly isRealised: boolean
}

/**
 * Changes a balance (`contract-foreign-currency`, §13.4). The part of the change that reduces
 * the balance is valued at the average rate of the balance. If it clears the balance, it takes the whole
 * amount in the company's currency. The part that increases the balance, or goes beyond 0, is valued at
 * `rate`.
 *
 * @param change above 0 for billed amounts, below 0 for earned or credited amounts; rounded to cents
 */
export function move(carried: Carried, change: Decimal, rate: string, round: Round): Move {
  const { inRecord, inCompany, rates } = carried
  const atRate = (amount: Decimal): Decimal => round(amount.times(decimal(rate)))
  const whole = atRate(change)
  const settled = settledBy(inRecord, change)
  const isAll = settled.plus(inRecord).eq(0)
  // Multiplied before dividing, so that an exact half cent stays exact.
  const taken = isAll ? inCompany.neg() : round(inCompany.times(settled).div(inRecord))
  const value = settled.eq(0) ? whole : taken.plus(whole).minus(atRate(settled))
  const left = inRecord.plus(change)
  const known = left.eq(0) || isAll ? [] : rates
  const isAdded = !settled.eq(change)
  return {
    after: {
      inRecord: left,
      inCompany: inCompany.plus(value),
      rates: isAdded && !known.includes(rate) ? [...known, rate] : known,
    },
    value,
    difference: whole.minus(value),
    isRealised: !rates.every((one) => one === rate),
  }
}

/** The part of a change that reduces the balance, with the sign of the change. */
function settledBy(inRecord: Decimal, change: Decimal): Decimal {
  if (inRecord.eq(0) || inRecord.lt(0) === change.lt(0)) return zero
  return change.abs().gt(inRecord.abs()) ? inRecord.neg() : change
}
