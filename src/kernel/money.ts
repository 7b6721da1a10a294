import Big from 'big.js'
import { invariant } from './invariant'

export type Decimal = Big

/** The rounding to fewer decimal places. The first two differ only for ties. */
export type Rounding = 'half-away-from-zero' | 'half-even' | 'down'

/** An own constructor, because the application may configure the shared one of big.js. */
const OwnBig = Big()
/** Decimal places of a quotient. Sums and products are exact. */
OwnBig.DP = 100

const MODES = {
  'half-away-from-zero': Big.roundHalfUp,
  'half-even': Big.roundHalfEven,
  down: Big.roundDown,
} as const satisfies Record<Rounding, number>

/** Digits allowed before the decimal point, in a client's values and in computed ones (§1.1). */
export const DIGITS_AT_MOST = 15

const grammar = new RegExp(`^(-?)(\\d{1,${DIGITS_AT_MOST}})(?:\\.(\\d+))?$`)

export const zero: Decimal = OwnBig(0)

/** A client's value that is not a decimal, or has too many decimal places. */
interface WrongDecimal {
  readonly problem: 'type' | 'places'
}

/** Parses a client's value with limited decimal places. A number is read as its shortest decimal text. */
export function readDecimal(input: unknown, places: number): { value: Decimal } | WrongDecimal {
  const read = readDecimalText(input, places)
  return 'text' in read ? { value: decimal(read.text) } : read
}

/** Like `readDecimal`, but returns the text for rows: `amountText` for two places, else `rateText`. */
export function readDecimalText(input: unknown, places: number): { text: string } | WrongDecimal {
  const sent = typeof input === 'number' ? shortestText(input) : input
  if (typeof sent === 'string' && isAsStored(sent, places)) return { text: sent }
  const match = typeof sent === 'string' ? grammar.exec(sent) : null
  if (match === null) return { problem: 'type' }
  const [, sign = '', digits = '', fraction = ''] = match
  if (fraction.length > places) return { problem: 'places' }
  const whole = digits.replace(/^0+(?=\d)/, '')
  const kept = places === 2 ? fraction.padEnd(2, '0') : fraction.replace(/0+$/, '')
  const text = kept === '' ? whole : `${whole}.${kept}`
  return { text: sign !== '' && /[1-9]/.test(text) ? `-${text}` : text }
}

const STORED_AMOUNT = /^(?:0|[1-9]\d{0,14})\.\d\d$/
const STORED_RATE = /^(?:0|[1-9]\d{0,14})(?:\.\d*[1-9])?$/

/** True if the client's text can be stored unchanged, as most can. */
function isAsStored(text: string, places: number): boolean {
  if (places === 2) return STORED_AMOUNT.test(text)
  const point = text.indexOf('.')
  return STORED_RATE.test(text) && (point < 0 || text.length - point - 1 <= places)
}

// Decimals are cached, because amounts repeat and parsing costs more. Decimals are immutable.
const READ_AT_MOST = 4096
const read = new Map<string | number, Decimal>()

/** For trusted decimals, such as the text in a row. Use `readDecimal` for a client's value. */
export function decimal(text: string | number): Decimal {
  const known = read.get(text)
  if (known) return known
  if (read.size >= READ_AT_MOST) read.clear()
  const value = OwnBig(text)
  read.set(text, value)
  return value
}

/** Round once, at the end: rounding a rounded value can be wrong by a cent. */
export const round = (value: Decimal, rounding: Rounding, places = 2): Decimal =>
  withoutNegativeZero(value.round(places, MODES[rounding]))

/** Formats with two decimal places: '12.00'. Throws if the caller has not rounded the value. */
export function amountText(value: Decimal): string {
  invariant(value.round(2, MODES.down).eq(value), 'An amount is rounded before it is written')
  return withoutNegativeZero(value).toFixed(2)
}

/** Formats without trailing zeros or an exponent: '12.5', '0', '0.0000001'. */
export const rateText = (value: Decimal): string => withoutNegativeZero(value).toFixed()

export function sum(values: Iterable<Decimal>): Decimal {
  let total = zero
  for (const value of values) total = total.plus(value)
  return total
}

/** JavaScript writes numbers below a millionth with an exponent, which the service does not accept. */
function shortestText(input: number): string {
  const text = String(input)
  return /\de/.test(text) ? OwnBig(text).toFixed() : text
}

const withoutNegativeZero = (value: Decimal): Decimal => (value.eq(0) ? zero : value)

/** Rounds a computed amount to cents, such as `Write.round`, by the assumption `rounding`. */
export type Round = (value: Decimal) => Decimal

/**
 * Divides an amount in proportion to weights, to the cent (`schedule-remainder`, §13.3).
 * Every part but the last is its rounded share, or the remainder if that is smaller; the last part is the
 * remainder. So the parts add up exactly and none has the opposite sign of the total.
 *
 * @param total in cents
 * @param weights none below 0; when all are 0, the last part is everything
 * @returns one part for each weight, in their order
 * @example
 * allocate(decimal('1000'), [one, one, one], round) // 333.33, 333.33, 333.34
 * allocate(decimal('0.05'), Array(10).fill(one), round) // 5 x 0.01, then 5 x 0.00
 */
export function allocate(total: Decimal, weights: readonly Decimal[], round: Round): Decimal[] {
  const divisor = sum(weights)
  const last = weights.length - 1
  // A division costs more than the rest of an entry, and most weights are equal, so shares are cached.
  const shares = new Map<string, Decimal>()
  const shareOf = (weight: Decimal): Decimal => {
    if (divisor.eq(0)) return zero
    const key = String(weight)
    // Multiply first: a third of 99.99 is then exact, and a share of half a cent stays half a cent.
    const share = shares.get(key) ?? round(total.abs().times(weight).div(divisor))
    shares.set(key, share)
    return share
  }
  let left = total.abs()
  return weights.map((weight, index) => {
    const share = shareOf(weight)
    const part = index === last || share.gt(left) ? left : share
    left = left.minus(part)
    return total.lt(0) ? part.neg() : part
  })
}

/**
 * Divides an amount in proportion to weights, to the cent, so that the sum of the first parts is the rounded share of
 * their weights (`schedule-remainder`, §13.3). No part is off by more than a cent, whatever comes before it.
 *
 * @param total in cents
 * @param weights none below 0; when all are 0, the last part is everything
 * @returns one part for each weight, in their order
 * @example
 * allocateCumulatively(decimal('1000'), [one, one, one], round) // 333.33, 333.34, 333.33
 */
export function allocateCumulatively(total: Decimal, weights: readonly Decimal[], round: Round): Decimal[] {
  const divisor = sum(weights)
  const last = weights.length - 1
  let weighed = zero
  let given = zero
  return weights.map((weight, index) => {
    weighed = weighed.plus(weight)
    const until =
      index === last ? total.abs() : divisor.eq(0) ? zero : round(total.abs().times(weighed).div(divisor))
    const part = until.minus(given)
    given = until
    return total.lt(0) ? part.neg() : part
  })
}

/** Divides an amount in proportion to weights, such as `Write.spread`, by the assumption `schedule-remainder`. */
export type Spread = (total: Decimal, weights: readonly Decimal[]) => Decimal[]

const SPREADS = { last: allocate, cumulative: allocateCumulatively }

export const spreadBy =
  (remainder: keyof typeof SPREADS, round: Round): Spread =>
  (total, weights) =>
    SPREADS[remainder](total, weights, round)
