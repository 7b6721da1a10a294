import { expect, test } from 'vitest'
import { table } from '../support/table'
import { trading } from '../support/worlds/trade'
import { billsOf, credited, deferElsewhere, obligationsOf, quarter } from './quarter'

/** docs/service.md §13.5: what a contract bills is its net total, whatever is synchronised or allocated. */
test.each(
  table(`
    obligations                                                                                                     | total    billed
    {"rate":"900.00","standalone_selling_price":1000}, {"standalone_selling_price":500}                             | 1200.00  01-01 1200.00
    {"rate":"900.00","standalone_selling_price":1000,"sync_billing_with_recognition":true}, {"standalone_selling_price":500}   | 1200.00  01-01 300.00, 01-31 300.00, 02-28 300.00, 03-31 300.00
    {"rate":"900.00","standalone_selling_price":1000}, {"standalone_selling_price":500,"sync_billing_with_recognition":true}   | 1200.00  01-01 900.00, 01-31 100.00, 02-28 100.00, 03-31 100.00
    {"rate":"900.00","standalone_selling_price":1000,"sync_billing_with_recognition":true}, {"standalone_selling_price":500,"sync_billing_with_recognition":true}  | 1200.00  01-31 400.00, 02-28 400.00, 03-31 400.00
  `),
)('$obligations bill $billed', async ({ obligations, total, billed }) => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  const { contracts } = simulator.records
  const { id } = contracts.create(quarter({ obligations: obligationsOf(obligations) }))
  await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
  const made = contracts.get(id)
  expect([billsOf(made), sum(made.invoices)]).toEqual([billed, total])
  expect([credited(simulator, 'deferred'), credited(simulator, 'revenue')]).toEqual(['0.00', total])
  expect(made.status).toBe('completed')
})

/** The same where the obligations defer on different accounts: each ends at 0.00 by itself. */
test.each(
  table(`
    obligations                                                                                              | other  first      second
    {"rate":"900.00","standalone_selling_price":1000}, {"item_id":5,"standalone_selling_price":500}          | 2410   800.00     400.00
    {"rate":"900.00","standalone_selling_price":1000,"sync_billing_with_recognition":true}, {"item_id":5,"standalone_selling_price":500}  | 2410   0.00  300.00
    {"rate":"900.00","standalone_selling_price":1000,"billing_frequency":"monthly"}, {"item_id":5,"standalone_selling_price":500}         | 2410   266.67  333.33
    {"rate":"900.00","standalone_selling_price":1000}, {"standalone_selling_price":500,"recognition_strategy":"deposit_release"}         | 2200   800.00  400.00
    {"rate":"100.00","standalone_selling_price":1}, {"rate":"300.00","item_id":5,"standalone_selling_price":1}  | 2410   200.00  200.00
  `),
)(
  '$obligations defer $first on 2400 and $second on $other',
  async ({ obligations, other, first, second }) => {
    const simulator = trading({ now: '2026-01-01T09:00:00Z' })
    deferElsewhere(simulator, 5)
    const { contracts } = simulator.records
    const { id } = contracts.create(quarter({ obligations: obligationsOf(obligations) }))
    expect([credited(simulator, 2400), credited(simulator, Number(other))]).toEqual([first, second])
    await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
    expect(contracts.get(id).status).toBe('completed')
    expect([credited(simulator, 2400), credited(simulator, Number(other))]).toEqual(['0.00', '0.00'])
    expect(simulator.books.check()).toEqual([])
  },
)

test('a milestone that is synchronised bills its share of the net when it is achieved', () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  deferElsewhere(simulator, 5)
  const milestones = [
    { name: 'design', percentage: 30 },
    { name: 'build', percentage: 70 },
  ]
  const { contracts } = simulator.records
  const { id } = contracts.create(
    quarter({
      obligations: [
        {
          item_id: 5,
          quantity: 1,
          rate: '900.00',
          standalone_selling_price: 1000,
          recognition_strategy: 'milestone',
          obligation_conditions: { milestones },
          sync_billing_with_recognition: true,
        },
        ...obligationsOf('{"standalone_selling_price":500,"recognition_strategy":"immediate"}'),
      ],
    }),
  )
  simulator.admin.contracts.achieveMilestone(id, 'design', '2026-01-01')
  expect(billsOf(contracts.get(id))).toBe('01-01 300.00, 01-01 270.00')
  simulator.admin.contracts.achieveMilestone(id, 'build', '2026-01-01')
  expect(billsOf(contracts.get(id))).toBe('01-01 300.00, 01-01 270.00, 01-01 630.00')
  expect([credited(simulator, 2400), credited(simulator, 2410)]).toEqual(['0.00', '0.00'])
  expect(contracts.get(id).status).toBe('completed')
})

/** Entries that are given may name their own accounts; billing follows them there. */
test('a given schedule that defers on an account of its own', async () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  deferElsewhere(simulator, 5)
  const other = simulator.records.accounts.get(2410).id
  const { contracts } = simulator.records
  const { id } = contracts.create(
    quarter({
      revenue_recognitions: [
        { date: '2026-01-31', amount: '100.00' },
        { date: '2026-02-28', amount: '200.00', deferral_account_id: other },
      ],
    }),
  )
  expect([credited(simulator, 2400), credited(simulator, 2410)]).toEqual(['100.00', '200.00'])
  await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
  expect(contracts.get(id).status).toBe('completed')
  expect([credited(simulator, 2400), credited(simulator, 2410)]).toEqual(['0.00', '0.00'])
})

test('accounts at activation stay: an item that defers elsewhere later leaves the contract as it is', async () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  const { contracts } = simulator.records
  const { id } = contracts.create(
    quarter({ obligations: obligationsOf('{"item_id":5,"billing_frequency":"monthly"}') }),
  )
  deferElsewhere(simulator, 5)
  await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
  expect(contracts.get(id).status).toBe('completed')
  expect([credited(simulator, 2400), credited(simulator, 2410)]).toEqual(['0.00', '0.00'])
})

const sum = (entries: readonly { amount: string }[]): string =>
  (entries.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0) / 100).toFixed(2)
