import { isOptionError } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { table } from '../support/table'
import { bills, type ContractInput, contract, obligation, recognitions } from '../support/worlds/contract'
import { posted } from '../support/worlds/shorthand'
import { balanceOf, outcomeOf, trading } from '../support/worlds/trade'

const DEFERRED_REVENUE = 2400

/** docs/service.md §13.2: the worked example of §12.4, day by day. */
test('a contract begins, is recognised and billed by the clock, and is completed with the last of it', async () => {
  const simulator = trading({ now: '2026-01-10T09:00:00Z' })
  const { contracts } = simulator.records
  const { id } = contracts.create(contract())
  const state = () => {
    const one = contracts.get(id)
    return [one.status, one.record_status, one.is_locked, recognitions(one), bills(one)]
  }
  expect(state()).toEqual(['draft', 'draft', false, 'nothing', 'nothing'])
  simulator.admin.contracts.activate(id)
  const planned = '01-31 274.19 draft, 02-28 500.00 draft, 03-14 225.81 draft'
  expect(state()).toEqual(['active', 'posted', false, planned, 'nothing'])
  await simulator.clock.advanceTo('2026-01-15T00:00:00Z')
  expect(state()).toEqual(['active', 'posted', true, planned, '01-15 1000.00'])
  expect(posted(simulator, 'invoices', 1)).toBe('Dr AR 1000.00, Cr Deferred 1000.00')
  await simulator.clock.advanceTo('2026-01-30T23:59:59Z')
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('-1000.00')
  await simulator.clock.advance('1 second')
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('-725.81')
  expect(posted(simulator, 'revenueRecognitions', 1)).toBe('Dr Deferred 274.19, Cr Revenue 274.19')
  const [first] = contracts.get(id).revenue_recognitions
  expect(first?.transaction_id).toBe(simulator.books.entries({ account_number: 4000 })[0]?.transaction_id)
  await simulator.clock.advanceTo('2026-03-13T12:00:00Z')
  expect(contracts.get(id).status).toBe('active')
  await simulator.clock.advanceTo('2026-03-14T00:00:00Z')
  expect(state()).toEqual([
    'completed',
    'posted',
    true,
    planned.replaceAll('draft', 'posted'),
    '01-15 1000.00',
  ])
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('0.00')
  expect(simulator.clock.pending()).toEqual([])
})

test('days that are past when a contract begins happen at once', () => {
  const simulator = trading({ now: '2026-03-01T09:00:00Z' })
  const made = simulator.records.contracts.create(
    contract({ status: 'active', billing_frequency: 'monthly' }),
  )
  expect(recognitions(made)).toBe('01-31 274.19 posted, 02-28 500.00 posted, 03-14 225.81 draft')
  expect(bills(made)).toBe('01-15 500.00, 02-15 500.00')
})

/** docs/service.md §13.4: the first day after the locked period. */
test.each(
  table(`
    locked      until       | recognised
    2026-01-30  2026-03-01  | 01-31 274.19 posted, 02-28 500.00 posted, 03-14 225.81 draft
    2026-01-31  2026-03-01  | 02-01 274.19 posted, 02-28 500.00 posted, 03-14 225.81 draft
    2026-02-28  2026-03-01  | 03-01 274.19 posted, 03-01 500.00 posted, 03-14 225.81 draft
    2026-02-28  2026-02-20  | 03-01 274.19 draft, 02-28 500.00 draft, 03-14 225.81 draft
    2026-12-31  2026-06-30  | 2027-01-01 274.19 draft, 2027-01-01 500.00 draft, 2027-01-01 225.81 draft
  `),
)('a lock through $locked, seen on $until: $recognised', async ({ locked, until, recognised }) => {
  const simulator = trading()
  const { contracts } = simulator.records
  const { id } = contracts.create(contract({ status: 'active' }))
  simulator.admin.periods.lockThrough(1, locked)
  await simulator.clock.advanceTo(`${until}T12:00:00Z`)
  const seen = contracts.get(id).revenue_recognitions
  const told = seen.map(({ date, amount, record_status }) => `${date} ${amount} ${record_status}`).join(', ')
  expect(told.replaceAll('2026-', '')).toBe(recognised)
  expect(seen[0]?.transaction_date).toBe('2026-01-31')
  await simulator.clock.advanceTo('2027-01-02T00:00:00Z')
  expect(contracts.get(id).status).toBe('completed')
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('0.00')
})

test('a contract that begins in a locked period is laid out after it', () => {
  const simulator = trading({ now: '2026-03-01T09:00:00Z' })
  simulator.admin.periods.lockThrough(1, '2026-02-10')
  const made = simulator.records.contracts.create(contract({ status: 'active' }))
  expect(recognitions(made)).toBe('02-11 274.19 posted, 02-28 500.00 posted, 03-14 225.81 draft')
  expect(bills(made)).toBe('02-11 1000.00')
})

/** docs/service.md §13.2: from the administration alone. */
test.each(
  table(`
    status      step                        | outcome     then
    draft       activate                    | ok          active
    draft       terminate 2026-02-01        | 422 status  draft
    active      activate                    | 422 status  active
    active      terminate 2026-02-01        | ok          terminated
    completed   terminate 2026-02-01        | 422 status  completed
    completed   activate                    | 422 status  completed
    terminated  activate                    | 422 status  terminated
    terminated  terminate 2026-02-01        | 422 status  terminated
    draft       remove                      | ok          archived
    active      remove                      | ok          archived
    completed   remove                      | ok          archived
    archived    remove                      | 422 record_status  archived
    archived    activate                    | 422 record_status  archived
  `),
)('$status: $step is $outcome', async ({ status, step, outcome, then }) => {
  const simulator = trading()
  const { contracts } = simulator.records
  const { id } = contracts.create(contract())
  const { admin } = simulator
  const [verb, date = ''] = step.split(' ')
  if (status !== 'draft' && status !== 'archived') admin.contracts.activate(id)
  if (status === 'completed') await simulator.clock.advanceTo('2026-03-14T00:00:00Z')
  if (status === 'terminated') admin.contracts.terminate(id, '2026-02-01')
  if (status === 'archived') contracts.remove(id)
  expect(contracts.get(id).status).toBe(status)
  const act = () =>
    verb === 'activate'
      ? admin.contracts.activate(id)
      : verb === 'terminate'
        ? admin.contracts.terminate(id, date)
        : contracts.remove(id)
  expect(outcomeOf(act)).toBe(outcome)
  expect(contracts.get(id).status).toBe(then)
})

