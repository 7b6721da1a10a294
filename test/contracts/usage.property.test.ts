import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../src/kernel/plain-date'
import { METERED, metered, TIERED } from '../support/worlds/metered-contract'
import { balanceOf, trading } from '../support/worlds/trade'

/** Seeds that once failed, with what they found. Add yours here and leave it. */
const KEPT_SEEDS: readonly (readonly [seed: number, found: string])[] = [
  [69251438, 'a correction after the account had been emptied'],
]

const START = '2026-01-01'
const TERM_DAYS = 180

const TIERS = {
  tiers: [
    { up_to: 100, rate: '1.01' },
    { up_to: null, rate: '0.8033' },
  ],
}

const item = fc.record({
  obligation: fc.constantFrom(METERED, TIERED),
  day: fc.integer({ min: 0, max: TERM_DAYS }),
  quantity: fc.constantFrom('0', '1', '10.01', '33.333333', '150'),
  status: fc.constantFrom(null, null, null, null, 'draft', 'archived'),
  /** Which of the records that there are is corrected; none if nobody is. */
  corrects: fc.oneof(fc.nat(), fc.constant(null)),
})

const drawn = fc.record({
  /** Days of the term that have passed: all of them leave nothing for the clock to put right. */
  begins: fc.constantFrom(0, 60, TERM_DAYS),
  currency: fc.constantFrom('EUR', 'USD'),
  /** Exchange rates of the euro, month by month. */
  rates: fc.array(fc.constantFrom('1.1', '1.1045', '1.2', '0.9999'), { minLength: 6, maxLength: 6 }),
  batches: fc.array(
    fc.record({
      items: fc.array(item, { minLength: 1, maxLength: 3 }),
      days: fc.integer({ min: 0, max: 20 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
})

type Drawn = typeof drawn extends fc.Arbitrary<infer One> ? One : never

const centsOf = (amounts: readonly string[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)

const amountsOf = (rows: readonly { readonly amount: string; readonly record_status: string }[]): string[] =>
  rows.filter(({ record_status }) => record_status === 'posted').map(({ amount }) => amount)

/** Reports and corrects usage for half a year; refused batches change nothing. */
async function report({ begins, currency, rates, batches }: Drawn): Promise<void> {
  const simulator = trading({ now: `${addDays(START, begins)}T00:00:00Z` })
  for (const [month, rate] of rates.entries())
    simulator.admin.exchangeRates.set('EUR', 'USD', rate, addDays(START, month * 30))
  const { use, upsert, contract } = metered(simulator, 'active', {
    currency_iso_4217_code: currency,
    end_date: addDays(START, TERM_DAYS),
    obligations: [
      { item_id: 4, rate: '0.333', recognition_strategy: 'usage' },
      { item_id: 5, recognition_strategy: 'usage_tiered', obligation_conditions: TIERS },
    ],
  })
  for (const { items, days } of batches) {
    const known = contract().obligation_usage.filter(({ status }) => status !== 'archived')
    const body = items.map(({ obligation, day, quantity, status, corrects }) => {
      const corrected = corrects === null ? undefined : known[corrects % known.length]
      return {
        ...use(obligation, addDays(START, day), quantity),
        ...(status && { status }),
        ...(corrected && { id: corrected.id, obligation_id: corrected.obligation_id }),
      }
    })
    expect([200, 422]).toContain((await upsert(...body)).status)
    await simulator.clock.advance({ days })
  }
  await simulator.clock.advance({ days: TERM_DAYS })
  const { obligation_usage, revenue_recognitions, invoices } = contract()
  const billed = obligation_usage.filter(({ status }) => status === 'invoiced').map(({ amount }) => amount)
  expect(centsOf(amountsOf(revenue_recognitions))).toBe(centsOf(billed))
  expect(centsOf(amountsOf(invoices))).toBe(centsOf(billed))
  expect(balanceOf(simulator, 2400)).toBe('0.00')
}

const check = (seed: number) => fc.assert(fc.asyncProperty(drawn, report), { seed, numRuns: 40 })

test('usage, however it was corrected, is billed and earned, and nothing of it stays deferred', async () => {
  const seed = Number(process.env.USAGE_SEED ?? randomInt(2 ** 31))
  console.log(`usage: USAGE_SEED=${seed} npx vitest run test/contracts/usage.property.test.ts`)
  await check(seed)
})

test.each(KEPT_SEEDS)('kept seed %d: %s', (seed) => check(seed))
