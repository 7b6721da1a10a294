import { randomInt } from 'node:crypto'
import type { Simulator } from 'accounting-simulator'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../src/kernel/plain-date'
import { balanceOf, trading } from '../support/worlds/trade'

const START = '2026-01-31'
const PRICES = ['0.01', '0.05', '33.333333', '99.99', '333.335', '1200']
const FREQUENCIES = ['weekly', 'monthly', 'annually'] as const
const AT_TIMES = [
  'straight_line',
  'straight_line_start_end_even',
  'daily_prorata',
  'immediate',
  'deposit_release',
] as const

const weekday = fc.option(fc.integer({ min: 0, max: 6 }))

const obligation = fc.record({
  recognition_strategy: fc.constantFrom(...AT_TIMES),
  recognition_frequency: fc.constantFrom(...FREQUENCIES),
  recognition_interval: fc.constantFrom(1, 2, 4),
  billing_frequency: fc.constantFrom(...FREQUENCIES),
  billing_interval: fc.constantFrom(1, 3),
  quantity: fc.constantFrom('1', '3', '7.5', '0'),
  rate: fc.constantFrom(...PRICES),
  discount_type: fc.constantFrom('PERCENTAGE' as const, 'FIXED' as const, null),
  discount_value: fc.constantFrom('0', '0.01', '10', '33.33', '100'),
})

/** Percentages that add up to 100. */
const percentages = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 3 })
  .map((cuts) => [0, ...cuts.sort((a, b) => a - b), 100])
  .map((cuts) => cuts.slice(1).map((cut, index) => cut - (cuts[index] as number)))

const drawn = fc.record({
  days: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 800 })),
  recognition_anchor_weekday: weekday,
  billing_anchor_weekday: weekday,
  obligations: fc.array(fc.record({ obligation, milestones: fc.option(percentages, { freq: 3 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  /** Which obligations are billed as they are recognised. */
  isSynced: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  standalonePrices: fc.option(fc.array(fc.constantFrom(...PRICES), { minLength: 4, maxLength: 4 })),
  /** Percent of the term; the clock halts there. */
  halts: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 4 }),
})

type Drawn = typeof drawn extends fc.Arbitrary<infer One> ? One : never
type Contract = Parameters<Simulator['records']['contracts']['create']>[0]

/** A discount needs a type, and takes no more than there is. */
const withinGross = ({
  quantity,
  rate,
  discount_type,
  discount_value,
}: Drawn['obligations'][number]['obligation']) => ({
  discount_value:
    discount_type === 'PERCENTAGE' ||
    (discount_type === 'FIXED' &&
      Number(discount_value) <= Math.round(Number(quantity) * Number(rate) * 100) / 100)
      ? discount_value
      : '0',
})

const milestoneName = (obligation: number, milestone: number): string => `${obligation}.${milestone}`

function contractOf({
  days,
  obligations,
  standalonePrices,
  isSynced,
  halts: _,
  ...anchors
}: Drawn): Contract {
  const lines = obligations.map(({ obligation, milestones }, index) => ({
    item_id: 1 + index,
    ...obligation,
    ...withinGross(obligation),
    sync_billing_with_recognition: isSynced[index] === true,
    standalone_selling_price: standalonePrices?.[index] ?? null,
    position: index + 1,
    ...(milestones && {
      recognition_strategy: 'milestone' as const,
      obligation_conditions: {
        milestones: milestones.map((percentage, at) => ({ name: milestoneName(index, at), percentage })),
      },
    }),
  }))
  const end_date = addDays(START, days)
  return {
    company_id: 1,
    customer_id: 1,
    start_date: START,
    end_date,
    status: 'active',
    ...(anchors as Pick<Contract, keyof typeof anchors>),
    obligations: lines,
  }
}

const centsOf = (amounts: readonly string[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)

async function live(one: Drawn): Promise<void> {
  const simulator = trading({ now: `${START}T00:00:00Z` })
  const { contracts } = simulator.records
  const { id, obligations } = contracts.create(contractOf(one))
  const net = centsOf(obligations.map(({ net_amount }) => net_amount))
  for (const halt of one.halts.sort((a, b) => a - b)) {
    const day = addDays(START, Math.floor((one.days * halt) / 100))
    await simulator.clock.advanceTo(`${day}T12:00:00Z`)
    for (const { date, record_status } of contracts.get(id).revenue_recognitions)
      expect(record_status).toBe(date <= day ? 'posted' : 'draft')
    expect(simulator.books.check()).toEqual([])
  }
  const today = simulator.clock.now.slice(0, 10)
  for (const [index, { milestones }] of one.obligations.entries())
    for (const at of milestones?.keys() ?? [])
      simulator.admin.contracts.achieveMilestone(id, milestoneName(index, at), today)
  await simulator.clock.advanceTo(`${addDays(START, one.days + 8)}T00:00:00Z`)
  const lived = contracts.get(id)
  expect(centsOf(lived.revenue_recognitions.map(({ amount }) => amount))).toBe(net)
  expect(centsOf(lived.invoices.map(({ amount }) => amount))).toBe(net)
  expect([2200, 2400].map((liability) => balanceOf(simulator, liability))).toEqual(['0.00', '0.00'])
  expect(simulator.books.check()).toEqual([])
}

const check = (seed: number) => fc.assert(fc.asyncProperty(drawn, live), { seed, numRuns: 25 })

test('a contract ends with everything earned and nothing deferred', async () => {
  const seed = Number(process.env.CONTRACTS_SEED ?? randomInt(2 ** 31))
  console.log(`contracts: CONTRACTS_SEED=${seed} npx vitest run test/contracts/recognition.property.test.ts`)
  await check(seed)
})
