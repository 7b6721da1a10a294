/** The depreciation of the only asset in a world with audited books. */
import type { Simulator } from 'accounting-simulator'
import { expect } from 'vitest'
import { type FixedAssetInput, fixedAsset } from './fixed-asset'
import { balanceOf, trading } from './trade'

/** Every posting of the only asset: `2026-01-31 83.33, 2026-02-28 83.33`. */
export function postings(simulator: Simulator): string {
  const found = simulator.books.entries({ account_number: 1590 }).map(({ date, lines }) => ({
    date,
    amount: lines.find((line) => line.account_number === 1590)?.credit ?? '',
  }))
  return found.map(({ date, amount }) => `${date} ${amount}`).join(', ')
}

/** The same with equal amounts that follow each other in one: `2026-01-31 to 2026-02-28 2 x 83.33`. */
export function runs(simulator: Simulator): string {
  const parts: { amount: string; dates: string[] }[] = []
  for (const { date, lines } of simulator.books.entries({ account_number: 1590 })) {
    const amount = lines.find((line) => line.account_number === 1590)?.credit ?? ''
    const last = parts.at(-1)
    if (last?.amount === amount) last.dates.push(date)
    else parts.push({ amount, dates: [date] })
  }
  return parts
    .map(({ amount, dates }) =>
      dates.length === 1
        ? `${dates[0]} ${amount}`
        : `${dates[0]} to ${dates.at(-1)} ${dates.length} x ${amount}`,
    )
    .join(', ')
}

/** A world whose companies end their fiscal years with that month. */
function withYearEnd(month: number): Simulator {
  const simulator = trading()
  const { companies } = simulator.records
  const { name, currency_iso_4217_code } = companies.get(1)
  companies.update(1, { name, currency_iso_4217_code, fiscal_year_end_month: month })
  return simulator
}

/** Five years in the life of an asset. */
export async function written(asset: Partial<FixedAssetInput>, yearEnd = 12): Promise<Simulator> {
  const simulator = withYearEnd(yearEnd)
  simulator.records.fixedAssets.create(fixedAsset(asset))
  await simulator.clock.advance({ days: 5 * 366 })
  return simulator
}

/** Holds for every asset at the end of its life, whatever the method. */
export function expectDone(simulator: Simulator): void {
  const { cost, salvage_value, accumulated_beginning_balance, status } = simulator.records.fixedAssets.get(1)
  const base = Number(cost) - Number(salvage_value) - Number(accumulated_beginning_balance)
  expect(status).toBe('fully_amortized')
  expect(Number(balanceOf(simulator, 1590))).toBe(-Number(base.toFixed(2)))
  expect(balanceOf(simulator, 6200)).toBe(base.toFixed(2))
  expect(simulator.books.check()).toEqual([])
  expect(simulator.clock.pending()).toEqual([])
}
