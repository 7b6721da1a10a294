import { decimal, type Rounding } from './money'

/** A whole number of cents, for amounts that are only added and compared: exact, and cheap. */
export type Cents = bigint

const POINT = '.'.charCodeAt(0)
const MINUS = '-'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)

/** An amount this short has 15 digits at most, which a number holds exactly and faster than a bigint. */
const SHORT = 16
const SHORT_CENTS = 1e15

/**
 * Parses an amount as rows store it, such as '12.34'.
 *
 * @throws {RangeError} for parts of a cent, which an edited world file may hold
 */
export function cents(amount: string): Cents {
  const whole = amount.length - 3
  if (amount.charCodeAt(whole) === POINT)
    return amount.length <= SHORT
      ? BigInt(shortDigits(amount))
      : BigInt(amount.slice(0, whole) + amount.slice(whole + 1))
  const hundredfold = decimal(amount).times(100)
  if (!hundredfold.eq(hundredfold.round(0))) throw new RangeError(`${amount} has parts of a cent`)
  return BigInt(hundredfold.toFixed())
}

/** Formats cents as rows store amounts, such as '12.34'. */
export function centsText(value: Cents): string {
  const short = Number(value)
  if (Math.abs(short) < SHORT_CENTS) return short < 0 ? `-${shortText(-short)}` : shortText(short)
  const digits = String(value)
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** @param value a whole number, 0 or more */
function shortText(value: number): string {
  const units = Math.floor(value / 100)
  const rest = value - units * 100
  return rest < 10 ? `${units}.0${rest}` : `${units}.${rest}`
}

/** A number holds these powers of ten exactly. */
const POWERS = Array.from({ length: SHORT }, (_, places) => 10 ** places)

/** Multiplies an amount by a price or a rate, both decimals as rows store them, and rounds once to cents. */
export function product(one: string, other: string, rounding: Rounding): Cents {
  const places = placesOf(one) + placesOf(other) - 2
  if (places >= 0 && places < SHORT) {
    // A text that is too long for a number makes a product that is not safe, or 0.
    const exact = shortDigits(one) * shortDigits(other)
    if (Number.isSafeInteger(exact)) return BigInt(shortDivided(exact, POWERS[places] as number, rounding))
  }
  const exact = digitsOf(one) * digitsOf(other)
  return places <= 0 ? exact * 10n ** BigInt(-places) : divided(exact, 10n ** BigInt(places), rounding)
}

function placesOf(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/** The digits of a decimal as a whole number, with its sign. */
function digitsOf(text: string): bigint {
  const point = text.indexOf('.')
  return BigInt(point < 0 ? text : text.slice(0, point) + text.slice(point + 1))
}

/** A decimal without its point, as a number: exact up to 15 digits. NaN for any other text. */
function shortDigits(text: string): number {
  const isNegative = text.charCodeAt(0) === MINUS
  let value = 0
  for (let at = isNegative ? 1 : 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === POINT) continue
    const digit = code - ZERO
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return isNegative ? -value : value
}

/** Like `divided`, for numbers. Subtracts the remainder first, because dividing numbers would round. */
function shortDivided(value: number, divisor: number, rounding: Rounding): number {
  const rest = value % divisor
  const quotient = (value - rest) / divisor
  if (rounding === 'down' || rest === 0) return quotient
  const twice = 2 * Math.abs(rest)
  const isUp =
    twice > divisor || (twice === divisor && (rounding === 'half-away-from-zero' || quotient % 2 !== 0))
  return isUp ? quotient + (value < 0 ? -1 : 1) : quotient
}

/** Divides to a whole number. @param divisor above 0 */
function divided(value: bigint, divisor: bigint, rounding: Rounding): bigint {
  const quotient = value / divisor // towards zero, as bigints divide
  if (rounding === 'down') return quotient
  const rest = value % divisor
  const twice = rest < 0n ? -2n * rest : 2n * rest
  const isUp =
    twice > divisor || (twice === divisor && (rounding === 'half-away-from-zero' || quotient % 2n !== 0n))
  return isUp ? quotient + (value < 0n ? -1n : 1n) : quotient
}
