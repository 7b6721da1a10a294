import { type Decimal, sum } from '../../kernel/money'
import type { Round } from '../spread'
import type { DepreciationPeriod } from './depreciation-periods'

export interface Declining {
  /** What the asset stands in the books with. */
  readonly bookValue: Decimal
  readonly salvage: Decimal
  readonly factor: Decimal
  /** Months, from which the rate follows. */
  readonly usefulLife: number
}

/**
 * A share of the book value in every period, until equal parts of what is left are more (docs/service.md
 * §11.7). Never below the salvage value, which the last period reaches.
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
    const declining = book.times(factor).times(months).dividedBy(usefulLife)
    const straight = left.times(months).dividedBy(monthsLeft)
    const wanted = round(declining.greaterThan(straight) ? declining : straight)
    const amount = index === periods.length - 1 || wanted.greaterThan(left) ? left : wanted
    book = book.minus(amount)
    monthsLeft = monthsLeft.minus(months)
    return amount
  })
}
