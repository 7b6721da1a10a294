import { createHash } from 'node:crypto'
import { createSimulator, type Simulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { clientOf } from '../support/client'
import { everything } from '../support/subject'
import { contract, obligation } from '../support/worlds/contract'
import { createAsset } from '../support/worlds/fixed-asset'
import { entryTemplate, template } from '../support/worlds/template'
import { invoice } from '../support/worlds/trade'

const HOOK = 'https://hooks.example.com/'
const DAYS = 730
const HOUR = 3600

const MONTHLY = { billing_frequency: 'monthly', recognition_frequency: 'monthly' } as const
const THREE_YEARS = { start_date: '2026-01-31', end_date: '2028-12-30', ...MONTHLY } as const

/** Contracts of every strategy that time moves, in dollars and in euros. */
function sell(simulator: Simulator): void {
  const { contracts } = simulator.records
  simulator.admin.exchangeRates.set('EUR', 'USD', '1.1045')
  for (const recognition_strategy of [
    'straight_line',
    'straight_line_start_end_even',
    'daily_prorata',
  ] as const)
    contracts.create(
      contract({
        ...THREE_YEARS,
        status: 'active',
        currency_iso_4217_code: recognition_strategy === 'daily_prorata' ? 'EUR' : 'USD',
        obligations: [
          obligation({ recognition_strategy, rate: '1234.57', quantity: '3' }),
          obligation({
            recognition_strategy,
            rate: '333.335',
            discount_type: 'PERCENTAGE',
            discount_value: '10',
          }),
        ],
      }),
    )
  contracts.create(
    contract({
      start_date: '2026-02-15',
      end_date: '2027-02-14',
      billing_frequency: 'monthly',
      status: 'active',
      obligations: [
        obligation({ recognition_strategy: 'immediate' }),
        obligation({
          recognition_strategy: 'deposit_release',
          obligation_conditions: { release_date: '2026-11-11' },
        }),
        obligation({
          recognition_strategy: 'milestone',
          obligation_conditions: {
            milestones: [
              { name: 'begun', percentage: 30, achieved_date: '2026-05-05' },
              { name: 'done', percentage: 70 },
            ],
          },
        }),
      ],
    }),
  )
}

/** Assets of several methods; one of them paused, one with a past that lies in a locked period. */
function equip(simulator: Simulator): void {
  createAsset(simulator, { depreciation_start_date: '2025-10-31', useful_life: 20, convention: 'mid_month' })
  createAsset(simulator, { depreciation_method: 'double_declining', useful_life: 36, salvage_value: '99.99' })
  createAsset(simulator, { depreciation_frequency: 'yearly', useful_life: 30, convention: 'half_year' })
  createAsset(simulator, { status: 'inactive' })
}

/** Templates whose records post, wait for approval, or are refused. */
function repeat(simulator: Simulator): void {
  const { recurringInvoices, recurringBills, recurringJournalEntries } = simulator.records
  recurringInvoices.create(template({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1' }))
  recurringInvoices.create(template({ rrule: 'FREQ=WEEKLY;INTERVAL=5', recurring_type: 'reminder' }))
  recurringJournalEntries.create(entryTemplate({ rrule: 'FREQ=MONTHLY;BYDAY=2TU' }))
  recurringBills.create({
    ...template({ rrule: 'FREQ=MONTHLY;INTERVAL=3' }),
    record_payload: {
      date: '2026-02-01',
      company_id: 1,
      vendor_id: 1,
      currency_iso_4217_code: 'USD' as const,
      exchange_rate: '1',
      items: [{ item_id: 1, quantity: '2', rate: '45.255', position: 1 }],
    },
  })
}

interface Told {
  readonly simulator: Simulator
  /** A digest of every delivery that arrived, headers and body. */
  readonly arrived: string[]
}

async function world(): Promise<Told> {
  const simulator = createSimulator({ rateLimits: false })
  const arrived: string[] = []
  const topics = ['invoice', 'bill', 'journalentry', 'contract', 'fixedasset'].flatMap((model) =>
    ['created', 'updated', 'deleted'].map((action) => `core.${model}/${action}`),
  )
  await clientOf(simulator)('POST', '/public/v2/webhooks/', { url: HOOK, topics })
  // Every seventh delivery fails, and is tried again in its time.
  simulator.webhooks.connect(HOOK, async (request) => {
    const text = `${JSON.stringify([...request.headers].sort())}${await request.text()}`
    arrived.push(createHash('sha256').update(text).digest('hex'))
    return new Response(null, { status: arrived.length % 7 === 0 ? 500 : 200 })
  })
  simulator.admin.periods.lockThrough(1, '2026-01-20')
  simulator.records.approvalPolicies.create({
    record_type: 'bill',
    name: 'Four eyes',
    steps: [{ approver_ids: [1] }, { approver_ids: [2] }],
  })
  sell(simulator)
  equip(simulator)
  repeat(simulator)
  simulator.records.invoices.create(invoice({ date: '2026-01-25' }))
  return { simulator, arrived }
}

/** Everything that a user can see of a world. */
function seen({ simulator, arrived }: Told) {
  const lists = everything.definitions.map(({ name }) => {
    const set = simulator.records[name as keyof Simulator['records']]
    return [name, set.list({ limit: 100 }), set.list({ limit: 100, ordering: '-id' })]
  })
  return {
    now: simulator.clock.now,
    lists: JSON.stringify(lists),
    trialBalance: JSON.stringify(simulator.books.trialBalance()),
    entries: JSON.stringify(simulator.books.entries()),
    journal: simulator.books.toJournal(),
    attempts: JSON.stringify(simulator.webhooks.attempts),
    arrived: arrived.join('\n'),
    pending: JSON.stringify(simulator.clock.pending()),
    file: JSON.stringify(simulator.export()),
  }
}

/** Lets time pass in steps of so many hours; the last one is as long as it has to be. */
async function pass(simulator: Simulator, hours: number, step: number): Promise<number> {
  let fired = 0
  for (let passed = 0; passed < hours; passed += step)
    fired += (await simulator.clock.advance({ seconds: Math.min(step, hours - passed) * HOUR })).fired.length
  return fired
}

describe('two years', () => {
  test('in one call lead where they lead day by day, byte for byte', async () => {
    const [whole, daily] = [await world(), await world()]
    const fired = await pass(whole.simulator, DAYS * 24, DAYS * 24)
    expect(await pass(daily.simulator, DAYS * 24, 24)).toBe(fired)
    const expected = seen(whole)
    const found = seen(daily)
    for (const [what, bytes] of Object.entries(expected))
      expect.soft(found[what as keyof typeof found], what).toBe(bytes)
    // So that the comparison is worth something.
    const { records, books } = whole.simulator
    expect(books.check()).toEqual([])
    expect(records.bills.list({ approval_status: 'pending' }).count).toBe(8)
    expect(records.invoices.count()).toBeGreaterThan(100)
    expect(records.fixedAssets.list({ status: 'fully_amortized' }).count).toBeGreaterThan(0)
    expect(books.entries({ record: { type: 'revenueRecognitions' } }).length).toBeGreaterThan(100)
    expect(books.entries({ record: { type: 'depreciations' } }).length).toBeGreaterThan(40)
    expect(whole.arrived.length).toBeGreaterThan(200)
  })

  test('in steps of odd hours, carried over as a file and rewound on the way', async () => {
    const [whole, odd] = [await world(), await world()]
    await pass(whole.simulator, DAYS * 24, DAYS * 24)
    await pass(odd.simulator, 200 * 24, 53)
    const mark = odd.simulator.snapshot()
    const arrived = odd.arrived.length
    await pass(odd.simulator, 100 * 24, 29)
    odd.simulator.restore(mark)
    odd.arrived.length = arrived
    const fork = odd.simulator.fork()
    await pass(fork, (DAYS - 200) * 24, 101)
    const [expected, found] = [whole.simulator, fork]
    expect(found.books.toJournal()).toBe(expected.books.toJournal())
    expect(JSON.stringify(found.export())).toBe(JSON.stringify(expected.export()))
    expect(odd.arrived).toEqual(whole.arrived)
  })
})
