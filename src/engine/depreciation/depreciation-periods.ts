import { type Decimal, decimal } from '../../kernel/money'
import type { DepreciationProgress, DepreciationTerms } from './depreciation-terms'
import { endOfMonth } from './end-of-month'
import { firstMonth } from './first-month'
import { monthOf } from './month-of'
import { periodEnd } from './period-end'

export interface DepreciationPeriod {
  /** Its last day. */
  readonly date: string
  /** How many months of the useful life it holds. */
  readonly months: Decimal
}

const [WHOLE, HALF] = [decimal(1), decimal('0.5')]

/**
 * The months or fiscal years of a useful life that are not dealt with (docs/service.md §11.7). A life that
 * begins with half a month ends with the other half.
 */
export function depreciationPeriods(
  terms: DepreciationTerms,
  life: number,
  { moved, through }: Pick<DepreciationProgress, 'moved' | 'through'>,
): DepreciationPeriod[] {
  const { month, share } = firstMonth(terms.convention, monthOf(terms.start), terms.fiscalYearEnd)
  const months = share === 'whole' ? Array(life).fill(WHOLE) : [HALF, ...Array(life - 1).fill(WHOLE), HALF]
  const periods: DepreciationPeriod[] = []
  let last: number | undefined
  for (const [index, weight] of (months as readonly Decimal[]).entries()) {
    const own = month + moved + index
    if (through !== null && endOfMonth(own) <= through) continue
    const end = periodEnd(own, terms)
    const held = end === last ? periods.pop() : undefined
    periods.push({ date: endOfMonth(end), months: held ? held.months.plus(weight) : weight })
    last = end
  }
  return periods
}
