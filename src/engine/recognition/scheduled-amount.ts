import { type Decimal, zero } from '../../kernel/money'

/** What is recognised or billed on a day; never 0. */
export interface ScheduledAmount {
  /** YYYY-MM-DD */
  readonly date: string
  /** In cents. */
  readonly amount: Decimal
}

/** Dates with their amounts, in the order given, leaving out what comes to nothing (docs/service.md §13.3). */
export function scheduledAmounts(
  dates: readonly (string | null)[],
  amounts: readonly Decimal[],
): ScheduledAmount[] {
  return dates.flatMap((date, index) => {
    const amount = amounts[index] ?? zero
    return date === null || amount.isZero() ? [] : [{ date, amount }]
  })
}
