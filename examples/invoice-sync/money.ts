/** Money as a whole number of cents: sums stay exact, which sums of floats do not. */
export type Cents = bigint

export function cents(text: string): Cents {
  const parts = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (parts === null) throw new Error(`not an amount of money: "${text}"`)
  const [, sign = '', whole = '', fraction = ''] = parts
  const size = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  return sign === '-' ? -size : size
}

export function amount(value: Cents): string {
  const digits = String(value < 0n ? -value : value).padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function total(values: Iterable<Cents>): Cents {
  let sum = 0n
  for (const value of values) sum += value
  return sum
}
