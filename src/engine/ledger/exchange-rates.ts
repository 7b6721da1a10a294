import type { RowIn } from '../../kernel/table-shape'
import type { Scope } from '../model/context'
import { EXCHANGE_RATES } from '../model/tables'

export const exchangeRateRow = (
  from: string,
  to: string,
  rate: string,
  date: string,
): RowIn<typeof EXCHANGE_RATES> => ({ id: `${pairOf(from, to)} ${date}`, pair: pairOf(from, to), date, rate })

const pairOf = (from: string, to: string): string => `${from} ${to}`

/** The latest rate on or before the date; 1 if there is none, as from a currency to itself (§13.1). */
export function exchangeRateOn(
  { world, organization }: Scope,
  from: string,
  to: string,
  date: string,
): string {
  const rates = world.store.table(organization, EXCHANGE_RATES)
  // The keys of a currency pair are in the order of their dates.
  const known = rates.keysWhere('pair', pairOf(from, to)).filter((key) => String(key).slice(-10) <= date)
  const latest = known.at(-1)
  return latest === undefined ? '1' : rates.getRequired(latest).rate
}
