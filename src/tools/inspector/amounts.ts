/** An amount or a count with its thousands apart: `1234567.89` is `1,234,567.89`. */
export const grouped = (amount: string | number): string =>
  String(amount).replace(/\B(?=(\d{3})+(?:\.|$))/g, ',')

/** Such as `1 entry` and `1,200 entries`. */
export const counted = (count: number, one: string, many: string): string =>
  `${grouped(count)} ${count === 1 ? one : many}`

/** Tells how many missed events have left the log of deliveries; empty if none has. */
export const tooOldText = ({
  forgotten,
}: {
  readonly forgotten?: { readonly missed: number } | null
}): string => (forgotten?.missed ? `too old to be sent (§14.4): ${grouped(forgotten.missed)}` : '')

/** The exact sum of amounts with two decimal places. */
export function sumOf(amounts: readonly string[]): string {
  const cents = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A balance as people say it: debits less credits is negative where there are more credits. */
export const balanceText = (balance: string): string =>
  balance.startsWith('-') ? `${grouped(balance.slice(1))} credit` : `${grouped(balance)} debit`
