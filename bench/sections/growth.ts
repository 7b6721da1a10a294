import { createSimulator } from '../built'
import { type Schedule, timings, type Variant } from '../harness'
import { BASE_URL, GET, HEADERS, INVOICES, POST } from '../invoices'
import { readAnswer } from '../read-answer'
import { report } from '../report'
import { rewinding } from '../rewinding'
import { FEW_INVOICES, FEW_INVOICES_CUSTOMER, FEW_INVOICES_DATE, type Filled, fill } from '../worlds'

/** The cost of a call with 1,000 invoices and with 100,000. */
const SCHEDULE: Schedule = { rounds: 11, sliceMilliseconds: 60, operationsAtMost: 400 }

const small = fill(createSimulator({ rateLimits: false }), 1_000)
const large = fill(createSimulator({ rateLimits: false }), 100_000)

/** Spread over the whole world, so that a small one does not win by staying in the processor's cache. */
const numberAt = ({ count }: Filled, index: number): number => 1 + ((index * 7919) % count)

const payment = (invoice_number: number): RequestInit => ({
  method: 'POST',
  headers: HEADERS,
  body: JSON.stringify({
    date: '2026-01-15',
    company_id: 1,
    currency_iso_4217_code: 'USD' as const,
    exchange_rate: '1',
    check_number: '',
    memo: '',
    items: [{ invoice_number, amount: '10.00', position: 1 }],
  }),
})

type Call = (world: Filled, index: number) => [url: string, init: RequestInit]

const READS: Record<string, Call> = {
  get: (world, index) => [`${INVOICES}${numberAt(world, index)}/`, GET],
  'list, first 20': () => [`${INVOICES}?limit=20`, GET],
  'list, 20 in the middle, by date': ({ count }) => [
    `${INVOICES}?limit=20&offset=${count / 2}&ordering=-date`,
    GET,
  ],
  'list of a customer, 20 hits': () => [`${INVOICES}?customer_id=${FEW_INVOICES_CUSTOMER}`, GET],
  'list from a date on, 20 hits': () => [`${INVOICES}?start_date=${FEW_INVOICES_DATE}`, GET],
}
const WRITES: Record<string, Call> = {
  create: () => [INVOICES, POST],
  pay: (world, index) => [`${BASE_URL}/public/v1/customer-payments/`, payment(numberAt(world, index))],
}

const variant = (name: string, call: Call, world: Filled, isWrite: boolean): Variant => ({
  name,
  run: async (index) => readAnswer(await world.simulator.fetch(new Request(...call(world, index)))),
  ...(isWrite && rewinding(world.simulator)),
})

/** An unknown parameter is passed over in silence, and the whole list would be timed. */
for (const world of [small, large])
  for (const filter of [`customer_id=${FEW_INVOICES_CUSTOMER}`, `start_date=${FEW_INVOICES_DATE}`]) {
    const response = await world.simulator.fetch(new Request(`${INVOICES}?${filter}`, GET))
    const { count } = (await response.json()) as { count: number }
    if (count !== FEW_INVOICES) throw new Error(`${filter} has ${count} hits instead of ${FEW_INVOICES}`)
  }

for (const [calls, isWrite] of [
  [READS, false],
  [WRITES, true],
] as const)
  for (const [name, call] of Object.entries(calls)) {
    const [few, many] = await timings(
      [variant('among 1,000', call, small, isWrite), variant('among 100,000', call, large, isWrite)],
      SCHEDULE,
    )
    report(`growth: ${name}`, [{ timing: few }, { timing: many, against: few, aim: 1.2 }])
  }
