import type { RecordSet, Simulator } from 'accounting-simulator'

type Input<Set> = Set extends RecordSet<infer In, unknown> ? In : never
export type FixedAssetInput = Input<Simulator['records']['fixedAssets']>

/** Equipment of the dollar company: 1000.00 in equal parts over the twelve months from February 2026 on. */
export const fixedAsset = (more: Partial<FixedAssetInput> = {}): FixedAssetInput => ({
  company_id: 1,
  name: 'Lathe',
  currency_iso_4217_code: 'USD' as const,
  exchange_rate: '1',
  purchase_date: '2026-01-10',
  cost: '1000.00',
  asset_account_number: 1500,
  expense_account_number: 6200,
  accumulation_account_number: 1590,
  useful_life: 12,
  depreciation_method: 'straight_line',
  depreciation_start_date: '2026-02-01',
  convention: 'full_month',
  ...more,
})

export const createAsset = (simulator: Simulator, more: Partial<FixedAssetInput> = {}) =>
  simulator.records.fixedAssets.create(fixedAsset(more))

/** The dates of what was written off and not taken back. */
export function postedDates(simulator: Simulator): string {
  const entries = simulator.books.entries({ record: { type: 'depreciations' } })
  const reversed = new Set(entries.map(({ reverses }) => reverses))
  return entries
    .filter(({ transaction_id, reverses }) => reverses === null && !reversed.has(transaction_id))
    .map(({ date }) => date)
    .join(' ')
}

/** `posted active` */
export function statusOf(simulator: Simulator, number = 1): string {
  const { status, record_status } = simulator.records.fixedAssets.get(number)
  return `${record_status} ${status}`
}
