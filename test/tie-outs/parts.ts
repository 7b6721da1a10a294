/** Amounts by their days. */
import { centsText } from '../simulation/arithmetic'
import type { Part } from './schedules'

export const told = (parts: readonly Part[]): string =>
  [...parts]
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map(({ date, amount }) => `${date} ${centsText(amount)}`)
    .join(', ') || 'nothing'

export function summed(parts: readonly Part[]): Part[] {
  const sums = new Map<string, bigint>()
  for (const { date, amount } of parts) sums.set(date, (sums.get(date) ?? 0n) + amount)
  return [...sums].map(([date, amount]) => ({ date, amount })).filter(({ amount }) => amount !== 0n)
}
