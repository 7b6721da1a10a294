import type { Simulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { addDays } from '../../src/kernel/plain-date'
import { INSTALMENTS } from '../recognition/instalments'
import { rhythmOf } from '../recognition/schedule-words'
import { SCHEDULES } from '../recognition/schedules'
import { given, table } from '../support/table'
import { balanceOf, trading } from '../support/worlds/trade'

/** Contracts lived through: what the schedules say is what the clock posts, and nothing stays deferred. */
type ContractInput = Parameters<Simulator['records']['contracts']['create']>[0]
type Contract = ReturnType<Simulator['records']['contracts']['create']>
type ObligationInput = NonNullable<ContractInput['obligations']>[number]
type Strategy = ObligationInput['recognition_strategy']

const CUSTOMER_DEPOSITS = 2200
const DEFERRED_REVENUE = 2400

const before = (start: string): Simulator => trading({ now: `${addDays(start, -1)}T09:00:00Z` })

const contract = (start: string, end: string | null, obligations: ObligationInput[]): ContractInput => ({
  company_id: 1,
  customer_id: 1,
  name: 'A contract',
  start_date: start,
  end_date: end,
  status: 'active',
  obligations: obligations.map((one, index) => ({ ...one, position: index + 1 })),
})

const obligation = (net: string, more: Partial<ObligationInput> = {}): ObligationInput => ({
  item_id: 1,
  quantity: '1',
  rate: net,
  position: 1,
  ...more,
})

const recognised = ({ revenue_recognitions }: Contract): string =>
  revenue_recognitions.map(({ date, amount }) => `${date} ${amount}`).join(', ') || 'nothing'

const billed = ({ invoices }: Contract): string =>
  invoices.map(({ date, amount }) => `${date} ${amount}`).join(', ') || 'nothing'

/** Postings to one side of an account, by date. */
const movements = (simulator: Simulator, account: number, side: 'debit' | 'credit'): string =>
  simulator.books
    .entries({ account_number: account })
    .flatMap(({ date, lines }) => lines.map((line) => ({ ...line, date })))
    .filter((line) => line.account_number === account && line[side] !== '0.00')
    .map((line) => `${line.date} ${line[side]}`)
    .sort()
    .join(', ') || 'nothing'

function expectAllEarned(simulator: Simulator): void {
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('0.00')
  expect(balanceOf(simulator, CUSTOMER_DEPOSITS)).toBe('0.00')
  expect(simulator.books.check()).toEqual([])
}

/** docs/service.md §13.4: at first all of it is a draft, in the end all of it is in the books. */
test.each(SCHEDULES)('$strategy: $net from $start to $end, $every', async (row) => {
  const simulator = before(row.start)
  const { contracts } = simulator.records
  const { frequency, interval, anchorWeekday } = rhythmOf(row.every)
  const { id } = contracts.create({
    ...contract(row.start, row.end, [
      obligation(row.net, { recognition_strategy: row.strategy as Strategy }),
    ]),
    recognition_frequency: frequency,
    recognition_interval: interval,
    recognition_anchor_weekday: anchorWeekday as 0 | null,
  })
  expect(recognised(contracts.get(id))).toBe(row.recognised)
  expect(movements(simulator, DEFERRED_REVENUE, 'debit')).toBe('nothing')
  await simulator.clock.advanceTo(`${addDays(row.end, 1)}T00:00:00Z`)
  const lived = contracts.get(id)
  expect(recognised(lived)).toBe(row.recognised)
  expect(movements(simulator, DEFERRED_REVENUE, 'debit')).toBe(row.recognised)
  expect(lived.revenue_recognitions.every(({ record_status }) => record_status === 'posted')).toBe(true)
  expectAllEarned(simulator)
})

/** docs/service.md §13.5: invoices are made on their day and not before. */
test.each(INSTALMENTS.filter(({ start }) => start < '9999'))(
  'billed: $net from $start to $end, $every',
  async ({ net, start, end, every, ...row }) => {
    const simulator = before(start)
    const { contracts } = simulator.records
    const { frequency, interval, anchorWeekday } = rhythmOf(every)
    const one = obligation(net, { recognition_strategy: given(end) ? 'daily_prorata' : 'immediate' })
    const { id } = contracts.create({
      ...contract(start, given(end) ?? null, [one]),
      billing_frequency: frequency,
      billing_interval: interval,
      billing_anchor_weekday: anchorWeekday as 0 | null,
    })
    expect(billed(contracts.get(id))).toBe('nothing')
    await simulator.clock.advanceTo(`${addDays(given(end) ?? start, 8)}T00:00:00Z`)
    expect(billed(contracts.get(id))).toBe(row.billed)
    expect(movements(simulator, DEFERRED_REVENUE, 'credit')).toBe(row.billed)
    expectAllEarned(simulator)
  },
)

/** docs/service.md §13.1 and §13.3: obligations as quantity x rate, discount, standalone price. */
test.each(
  table(`
    obligations                                                     | allocated               billed
    3 x 333.335 less 10 %                                           | 900.01                  900.01
    3 x 333.335 less 0.01                                           | 1000.00                 1000.00
    1 x 99.99 less 33.33 %                                          | 66.66                   66.66
    1 x 600.00 @ 1000, 1 x 600.00 @ 500                             | 800.00 400.00           600.00 600.00
    1 x 500.00 @ 700, 1 x 400.00 @ 500, 1 x 200.00 @ 300            | 513.33 366.67 220.00    500.00 400.00 200.00
    1 x 600.00 @ 1000, 1 x 600.00                                   | 600.00 600.00           600.00 600.00
    3 x 333.335 less 10 % @ 350, 1 x 0.01 @ 0.02, 7 x 14.285 @ 15   | 909.09 0.02 90.91       900.01 0.01 100.00
  `),
)('$obligations: $allocated', async (row) => {
  const simulator = before('2026-01-31')
  const { contracts } = simulator.records
  const obligations = row.obligations.split(', ').map((words) => {
    const [, quantity, rate, value, sign, price] =
      /^(\S+) x (\S+)(?: less (\S+)( %)?)?(?: @ (\S+))?$/.exec(words) ?? []
    return obligation(rate as string, {
      quantity,
      discount_type: value === undefined ? null : sign ? 'PERCENTAGE' : 'FIXED',
      discount_value: value ?? null,
      standalone_selling_price: price ?? null,
    })
  })
  const { id } = contracts.create(contract('2026-01-31', '2026-04-29', obligations))
  const { obligations: made, revenue_recognitions } = contracts.get(id)
  const perObligation = made.map((one) =>
    total(revenue_recognitions.filter((entry) => entry.performance_obligation_id === one.id)),
  )
  expect(perObligation.join(' ')).toBe(row.allocated)
  expect(made.map(({ net_amount }) => net_amount).join(' ')).toBe(row.billed)
  await simulator.clock.advanceTo('2026-04-30T00:00:00Z')
  const cents = row.billed.split(' ').reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)
  expect(total(contracts.get(id).invoices)).toBe((cents / 100).toFixed(2))
  expectAllEarned(simulator)
})

