/** What a contract must recognise and bill, worked out once more (docs/service.md §13.3 to §13.5). */
import { divided } from '../simulation/arithmetic'
import { daysFrom, earlier, lastOfMonth, lastOfYear, plusDays, plusMonths } from './days'

export type Strategy =
  | 'straight_line'
  | 'straight_line_start_end_even'
  | 'daily_prorata'
  | 'immediate'
  | 'deposit_release'
export type Frequency = 'daily' | 'monthly' | 'annually'

/** An amount in cents on a day. */
export interface Part {
  readonly date: string
  readonly amount: bigint
}

export interface Term {
  readonly strategy: Strategy
  readonly start: string
  readonly end: string
  readonly every: Frequency
}

/** A common multiple of all lengths of months and years, so that weights are whole. */
const LENGTHS = 28n * 29n * 30n * 31n * 365n * 366n

/** Every part but the last its rounded share, or what is left; the last the rest. */
export function shared(total: bigint, weights: readonly bigint[]): bigint[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  let left = total
  return weights.map((weight, index) => {
    const share = all === 0n ? 0n : divided(total * weight, all)
    const part = index === weights.length - 1 || share > left ? left : share
    left -= part
    return part
  })
}

const lastOf: Record<Frequency, (date: string) => string> = {
  daily: (date) => date,
  monthly: lastOfMonth,
  annually: lastOfYear,
}

/** The days of each period, and the length of the whole one. */
function periods({ start, end, every }: Term): { first: string; last: string; length: bigint }[] {
  const found = []
  for (let first = start; first <= end; ) {
    const whole = lastOf[every](first)
    const last = earlier(whole, end)
    const begin =
      every === 'daily'
        ? first
        : every === 'monthly'
          ? `${first.slice(0, 7)}-01`
          : `${first.slice(0, 4)}-01-01`
    found.push({ first, last, length: BigInt(daysFrom(begin, whole)) })
    first = plusDays(last, 1)
  }
  return found
}

function weightsOf(term: Term): bigint[] {
  return periods(term).map(({ first, last, length }) => {
    const days = BigInt(daysFrom(first, last))
    if (term.strategy === 'daily_prorata') return days
    return term.strategy === 'straight_line' ? (days * LENGTHS) / length : 1n
  })
}

export function recognised(total: bigint, term: Term): Part[] {
  if (term.strategy === 'immediate') return some([{ date: term.start, amount: total }])
  if (term.strategy === 'deposit_release') return some([{ date: term.end, amount: total }])
  const amounts = shared(total, weightsOf(term))
  return some(periods(term).map(({ last }, index) => ({ date: last, amount: amounts[index] ?? 0n })))
}

/** What is earned of it when the contract ends on a day. */
export function earnedUntil(total: bigint, term: Term, day: string): bigint {
  const whole = recognised(total, term)
  const before = whole.filter(({ date }) => date <= day)
  const earned = before.reduce((sum, { amount }) => sum + amount, 0n)
  if (term.strategy === 'immediate' || term.strategy === 'deposit_release') return earned
  const cut = periods(term).findIndex(({ first, last }) => first <= day && day < last)
  if (cut < 0) return earned
  const weights = weightsOf(term)
  const stub = weightsOf({ ...term, end: day })[cut] ?? 0n
  const full = shared(total, weights)[cut] ?? 0n
  const share = divided(
    total * stub,
    weights.reduce((sum, one) => sum + one, 0n),
  )
  return earned + (share > full ? full : share)
}

/** Equal instalments in advance, counted from the start. */
export function instalments(total: bigint, start: string, end: string, every: Frequency): Part[] {
  const dates: string[] = []
  for (let k = 0; ; k += 1) {
    const date = every === 'daily' ? plusDays(start, k) : plusMonths(start, every === 'monthly' ? k : 12 * k)
    if (date > end) break
    dates.push(date)
  }
  const amounts = shared(
    total,
    dates.map(() => 1n),
  )
  return some(dates.map((date, index) => ({ date, amount: amounts[index] ?? 0n })))
}

const some = (parts: Part[]): Part[] => parts.filter(({ amount }) => amount !== 0n)
