import { type Decimal, decimal } from '../../kernel/money'
import type { PeriodUnit, RecognitionPeriod } from './recognition-periods'

/**
 * A whole unit weighs 1, a partial one its days / days of the unit (`straight-line`, docs/service.md §13.4).
 * All of it times the common denominator, so that 17/31 and 14/31 add up to 1 exactly and a share of half a
 * cent is one.
 */
export function straightLineWeights(periods: readonly RecognitionPeriod[]): Decimal[] {
  const lengths = new Set(periods.flatMap(({ units }) => units.map(({ length }) => length)))
  const denominator = [...lengths].reduce(commonMultiple, 1)
  const weightOf = ({ days, length }: PeriodUnit): number => (days * denominator) / length
  return periods.map(({ units }) => decimal(units.reduce((weight, unit) => weight + weightOf(unit), 0)))
}

const commonMultiple = (a: number, b: number): number => (a / commonDivisor(a, b)) * b

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))