test('a terminated contract recognises up to its day, and gives back what was billed beyond', async () => {
  const simulator = trading()
  const { contracts } = simulator.records
  const { id } = contracts.create(contract({ status: 'active', billing_frequency: 'monthly' }))
  const ended = simulator.admin.contracts.terminate(id, '2026-02-10')
  expect([ended.status, ended.record_status]).toEqual(['terminated', 'posted'])
  expect(recognitions(ended)).toBe('01-31 274.19 draft, 02-10 178.57 draft')
  await simulator.clock.advanceTo('2026-12-31T00:00:00Z')
  const later = contracts.get(id)
  expect(later.status).toBe('terminated')
  expect(recognitions(later)).toBe('01-31 274.19 posted, 02-10 178.57 posted')
  expect(bills(later)).toBe('01-15 500.00')
  const [credit] = simulator.records.customerCredits.list().items
  expect([credit?.date, credit?.remaining_amount]).toEqual(['2026-02-10', '47.24'])
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('0.00')
})

test('an archived contract keeps what was posted and drops the rest', async () => {
  const simulator = trading()
  const { contracts } = simulator.records
  const { id } = contracts.create(contract({ status: 'active' }))
  await simulator.clock.advanceTo('2026-02-01T00:00:00Z')
  contracts.remove(id)
  await simulator.clock.advanceTo('2026-12-31T00:00:00Z')
  const archived = contracts.get(id)
  expect([archived.status, archived.record_status]).toEqual(['archived', 'archived'])
  expect(recognitions(archived)).toBe('01-31 274.19 posted')
  expect(outcomeOf(() => contracts.update(id, contract()))).toBe('422 record_status')
})

/** docs/service.md §13.2: what it comes to stays, what it is called may change. */
test('an active contract keeps its prices and may be renamed', () => {
  const simulator = trading()
  const { contracts } = simulator.records
  const { id, obligations } = contracts.create(contract())
  expect(
    contracts.update(id, contract({ obligations: [obligation({ rate: 2000 })] })).obligations[0],
  ).toMatchObject({ net_amount: '2000.00' })
  expect(contracts.update(id, contract()).status).toBe('draft')
  expect(obligations).toHaveLength(1)
  simulator.admin.contracts.activate(id)
  const before = contracts.get(id)
  expect(contracts.update(id, contract({ name: 'Renamed' }))).toEqual({ ...before, name: 'Renamed' })
  for (const [change, outcome] of [
    [{ obligations: [obligation({ rate: 2000 })] }, '422 obligations'],
    [{ end_date: '2026-04-30' }, '422 end_date'],
    [{ status: 'draft' }, '422 status'],
    [{ status: 'active' }, 'ok'],
  ] as const)
    expect(outcomeOf(() => contracts.update(id, contract(change as Partial<ContractInput>)))).toBe(outcome)
})

test('a draft is activated by an update as well', () => {
  const { contracts } = trading().records
  const { id } = contracts.create(contract())
  expect(contracts.update(id, contract({ status: 'active' })).status).toBe('active')
})

/** docs/service.md §3: what is inactive cannot be sold; the contract stays a draft. */
test('activation checks what a draft may leave open', () => {
  const simulator = trading({ strict: false })
  const { contracts, items } = simulator.records
  const { id } = contracts.create(contract())
  const item = items.get(4) as object
  const change = (members: object) =>
    items.update(4, { ...item, ...members } as Parameters<typeof items.update>[1])
  const activate = () => simulator.admin.contracts.activate(id)
  change({ is_active: false })
  expect(activate).toThrow('obligations: Line 1: Item 4 is inactive')
  change({ is_active: true, income_account_id: null })
  expect(activate).toThrow('obligations: Line 1: Item 4 has no account for this side')
  change({})
  expect(activate().status).toBe('active')
})

test('arguments that cannot be used', () => {
  const { admin, records } = trading()
  const { id } = records.contracts.create(contract())
  const { contracts, exchangeRates } = admin
  const rows: [string, () => unknown][] = [
    ['id', () => contracts.activate(99)],
    ['id', () => contracts.terminate(99, '2026-01-01')],
    ['date', () => contracts.terminate(id, 'tomorrow')],
    ['name', () => contracts.achieveMilestone(id, '', '2026-01-01')],
    ['date', () => contracts.achieveMilestone(id, 'a', '2026-02-30')],
    ['from', () => exchangeRates.set('Euro', 'USD', 1)],
    ['to', () => exchangeRates.set('EUR', 'usd', 1)],
    ['to', () => exchangeRates.set('EUR', 'EUR', 1)],
    ['rate', () => exchangeRates.set('EUR', 'USD', 0)],
    ['rate', () => exchangeRates.set('EUR', 'USD', 'much')],
    ['date', () => exchangeRates.set('EUR', 'USD', 1, 'today')],
  ]
  for (const [option, act] of rows) {
    try {
      act()
      expect.unreachable(option)
    } catch (error) {
      expect(isOptionError(error) && error.option).toBe(option)
    }
  }
})
