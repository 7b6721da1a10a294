import { type Decimal, decimal } from '../../kernel/money'
import { endOfMonth, fiscalYearStart, monthOf, periodEnd } from './fiscal-months'
import type { Convention, DepreciationTerms } from './terms'

export interface DepreciationPeriod {
  /** The last day of the period. */
  readonly date: string
  /** Months of the useful life within the period. */
  readonly months: Decimal
}

const [WHOLE, HALF] = [decimal(1), decimal('0.5')]

/** The remaining months or fiscal years of a life (§11.7). A half month at its start means one at its end. */
export function depreciationPeriods(
  terms: DepreciationTerms,
  life: number,
  { moved, through }: Pick<DepreciationProgress, 'moved' | 'through'>,
): DepreciationPeriod[] {
  const { month, share } = firstMonth(terms.convention, monthOf(terms.start), terms.fiscalYearEnd)
  const whole = (count: number): Decimal[] => Array.from({ length: count }, () => WHOLE)
  const months = share === 'whole' ? whole(life) : [HALF, ...whole(life - 1), HALF]
  const periods: DepreciationPeriod[] = []
  let last: number | undefined
  for (const [index, weight] of months.entries()) {
    const own = month + moved + index
    if (through !== null && endOfMonth(own) <= through) continue
    const end = periodEnd(own, terms)
    const held = end === last ? periods.pop() : undefined
    periods.push({ date: endOfMonth(end), months: held ? held.months.plus(weight) : weight })
    last = end
  }
  return periods
}

/** Months from one point in time to another; 24312.5 is the middle of January 2026. */
export interface MonthSpan {
  readonly from: number
  readonly to: number
}

/** The months of a useful life. If the first month counts half, the life begins and ends in mid-month. */
export function lifeOf(terms: DepreciationTerms, moved: number): MonthSpan {
  const { month, share } = firstMonth(terms.convention, monthOf(terms.start), terms.fiscalYearEnd)
  const first = month + moved
  if (terms.method === 'custom') return { from: first, to: Number.POSITIVE_INFINITY }
  const from = share === 'whole' ? first : first + 0.5
  return { from, to: from + (terms.usefulLife ?? 0) }
}

export interface DepreciationProgress {
  readonly writtenOff: Decimal
  /** The last day already processed, with or without a posting. */
  readonly through: string | null
  /** Months by which pauses have moved the remaining schedule. */
  readonly moved: number
}

/** The last days of the first `count` periods. None counts half: the schedule gives each its own amount. */
export function customPeriods(terms: DepreciationTerms, count: number, moved: number): string[] {
  const { month } = firstMonth(terms.convention, monthOf(terms.start), terms.fiscalYearEnd)
  const first = periodEnd(month + moved, terms)
  const length = terms.frequency === 'monthly' ? 1 : 12
  return Array.from({ length: count }, (_, index) => endOfMonth(first + index * length))
}

/** The first month of depreciation, and whether it counts whole or half. */
export interface FirstMonth {
  readonly month: number
  readonly share: 'whole' | 'half'
}

/** Applies a convention to the start month (§11.7). Quarters and years are fiscal ones. */
const firstMonth = (convention: Convention, start: number, fiscalYearEnd: number): FirstMonth =>
  CONVENTIONS[convention](start, fiscalYearStart(start, fiscalYearEnd))

const half = (month: number): FirstMonth => ({ month, share: 'half' })
const whole = (month: number): FirstMonth => ({ month, share: 'whole' })

const CONVENTIONS: Readonly<Record<Convention, (start: number, year: number) => FirstMonth>> = {
  mid_month: (start) => half(start),
  half_month: (start) => half(start),
  full_month: (start) => whole(start),
  // The middle of a quarter is in its second month.
  mid_quarter: (start, year) => half(start - ((start - year) % 3) + 1),
  half_year: (_, year) => whole(year + 6),
  full_year: (_, year) => whole(year),
}
