import { type Decimal, decimal } from '../../kernel/money'
import { endOfMonth, fiscalYearStart, monthOf, periodEnd } from './fiscal-months'
import type { Convention, DepreciationTerms } from './terms'

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

/** How far it has come. */
export interface DepreciationProgress {
  readonly writtenOff: Decimal
  /** The last day that is dealt with, written off or passed over. */
  readonly through: string | null
  /** Months by which pauses have moved everything that is to come. */
  readonly moved: number
}

/**
 * The last days of so many periods from the start on. A schedule of one's own says what each of them takes, so
 * none counts half.
 */
export function customPeriods(terms: DepreciationTerms, count: number, moved: number): string[] {
  const { month } = firstMonth(terms.convention, monthOf(terms.start), terms.fiscalYearEnd)
  const first = periodEnd(month + moved, terms)
  const length = terms.frequency === 'monthly' ? 1 : 12
  return Array.from({ length: count }, (_, index) => endOfMonth(first + index * length))
}

/** Where depreciation begins, and whether the first month counts whole or half. */
export interface FirstMonth {
  readonly month: number
  readonly share: 'whole' | 'half'
}

/** Where the conventions let depreciation begin (docs/service.md §11.7); quarters and years are fiscal ones. */
const firstMonth = (convention: Convention, start: number, fiscalYearEnd: number): FirstMonth =>
  CONVENTIONS[convention](start, fiscalYearStart(start, fiscalYearEnd))

const half = (month: number): FirstMonth => ({ month, share: 'half' })
const whole = (month: number): FirstMonth => ({ month, share: 'whole' })

const CONVENTIONS: Readonly<Record<Convention, (start: number, year: number) => FirstMonth>> = {
  mid_month: (start) => half(start),
  half_month: (start) => half(start),
  full_month: (start) => whole(start),
  // The middle of three months is that of the second.
  mid_quarter: (start, year) => half(start - ((start - year) % 3) + 1),
  half_year: (_, year) => whole(year + 6),
  full_year: (_, year) => whole(year),
}
