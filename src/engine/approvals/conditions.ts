import { type Decimal, readDecimal } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { eachValueAt } from '../write/references'
import type { PolicyCondition } from './rows'

type ComparedValues = readonly unknown[]

/** Compares the values of a record's field with the condition (§11.3). */
interface Operator {
  readonly takes: 'one' | 'many' | 'bounds'
  readonly holds: (values: ComparedValues, wanted: unknown) => boolean
}

const some = (holds: (value: unknown, wanted: unknown) => boolean): Operator => ({
  takes: 'one',
  holds: (values, wanted) => values.some((value) => holds(value, wanted)),
})

const OPERATORS: Readonly<Record<string, Operator>> = {
  eq: some((value, wanted) => compared(value, wanted) === 0),
  neq: { takes: 'one', holds: (values, wanted) => !values.some((value) => compared(value, wanted) === 0) },
  gt: some((value, wanted) => (compared(value, wanted) ?? 0) > 0),
  lt: some((value, wanted) => (compared(value, wanted) ?? 0) < 0),
  gte: some((value, wanted) => (compared(value, wanted) ?? -1) >= 0),
  lte: some((value, wanted) => (compared(value, wanted) ?? 1) <= 0),
  contains: some(contains),
  starts_with: some((value, wanted) => isText(value) && fold(value).startsWith(fold(wanted))),
  ends_with: some((value, wanted) => isText(value) && fold(value).endsWith(fold(wanted))),
  in: {
    takes: 'many',
    holds: (values, wanted) =>
      values.some((value) => listed(wanted).some((one) => compared(value, one) === 0)),
  },
  between: {
    takes: 'bounds',
    holds: (values, wanted) => {
      const [low, high] = listed(wanted)
      return values.some((value) => (compared(value, low) ?? -1) >= 0 && (compared(value, high) ?? 1) <= 0)
    },
  },
  contains_any: {
    takes: 'many',
    holds: (values, wanted) => listed(wanted).some((one) => values.some((value) => contains(value, one))),
  },
  contains_all: {
    takes: 'many',
    holds: (values, wanted) => listed(wanted).every((one) => values.some((value) => contains(value, one))),
  },
}

/** Evaluated from left to right; each condition is joined with the result so far. */
export const allHold = (conditions: readonly PolicyCondition[], record: Row): boolean =>
  conditions.reduce((sofar, condition, index) => {
    const one = holdsFor(condition, record)
    if (condition.logical_operator === 'not') return sofar && !one
    return condition.logical_operator === 'or' && index > 0 ? sofar || one : sofar && one
  }, true)

function holdsFor({ field, operator, value }: PolicyCondition, record: Row): boolean {
  const { name, isNegated } = operatorOf(operator)
  const found: unknown[] = []
  eachValueAt(record, field.split('.'), (one) => found.push(one))
  const values = found.length === 0 ? [null] : found
  return OPERATORS[name]?.holds(values, value) === !isNegated
}

export function isComparable({ operator, value }: PolicyCondition): boolean {
  const takes = OPERATORS[operatorOf(operator).name]?.takes
  if (takes === 'one') return isScalar(value)
  if (!Array.isArray(value) || !value.every(isScalar)) return false
  return takes === 'bounds' ? value.length === 2 : value.length > 0
}

const operatorOf = (operator: string | null): { name: string; isNegated: boolean } =>
  operator?.startsWith('not_')
    ? { name: operator.slice('not_'.length), isNegated: true }
    : { name: operator ?? 'eq', isNegated: false }

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object'
const listed = (value: unknown): ComparedValues => (Array.isArray(value) ? value : [])
const isText = (value: unknown): value is string => typeof value === 'string'
const fold = (value: unknown): string => String(value).toLowerCase()

/** Numbers match by equality, text by substring without case. */
function contains(value: unknown, wanted: unknown): boolean {
  return isText(value) ? fold(value).includes(fold(wanted)) : compared(value, wanted) === 0
}

/** Compares numbers by value, dates and other text by their characters without case. */
function compared(value: unknown, wanted: unknown): number | undefined {
  if (value === null || wanted === null) return value === wanted ? 0 : undefined
  const [a, b] = [numberIn(value), numberIn(wanted)]
  if (a && b) return a.cmp(b)
  const [x, y] = [fold(value), fold(wanted)]
  return x < y ? -1 : x > y ? 1 : 0
}

const DECIMAL_PLACES = 16

function numberIn(value: unknown): Decimal | undefined {
  if (typeof value !== 'number' && !isText(value)) return undefined
  const read = readDecimal(value, DECIMAL_PLACES)
  return 'value' in read ? read.value : undefined
}
