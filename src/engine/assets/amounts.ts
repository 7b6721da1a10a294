import { type Decimal, type Round, sum, zero } from '../../kernel/money'
import type { DepreciationPeriod } from './periods'
import type { CustomEntry, CustomSchedule, CustomScheduleType } from './terms'

export interface Declining {
  /** Cost less accumulated depreciation. */
  readonly bookValue: Decimal
  readonly salvage: Decimal
  readonly factor: Decimal
  /** In months; the declining rate of a month is factor / useful life. */
  readonly usefulLife: number
}

/**
 * Computes the declining-balance amount of each period (§11.7). Once the straight-line share of the rest is larger,
 * that share is used instead. The book value never falls below the salvage value, and the last period reaches it.
 */
export function decliningAmounts(
  { bookValue, salvage, factor, usefulLife }: Declining,
  periods: readonly DepreciationPeriod[],
  round: Round,
): Decimal[] {
  let book = bookValue
  let monthsLeft = sum(periods.map(({ months }) => months))
  return periods.map(({ months }, index) => {
    const left = book.minus(salvage)
    const declining = book.times(factor).times(months).div(usefulLife)
    const straight = left.times(months).div(monthsLeft)
    const wanted = round(declining.gt(straight) ? declining : straight)
    const amount = index === periods.length - 1 || wanted.gt(left) ? left : wanted
    book = book.minus(amount)
    monthsLeft = monthsLeft.minus(months)
    return amount
  })
}

/**
 * Computes the amount of each period of a custom schedule (§11.7). No amount takes the book
 * value below the salvage value. The last period takes the rest.
 *
 * @param skipped number of periods already processed
 */
export function customAmounts(
  { type, entries }: CustomSchedule,
  skipped: number,
  {
    cost,
    bookValue,
    salvage,
  }: { readonly cost: Decimal; readonly bookValue: Decimal; readonly salvage: Decimal },
  round: Round,
): Decimal[] {
  const steps = stepsOf(entries).slice(skipped)
  let book = bookValue
  return steps.map((step, index) => {
    const left = book.minus(salvage)
    const wanted = round(AMOUNTS[type](step, book, cost))
    const amount = index === steps.length - 1 || wanted.gt(left) ? left : wanted
    const taken = amount.lt(0) ? zero : amount
    book = book.minus(taken)
    return taken
  })
}

interface Step {
  readonly value: Decimal
  /** Periods left in the entry, this one included. */
  readonly remaining: number
}

const stepsOf = (entries: readonly CustomEntry[]): Step[] =>
  entries.flatMap(({ value, periods }) =>
    Array.from({ length: periods }, (_, index) => ({ value, remaining: periods - index })),
  )

const AMOUNTS: Readonly<Record<CustomScheduleType, (step: Step, book: Decimal, cost: Decimal) => Decimal>> = {
  cost_percentage: ({ value }, _, cost) => cost.times(value).div(100),
  net_book_value_percentage: ({ value }, book) => book.times(value).div(100),
  fixed_amount: ({ value }) => value,
  // Equal parts, down to the given book value.
  net_book_value_amount: ({ value, remaining }, book) => book.minus(value).div(remaining),
}
