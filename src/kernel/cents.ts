import { decimal, type Rounding } from './money'

/**
 * An amount as a whole number of cents. Use it for amounts that are only added and compared: it is exact at
 * any size and several times cheaper than a decimal.
 */
export type Cents = bigint

const POINT = '.'.charCodeAt(0)

/** Parses an amount as rows store it, such as '12.34'. */
export function cents(amount: string): Cents {
  const whole = amount.length - 3
  if (amount.charCodeAt(whole) === POINT) return BigInt(amount.slice(0, whole) + amount.slice(whole + 1))
  // BigInt throws if the result is not a whole number.
  return BigInt(decimal(amount).times(100).toFixed())
}

/** Formats cents as rows store amounts, such as '12.34'. */
export function centsText(value: Cents): string {
  if (value < 0n) return `-${centsText(-value)}`
  const digits = value < 100n ? String(value).padStart(3, '0') : String(value)
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Multiplies an amount by a price or a rate, both decimals as rows store them, and rounds once to cents. */
export function product(one: string, other: string, rounding: Rounding): Cents {
  const [a, b] = [scaled(one), scaled(other)]
  const places = a.places + b.places - 2
  const exact = a.digits * b.digits
  return places <= 0 ? exact * 10n ** BigInt(-places) : divided(exact, 10n ** BigInt(places), rounding)
}

/** Splits a decimal into its digits as a whole number and the number of decimal places. */
function scaled(text: string): { readonly digits: bigint; readonly places: number } {
  const point = text.indexOf('.')
  if (point < 0) return { digits: BigInt(text), places: 0 }
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), places: text.length - point - 1 }
}

/** @param divisor above 0 */
function divided(value: bigint, divisor: bigint, rounding: Rounding): bigint {
  const quotient = value / divisor // towards zero, as bigints divide
  if (rounding === 'down') return quotient
  const rest = value % divisor
  const twice = rest < 0n ? -2n * rest : 2n * rest
  const isUp =
    twice > divisor || (twice === divisor && (rounding === 'half-away-from-zero' || quotient % 2n !== 0n))
  return isUp ? quotient + (value < 0n ? -1n : 1n) : quotient
}
