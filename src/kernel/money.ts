import Big from 'big.js'
import { invariant } from './invariant'

export type Decimal = Big

/** The rounding of a value between two texts of fewer places; the first two differ in ties only. */
export type Rounding = 'half-away-from-zero' | 'half-even' | 'down'

/** A constructor of our own, because the application may configure the shared one. */
const OwnBig = Big()
/** Decimal places of a quotient. Sums and products are exact. */
OwnBig.DP = 100

const MODES = {
  'half-away-from-zero': Big.roundHalfUp,
  'half-even': Big.roundHalfEven,
  down: Big.roundDown,
} as const satisfies Record<Rounding, number>

/** The digits that a client may send before the decimal point; what is worked out has no more (§1.1). */
export const DIGITS_AT_MOST = 15

const grammar = new RegExp(`^(-?)(\\d{1,${DIGITS_AT_MOST}})(?:\\.(\\d+))?$`)

export const zero: Decimal = OwnBig(0)

/** A client's value that is not a decimal, or has too many decimal places. */
export interface WrongDecimal {
  readonly problem: 'type' | 'places'
}

/** Parses a client's value with limited decimal places; a number as its shortest decimal text. */
export function readDecimal(input: unknown, places: number): { value: Decimal } | WrongDecimal {
  const read = readDecimalText(input, places)
  return 'text' in read ? { value: decimal(read.text) } : read
}

/** Like `readDecimal`, but returns what rows store: `amountText` for two places, else `rateText`. */
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

/** Tells whether a client's text is what rows would store, as most are. */
function isAsStored(text: string, places: number): boolean {
  if (places === 2) return STORED_AMOUNT.test(text)
  const point = text.indexOf('.')
  return STORED_RATE.test(text) && (point < 0 || text.length - point - 1 <= places)
}

// Cached, because books repeat their amounts and parsing costs more than a look-up. Decimals are immutable.
const READ_AT_MOST = 4096
const read = new Map<string | number, Decimal>()

/** For trusted decimals, such as the text in a row. Parse a client's value with `readDecimal`. */
export function decimal(text: string | number): Decimal {
  const known = read.get(text)
  if (known) return known
  if (read.size >= READ_AT_MOST) read.clear()
  const value = OwnBig(text)
  read.set(text, value)
  return value
}

/** Round once, at the end: rounding a rounded value can be a cent off. */
export const round = (value: Decimal, rounding: Rounding, places = 2): Decimal =>
  withoutNegativeZero(value.round(places, MODES[rounding]))

/** Two decimal places: '12.00'. Throws unless the value is rounded; how to round is the caller's decision. */
export function amountText(value: Decimal): string {
  invariant(value.round(2, MODES.down).eq(value), 'An amount is rounded before it is written')
  return withoutNegativeZero(value).toFixed(2)
}

/** Without trailing zeros or an exponent: '12.5', '0', '0.0000001'. */
export const rateText = (value: Decimal): string => withoutNegativeZero(value).toFixed()

export function sum(values: Iterable<Decimal>): Decimal {
  let total = zero
  for (const value of values) total = total.plus(value)
  return total
}

/** JavaScript writes numbers below a millionth with an exponent, which the service's grammar excludes. */
function shortestText(input: number): string {
  const text = String(input)
  return /\de/.test(text) ? OwnBig(text).toFixed() : text
}

const withoutNegativeZero = (value: Decimal): Decimal => (value.eq(0) ? zero : value)
