import { expect, test } from 'vitest'
import { clientOf } from '../support/client'
import { contentOf } from '../support/content'
import { table } from '../support/table'
import { bills, contract, obligation, recognitions } from '../support/worlds/contract'
import { posted } from '../support/worlds/shorthand'
import { balanceOf, outcomeOf, trading } from '../support/worlds/trade'

const DEFERRED_REVENUE = 2400

/** docs/service.md §13.4: percentages or amounts, and the last one takes the rest. */
test('milestones are recognised when they are achieved', async () => {
  const simulator = trading()
  const { contracts } = simulator.records
  const milestones = [
    { name: 'design', percentage: 30 },
    { name: 'build', percentage: 30, note: 'kept' },
    { name: 'delivery', percentage: 40 },
  ]
  const { id } = contracts.create(
    contract({
      end_date: null,
      status: 'active',
      obligations: [
        obligation({
          rate: '999.99',
          recognition_strategy: 'milestone',
          obligation_conditions: { milestones },
        }),
      ],
    }),
  )
  expect(bills(contracts.get(id))).toBe('01-15 999.99')
  const { achieveMilestone } = simulator.admin.contracts
  expect(recognitions(achieveMilestone(id, 'delivery', '2026-01-10'))).toBe('01-10 399.99 posted')
  const later = achieveMilestone(id, 'design', '2026-02-01')
  expect(recognitions(later)).toBe('01-10 399.99 posted, 02-01 300.00 draft')
  expect(later.obligations[0]?.obligation_conditions).toEqual({
    milestones: [
      { name: 'design', percentage: 30, achieved_date: '2026-02-01' },
      { name: 'build', percentage: 30, note: 'kept' },
      { name: 'delivery', percentage: 40, achieved_date: '2026-01-10' },
    ],
  })
  expect(outcomeOf(() => achieveMilestone(id, 'design', '2026-02-02'))).toBe('422 obligations')
  expect(outcomeOf(() => achieveMilestone(id, 'party', '2026-02-02'))).toBe('422 obligations')
  await simulator.clock.advanceTo('2026-02-01T00:00:00Z')
  expect(contracts.get(id).status).toBe('active')
  expect(achieveMilestone(id, 'build', '2026-01-20').status).toBe('completed')
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('0.00')
})

test('milestones that are achieved before a contract begins, and those that are billed when they are', () => {
  const simulator = trading()
  const milestones = [
    { name: 'design', amount: '400.00', achieved_date: '2026-01-05' },
    { name: 'delivery', amount: '600.00' },
  ]
  const { id } = simulator.records.contracts.create(
    contract({
      end_date: null,
      obligations: [
        obligation({
          recognition_strategy: 'milestone',
          obligation_conditions: { milestones },
          sync_billing_with_recognition: true,
        }),
      ],
    }),
  )
  const { achieveMilestone, activate } = simulator.admin.contracts
  const begun = activate(id)
  expect([recognitions(begun), bills(begun)]).toEqual(['01-05 400.00 posted', '01-05 400.00'])
  const done = achieveMilestone(id, 'delivery', '2026-01-12')
  expect(bills(done)).toBe('01-05 400.00, 01-12 600.00')
  expect(done.status).toBe('completed')
})

/** docs/service.md §13.1: the request's own schedule, and its own accounts. */
test('a schedule that is given stands in for the computed one', async () => {
  const simulator = trading()
  const { contracts, accounts } = simulator.records
  const interest = accounts.get(7100).id
  const made = contracts.create(
    contract({
      status: 'active',
      obligations: [
        obligation({ rate: 600, position: 10 }),
        obligation({ rate: 400, position: 20, item_id: 5 }),
      ],
      revenue_recognitions: [
        { date: '2026-02-20', amount: '900.00', performance_obligation_id: 20, income_account_id: interest },
        { date: '2026-01-20', amount: '100.00' },
      ],
    }),
  )
  expect(recognitions(made)).toBe('01-20 100.00 draft, 02-20 900.00 draft')
  const [first, second] = made.revenue_recognitions
  expect([first?.performance_obligation_id, second?.performance_obligation_id]).toEqual([
    null,
    made.obligations[1]?.id,
  ])
  expect(second?.income_account_id).toBe(interest)
  await simulator.clock.advanceTo('2026-02-20T00:00:00Z')
  expect(posted(simulator, 'revenueRecognitions', 2)).toBe('Dr Deferred 900.00, Cr Interest 900.00')
  expect(contracts.get(made.id).status).toBe('completed')
})

test('the account of the item, where it has one, is the one that carries what is deferred', async () => {
  const simulator = trading({ strict: false })
  const { items, accounts, contracts } = simulator.records
  const own = accounts.create({
    ...{ name: 'Deferred Support', number: 2410, description: '', account_type: 'deferred_revenue' },
    is_active: true,
  } as Parameters<typeof accounts.create>[0])
  const item = items.get(4)
  items.update(4, { ...(item as object), deferral_account_id: own.id } as Parameters<typeof items.update>[1])
  const made = contracts.create(contract({ status: 'active' }))
  expect(made.revenue_recognitions[0]?.deferrered_revenue_account_id).toBe(own.id)
  expect(balanceOf(simulator, 2410)).toBe('-1000.00')
  await simulator.clock.advanceTo('2026-03-14T00:00:00Z')
  expect(balanceOf(simulator, 2410)).toBe('0.00')
})

