import { invariant } from './invariant'

/** How a value between two texts of fewer places is rounded; the first two differ in ties only. */
export type Rounding = 'half-away-from-zero' | 'half-even' | 'down'

/** What arithmetic takes: numbers and texts are read by their decimal digits. */
type Operand = Decimal | string | number

/** A hundred digits hold every product of an amount, a rate and an exchange rate exactly. */
const PRECISION = 100
const LIMIT = 10n ** BigInt(PRECISION)

/** A decimal as JavaScript writes numbers, of any length. */
const GRAMMAR = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/

/** An immutable decimal: whole `digits`, of which `places` follow the point. */
export class Decimal {
  readonly digits: bigint
  readonly places: number

  /** @internal Use `decimal` of `money`, which keeps what it reads. */
  constructor(digits: bigint, places: number) {
    this.digits = digits
    this.places = places
  }

  /** For trusted texts and finite numbers. */
  static of(text: string | number): Decimal {
    const [, whole, fraction = '', exponent = '0'] = GRAMMAR.exec(String(text)) ?? []
    invariant(whole !== undefined, `${text} is no decimal`)
    return shifted(BigInt(whole + fraction), fraction.length - Number(exponent))
  }

  plus(other: Operand): Decimal {
    const [one, two, places] = aligned(this, other)
    return limited(one + two, places)
  }

  minus(other: Operand): Decimal {
    const [one, two, places] = aligned(this, other)
    return limited(one - two, places)
  }

  times(other: Operand): Decimal {
    const { digits, places } = read(other)
    return limited(this.digits * digits, this.places + places)
  }

  /** Exact to a hundred digits. */
  dividedBy(other: Operand): Decimal {
    const { digits, places } = read(other)
    invariant(digits !== 0n, 'a decimal is not divided by zero')
    // One digit more than is kept, so that what is cut off decides no rounding.
    const more = Math.max(0, PRECISION + 1 + lengthOf(digits) - lengthOf(this.digits))
    return limited((this.digits * powerOfTen(more)) / digits, this.places + more - places)
  }

  negated(): Decimal {
    return new Decimal(-this.digits, this.places)
  }

  abs(): Decimal {
    return this.isNegative() ? this.negated() : this
  }

  /** Below, at or above the other: negative, zero or positive. */
  comparedTo(other: Operand): number {
    const [one, two] = aligned(this, other)
    return one < two ? -1 : one > two ? 1 : 0
  }

  equals(other: Operand): boolean {
    return this.comparedTo(other) === 0
  }

  greaterThan(other: Operand): boolean {
    return this.comparedTo(other) > 0
  }

  lessThan(other: Operand): boolean {
    return this.comparedTo(other) < 0
  }

  isZero(): boolean {
    return this.digits === 0n
  }

  isNegative(): boolean {
    return this.digits < 0n
  }

  rounded(places: number, rounding: Rounding): Decimal {
    if (this.places <= places) return this
    return new Decimal(divided(this.digits, powerOfTen(this.places - places), rounding), places)
  }

  /** With so many decimal places; without a number as many as it needs. */
  toFixed(places?: number): string {
    if (places === undefined) {
      const text = textOf(this.digits, this.places)
      return this.places > 0 ? text.replace(/\.?0+$/, '') : text
    }
    const { digits, places: own } = this.rounded(places, 'half-away-from-zero')
    return textOf(digits * powerOfTen(places - own), places)
  }
}

const read = (operand: Operand): Decimal => (operand instanceof Decimal ? operand : Decimal.of(operand))

/** The digits of both with the same number of decimal places. */
function aligned(one: Decimal, operand: Operand): [one: bigint, other: bigint, places: number] {
  const other = read(operand)
  const more = one.places - other.places
  if (more === 0) return [one.digits, other.digits, one.places]
  return more > 0
    ? [one.digits, other.digits * powerOfTen(more), one.places]
    : [one.digits * powerOfTen(-more), other.digits, other.places]
}

/** A result, rounded where it has more digits than the precision. */
function limited(digits: bigint, places: number): Decimal {
  if (digits < LIMIT && digits > -LIMIT) return shifted(digits, places)
  const excess = lengthOf(digits) - PRECISION
  return shifted(divided(digits, powerOfTen(excess), 'half-away-from-zero'), places - excess)
}

/** The places may be below 0: then zeros follow the digits. */
const shifted = (digits: bigint, places: number): Decimal =>
  places < 0 ? new Decimal(digits * powerOfTen(-places), 0) : new Decimal(digits, places)

const lengthOf = (digits: bigint): number => String(digits < 0n ? -digits : digits).length

function textOf(digits: bigint, places: number): string {
  if (digits < 0n) return `-${textOf(-digits, places)}`
  const text = String(digits).padStart(places + 1, '0')
  const point = text.length - places
  return places === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`
}

const POWERS = Array.from({ length: 32 }, (_, exponent) => 10n ** BigInt(exponent))
const powerOfTen = (exponent: number): bigint => POWERS[exponent] ?? 10n ** BigInt(exponent)

/** A whole quotient. @param divisor above 0 */
export function divided(value: bigint, divisor: bigint, rounding: Rounding): bigint {
  const quotient = value / divisor // towards zero, as bigints divide
  if (rounding === 'down') return quotient
  const rest = value % divisor
  const twice = rest < 0n ? -2n * rest : 2n * rest
  const isUp =
    twice > divisor || (twice === divisor && (rounding === 'half-away-from-zero' || quotient % 2n !== 0n))
  return isUp ? quotient + (value < 0n ? -1n : 1n) : quotient
}
