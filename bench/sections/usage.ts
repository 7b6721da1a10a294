import { createSimulator } from '../built'
import { type Schedule, timings, type Variant } from '../harness'
import { BASE_URL, HEADERS } from '../invoices'
import { readAnswer } from '../read-answer'
import { report } from '../report'
import { rewinding } from '../rewinding'

/** The cost of a usage record among 2,000 of one batch and among 8,000, rated by tiers (docs/service.md §13.4). */
const SCHEDULE: Schedule = { rounds: 5, sliceMilliseconds: 500, operationsAtMost: 1 }

const TIERS = [
  { up_to: 100, rate: '1.00' },
  { up_to: 500, rate: '0.80' },
  { up_to: null, rate: '0.50' },
]

function batch(count: number): Variant {
  const simulator = createSimulator({ rateLimits: false })
  const contract = simulator.records.contracts.create({
    company_id: 1,
    customer_id: 1,
    name: 'Metered',
    start_date: '2026-01-01',
    end_date: '2026-12-31',
    status: 'active',
    obligations: [
      { item_id: 5, recognition_strategy: 'usage_tiered', obligation_conditions: { tiers: TIERS } },
    ],
  })
  const obligation_id = contract.obligations[0]?.id
  const items = Array.from({ length: count }, (_, index) => ({
    obligation_id,
    usage_date: `2026-01-${String(1 + (index % 15)).padStart(2, '0')}`,
    quantity: 1 + (index % 7),
  }))
  const url = `${BASE_URL}/public/v1/contracts/${contract.id}/usage/bulk-upsert/`
  const body = JSON.stringify({ items })
  return {
    name: `${count} in one batch`,
    run: async () => {
      const response = await simulator.fetch(new Request(url, { method: 'POST', headers: HEADERS, body }))
      if (response.status !== 200) throw new Error(await response.text())
      return readAnswer(response)
    },
    ...rewinding(simulator),
  }
}

const [few, many] = await timings([batch(2_000), batch(8_000)], SCHEDULE)
const perRecord = (timing: typeof few, count: number) => ({
  ...timing,
  rounds: timing.rounds.map((us) => us / count),
})
const one = perRecord(few, 2_000)
report('usage: a record rated by tiers', [
  { timing: one },
  { timing: perRecord(many, 8_000), against: one, aim: 1.3 },
])