/** docs/service.md §13.1: the rate of the day, as the host has set it. */
test('a foreign contract is generated at the rates of the host, else at 1', async () => {
  const simulator = trading()
  const { contracts, invoices } = simulator.records
  simulator.admin.exchangeRates.set('EUR', 'USD', '1.10')
  simulator.admin.exchangeRates.set('EUR', 'USD', 1.2, '2026-02-01')
  const euro = { currency_iso_4217_code: 'EUR', billing_frequency: 'monthly' } as const
  const { id } = contracts.create(contract({ ...euro, status: 'active' }))
  await simulator.clock.advanceTo('2026-03-14T00:00:00Z')
  expect(invoices.list().items.map(({ exchange_rate }) => exchange_rate)).toEqual(['1.1', '1.2'])
  expect(posted(simulator, 'revenueRecognitions', 1)).toBe('Dr Deferred 301.61, Cr Revenue 301.61')
  expect(posted(simulator, 'revenueRecognitions', 2)).toBe('Dr Deferred 584.44, Cr Revenue 584.44')
  const pounds = contracts.create(contract({ ...euro, currency_iso_4217_code: 'GBP', status: 'active' }))
  expect(invoices.get(pounds.invoices[0]?.number as number).exchange_rate).toBe('1')
  expect(contracts.get(id).status).toBe('completed')
})

/** docs/service.md §13.4: what was billed leaves at the value at which it is carried, without an exchange result. */
test.each(
  table(`
    billing    rates                                    | last entry                                                     deferred
    annually   2026-01-01 1.1045                        | Dr Deferred 368.18, Cr Revenue 368.18                          0.00
    annually   2026-01-01 1.1045, 2026-03-01 1.2        | Dr Deferred 368.18, Cr Revenue 368.18                          0.00
    monthly    2026-01-01 1.1, 2026-02-01 1.2           | Dr Deferred 391.68, Cr Revenue 391.68                          0.00
    monthly    2026-01-01 1                             | Dr Deferred 333.34, Cr Revenue 333.34                          0.00
  `),
)('a contract in euros billed $billing at $rates', async ({ billing, rates, ...expected }) => {
  const simulator = trading()
  for (const rate of rates.split(', ')) {
    const [date, value = ''] = rate.split(' ')
    simulator.admin.exchangeRates.set('EUR', 'USD', value, date)
  }
  simulator.records.contracts.create(
    contract({
      status: 'active',
      currency_iso_4217_code: 'EUR',
      billing_frequency: billing as 'annually',
      obligations: [obligation({ recognition_strategy: 'straight_line_start_end_even' })],
    }),
  )
  await simulator.clock.advanceTo('2026-03-14T00:00:00Z')
  expect(posted(simulator, 'revenueRecognitions', 3)).toBe(expected['last entry'])
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe(expected.deferred)
})

/** docs/service.md §14.2: one event for the contract and write, whatever it made. */
test('webhooks hear of a contract once for each day on which something happens', async () => {
  const simulator = trading()
  const send = clientOf(simulator)
  const topics = [
    'core.contract/created',
    'core.contract/updated',
    'core.invoice/created',
    'core.invoice/updated',
  ]
  await send('POST', '/public/v2/webhooks/', { url: 'https://hooks.example.com/', topics })
  const { id } = simulator.records.contracts.create(contract())
  const heard: string[] = []
  const hear = () => {
    const queue = simulator.webhooks.queue.map(({ topic }) => topic)
    heard.push(queue.slice(heard.join(' ').split(' ').filter(Boolean).length).join(' '))
  }
  hear()
  simulator.admin.contracts.activate(id)
  hear()
  expect(heard).toEqual(['core.contract/created', 'core.invoice/created core.contract/updated'])
})

test('a year in one step is the same as day by day', async () => {
  const lived = async (steps: readonly string[]) => {
    const simulator = trading({ strict: false })
    const { contracts } = simulator.records
    contracts.create(
      contract({ status: 'active', end_date: '2027-06-30', billing_frequency: 'monthly', term_id: 3 }),
    )
    contracts.create(
      contract({
        status: 'active',
        end_date: '2026-12-31',
        recognition_frequency: 'weekly',
        billing_frequency: 'weekly',
        obligations: [
          obligation({ recognition_strategy: 'daily_prorata' }),
          obligation({ recognition_strategy: 'usage' }),
          obligation({ sync_billing_with_recognition: true, rate: '77.77' }),
        ],
      }),
    )
    for (const step of steps) await simulator.clock.advance(step)
    return contentOf(simulator)
  }
  const whole = await lived(['365 days'])
  expect(await lived(Array.from({ length: 365 }, () => '1 day'))).toEqual(whole)
})
