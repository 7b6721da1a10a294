import type { Round } from '../../kernel/allocate'
import { type Decimal, decimal, zero } from '../../kernel/money'

/**
 * What a contract carries on one deferral account. Above 0 it was billed and is not earned yet; below 0 it was
 * earned and is not billed yet.
 */
export interface Carried {
  readonly inRecord: Decimal
  /** In the company's currency. */
  readonly inCompany: Decimal
  /** The exchange rates at which it came in. */
  readonly rates: readonly string[]
}

export const NOTHING_CARRIED: Carried = { inRecord: zero, inCompany: zero, rates: [] }

export interface Move {
  readonly after: Carried
  /** What the account takes in the company's currency, with the sign of the change. */
  readonly value: Decimal
  /** What the change is worth at its own rate beyond that. */
  readonly difference: Decimal
  /** Whether the difference comes of two rates; at one rate it is a residue of rounding. */
  readonly isRealised: boolean
}

/**
 * Adds to what is carried or takes from it (`contract-foreign-currency`, docs/service.md §13.4). What is taken
 * leaves at the average that it is carried at, the last of it with all that is left; what is added, and what
 * goes beyond 0, comes in at the rate given.
 *
 * @param change above 0 for what is billed, below 0 for what is earned or credited; in cents
 */
export function move(carried: Carried, change: Decimal, rate: string, round: Round): Move {
  const { inRecord, inCompany, rates } = carried
  const atRate = (amount: Decimal): Decimal => round(amount.times(decimal(rate)))
  const whole = atRate(change)
  const settled = settledBy(inRecord, change)
  const isAll = settled.plus(inRecord).isZero()
  // Multiplied first, so that a share that is half a cent stays one.
  const taken = isAll ? inCompany.negated() : round(inCompany.times(settled).dividedBy(inRecord))
  const value = settled.isZero() ? whole : taken.plus(whole).minus(atRate(settled))
  const left = inRecord.plus(change)
  const known = left.isZero() || isAll ? [] : rates
  const isAdded = !settled.equals(change)
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

/** The part of a change that takes from what is there, with the sign of the change. */
function settledBy(inRecord: Decimal, change: Decimal): Decimal {
  if (inRecord.isZero() || inRecord.isNegative() === change.isNegative()) return zero
  return change.abs().greaterThan(inRecord.abs()) ? inRecord.negated() : change
}