/** docs/service.md §13.4: 1000.00 from 2026-01-15 to 2026-03-14, billed on the first day. */
test.each(
  table(`
    strategy         release     account  | recognised             left
    immediate        -           2400     | 2026-01-15 1000.00     0.00
    deposit_release  -           2200     | 2026-03-14 1000.00     0.00
    deposit_release  2026-02-10  2200     | 2026-02-10 1000.00     0.00
  `),
)(
  '$strategy, released on $release: $recognised',
  async ({ strategy, release, account, recognised, left }) => {
    const simulator = before('2026-01-15')
    const { contracts } = simulator.records
    const one = obligation('1000.00', {
      recognition_strategy: strategy as Strategy,
      obligation_conditions: given(release) === undefined ? null : { release_date: release },
      billing_end_date: '2026-01-15',
    })
    const body = contract('2026-01-15', '2026-03-14', [one])
    contracts.create(body)
    await simulator.clock.advanceTo('2026-01-15T12:00:00Z')
    expect(movements(simulator, Number(account), 'credit')).toBe('2026-01-15 1000.00')
    await simulator.clock.advanceTo('2026-03-15T00:00:00Z')
    expect(movements(simulator, Number(account), 'debit')).toBe(recognised)
    expect(balanceOf(simulator, Number(account))).toBe(left)
    expectAllEarned(simulator)
  },
)

const total = (entries: readonly { amount: string }[]): string =>
  (entries.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0) / 100).toFixed(2)
