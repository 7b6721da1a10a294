import type { Row } from '../../kernel/store'
import type { World } from '../model/world'

/** What one unit of a currency is worth in another from a date on. */
export interface ExchangeRateRow extends Row {
  /** `EUR USD 2026-01-01` */
  readonly id: string
  readonly pair: string
  readonly date: string
  readonly rate: string
}

export const exchangeRateRow = (from: string, to: string, rate: string, date: string): ExchangeRateRow => ({
  id: `${pairOf(from, to)} ${date}`,
  pair: pairOf(from, to),
  date,
  rate,
})

const pairOf = (from: string, to: string): string => `${from} ${to}`

/** The latest rate on or before the date, else 1 (docs/service.md §13.1). */
export function exchangeRateOn(
  world: World,
  organization: string,
  from: string,
  to: string,
  date: string,
): string {
  if (from === to) return '1'
  const rates = world.store.table<ExchangeRateRow>(organization, 'exchangeRates')
  // Keys of one pair rise with their dates.
  const known = rates.keysWhere('pair', pairOf(from, to)).filter((key) => String(key).slice(-10) <= date)
  const latest = known.at(-1)
  return latest === undefined ? '1' : (rates.get(latest)?.rate ?? '1')
}
