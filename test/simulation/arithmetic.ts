/** Money as whole numbers. Written for the auditor alone, so that it cannot share a mistake with the simulator. */

/** The text as a whole number of units of 10^-places; digits beyond are not expected. */
export function units(text: string, places: number): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '' || fraction.length > places) throw new Error(`not a number of ${places} places: ${text}`)
  const value = BigInt(whole + fraction.padEnd(places, '0'))
  return sign === '' ? value : -value
}

/** Divided, halves away from zero. */
export function divided(value: bigint, by: bigint): bigint {
  const negative = value < 0n !== by < 0n
  const [a, b] = [value < 0n ? -value : value, by < 0n ? -by : by]
  const whole = (2n * a + b) / (2n * b)
  return negative ? -whole : whole
}

export const cents = (text: string): bigint => units(text, 2)

/** Quantity times rate, six digits each, in cents. */
export const netOf = (quantity: string, rate: string): bigint =>
  divided(units(quantity, 6) * units(rate, 6), 10n ** 10n)

/** A part of an amount in cents; the percentage has four digits at most. */
export const percentOf = (amount: bigint, percent: string): bigint =>
  divided(amount * units(percent, 4), 1_000_000n)

/** Cents of the record's currency in cents of the company's. */
export const converted = (amount: bigint, rate: string): bigint =>
  divided(amount * units(rate, 16), 10n ** 16n)

/** And back. */
export const unconverted = (amount: bigint, rate: string): bigint =>
  divided(amount * 10n ** 16n, units(rate, 16))

export function centsText(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const total = (values: Iterable<bigint>): bigint => [...values].reduce((sum, value) => sum + value, 0n)
