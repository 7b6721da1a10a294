import HostDecimal from 'decimal.js'
import { invariant } from './invariant'

export type Decimal = HostDecimal

/** Half away from zero is the service's own way (docs/service.md §1.1). */
export type Rounding = 'half-away-from-zero' | 'half-even' | 'down'

/**
 * A constructor of our own: the application we run in may configure the shared one. A hundred digits hold
 * every product of an amount, a rate and an exchange rate exactly.
 */
const OwnDecimal = HostDecimal.clone({ defaults: true, precision: 100, toExpNeg: -9e15, toExpPos: 9e15 })

const modes = {
  'half-away-from-zero': OwnDecimal.ROUND_HALF_UP,
  'half-even': OwnDecimal.ROUND_HALF_EVEN,
  down: OwnDecimal.ROUND_DOWN,
} as const satisfies Record<Rounding, number>

const grammar = /^-?\d{1,15}(?:\.(\d+))?$/

export const zero: Decimal = new OwnDecimal(0)

/**
 * Reads what a client sent, with at most so many digits after the point. The text is checked first, because
 * the decimal library accepts far more, and takes minutes or all memory for some of it. A number counts as
 * its shortest decimal text.
 */
export function readDecimal(
  input: unknown,
  places: number,
): { value: Decimal } | { problem: 'type' | 'places' } {
  const text = typeof input === 'number' ? shortestText(input) : input
  if (typeof text !== 'string') return { problem: 'type' }
  const match = grammar.exec(text)
  if (match === null) return { problem: 'type' }
  if ((match[1]?.length ?? 0) > places) return { problem: 'places' }
  return { value: withoutNegativeZero(new OwnDecimal(text)) }
}

// Books repeat their amounts, and reading one costs more than looking it up. Decimals never change.
const READ_AT_MOST = 4096
const read = new Map<string | number, Decimal>()

/**
 * For what is known to be a decimal, such as the text in a row; what a client sent goes through
 * `readDecimal`.
 */
export function decimal(text: string | number): Decimal {
  const known = read.get(text)
  if (known) return known
  if (read.size >= READ_AT_MOST) read.clear()
  const value = new OwnDecimal(text)
  read.set(text, value)
  return value
}

/** To be done once, at the end: rounding what was rounded before can be a cent off. */
export function round(value: Decimal, rounding: Rounding, places = 2): Decimal {
  return withoutNegativeZero(value.toDecimalPlaces(places, modes[rounding]))
}

/**
 * Exactly two decimals: '12.00'. The value must have been rounded; how, is not for the printing to decide.
 */
export function amountText(value: Decimal): string {
  invariant(value.decimalPlaces() <= 2, 'An amount is rounded before it is written')
  return withoutNegativeZero(value).toFixed(2)
}

/** Without trailing zeros or an exponent: '12.5', '0', '0.0000001'. */
export function rateText(value: Decimal): string {
  return withoutNegativeZero(value).toFixed()
}

export function sum(values: Iterable<Decimal>): Decimal {
  let total = zero
  for (const value of values) total = total.plus(value)
  return total
}

/** JavaScript writes numbers below a millionth with an exponent, which the grammar does not know. */
function shortestText(input: number): string {
  const text = String(input)
  return text.includes('e') ? new OwnDecimal(text).toFixed() : text
}

function withoutNegativeZero(value: Decimal): Decimal {
  return value.isZero() ? zero : value
}
