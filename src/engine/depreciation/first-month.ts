import { fiscalYearStart } from './fiscal-year-start'

/** Where depreciation begins, and whether the first month counts whole or half. */
export interface FirstMonth {
  readonly month: number
  readonly share: 'whole' | 'half'
}

/** Where the conventions let depreciation begin (docs/service.md §11.7); quarters and years are fiscal ones. */
export const firstMonth = (convention: Convention, start: number, fiscalYearEnd: number): FirstMonth =>
  CONVENTIONS[convention](start, fiscalYearStart(start, fiscalYearEnd))

const half = (month: number): FirstMonth => ({ month, share: 'half' })
const whole = (month: number): FirstMonth => ({ month, share: 'whole' })

const CONVENTIONS = {
  mid_month: (start) => half(start),
  half_month: (start) => half(start),
  full_month: (start) => whole(start),
  // The middle of three months is that of the second.
  mid_quarter: (start, year) => half(start - ((start - year) % 3) + 1),
  half_year: (_, year) => whole(year + 6),
  full_year: (_, year) => whole(year),
} satisfies Record<string, (start: number, year: number) => FirstMonth>

export type Convention = keyof typeof CONVENTIONS
