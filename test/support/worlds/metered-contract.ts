/** A contract whose customer reports what was used. */
import type { Simulator } from 'accounting-simulator'
import { clientOf, type Json } from '../client'
import type { ContractInput } from './contract'

/** Obligations by their place. */
export const METERED = 1
export const TIERED = 2

const TIERS = {
  tiers: [
    { up_to: 100, rate: '1.00' },
    { up_to: 500, rate: '0.80' },
    { up_to: null, rate: '0.50' },
  ],
}

/** A contract with three obligations: one by the unit, one by tiers, one that is not metered at all. */
export function metered(
  simulator: Simulator,
  status: 'draft' | 'active' = 'active',
  more: Partial<ContractInput> = {},
) {
  const { id, obligations } = simulator.records.contracts.create({
    company_id: 1,
    customer_id: 1,
    name: 'Metered',
    start_date: '2026-01-01',
    end_date: '2026-12-31',
    status,
    obligations: [
      { item_id: 4, rate: '0.015', recognition_strategy: 'usage' },
      { item_id: 5, recognition_strategy: 'usage_tiered', obligation_conditions: TIERS },
      {
        item_id: 1,
        quantity: 1,
        rate: 100,
        recognition_strategy: 'immediate',
        skip_invoice_generation: true,
      },
    ],
    ...more,
  })
  const ids = obligations.map((one) => one.id)
  const send = clientOf(simulator)
  const path = `/public/v1/contracts/${id}/usage/`
  return {
    id,
    obligation: (which: number) => ids[which - 1] as number,
    use: (which: number, usage_date: string, quantity: number | string, more: Json = {}): Json => ({
      obligation_id: ids[which - 1],
      usage_date,
      quantity,
      ...more,
    }),
    upsert: async (...items: Json[]) => {
      const answer = await send('POST', `${path}bulk-upsert/`, { items })
      return { ...answer, records: answer.body as unknown as Json[] }
    },
    list: async () => (await send('GET', path)).body as unknown as Json[],
    contract: () => simulator.records.contracts.get(id),
  }
}
