import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { checked } from '../support/checked'
import { table } from '../support/table'
import { fixedAsset } from '../support/worlds/fixed-asset'
import { template } from '../support/worlds/template'
import { trading } from '../support/worlds/trade'
import { billsOf, changeItem, credited, demandDepartments, earnedOf, obligationsOf, quarter } from './quarter'

const MONTHLY = obligationsOf('{"billing_frequency":"monthly"}')

/** docs/service.md §13.5: what a contract generates was checked when the contract was made. */
test('a contract is billed although its item is inactive by then', async () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  const { contracts } = simulator.records
  const { id } = contracts.create(quarter({ obligations: MONTHLY }))
  await simulator.clock.advanceTo('2026-01-31T12:00:00Z')
  changeItem(simulator, 4, { is_active: false })
  await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
  expect(billsOf(contracts.get(id))).toBe('01-01 100.00, 02-01 100.00, 03-01 100.00')
  expect(contracts.get(id).status).toBe('completed')
  expect(credited(simulator, 'deferred')).toBe('0.00')
  expect(simulator.clock.undone()).toEqual([])
})

test('an invoice that cannot be written waits, is seen, is tried again each day, and is written at last', async () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  const { contracts } = simulator.records
  const { id } = contracts.create(quarter({ obligations: MONTHLY }))
  expect(simulator.clock.undone()).toEqual([])
  demandDepartments(simulator, true)
  await simulator.clock.advanceTo('2026-02-01T12:00:00Z')
  const waiting = {
    kind: 'contract',
    record: { type: 'contracts', number: 1 },
    date: '2026-02-01',
    errors: { items: ['Line 1: Classification Department is required'] },
    state: 'waiting',
    first: '2026-02-01T00:00:00.000Z',
  }
  const [seen, ...more] = simulator.clock.undone()
  expect(more).toEqual([])
  expect(seen).toMatchObject({ ...waiting, last: '2026-02-01T00:00:00.000Z', attempts: 1 })
  expect(simulator.clock.pending()).toContainEqual(
    expect.objectContaining({ due: '2026-02-02T00:00:00.000Z', kind: 'contract' }),
  )
  await simulator.clock.advanceTo('2026-02-04T12:00:00Z')
  expect(simulator.clock.undone()).toMatchObject([
    { ...waiting, last: '2026-02-04T00:00:00.000Z', attempts: 4 },
  ])
  expect(billsOf(contracts.get(id))).toBe('01-01 100.00')
  demandDepartments(simulator, false)
  await simulator.clock.advance('1 day')
  expect(billsOf(contracts.get(id))).toBe('01-01 100.00, 02-01 100.00')
  expect(simulator.clock.undone()).toMatchObject([
    { state: 'done', last: '2026-02-05T00:00:00.000Z', attempts: 5 },
  ])
  await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
  expect(billsOf(contracts.get(id))).toBe('01-01 100.00, 02-01 100.00, 03-01 100.00')
  expect(credited(simulator, 'deferred')).toBe('0.00')
  expect(contracts.get(id).status).toBe('completed')
})

test('a contract is not completed while an invoice of it waits', async () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  const { contracts } = simulator.records
  const { id } = contracts.create(quarter({ obligations: MONTHLY }))
  demandDepartments(simulator, true)
  await simulator.clock.advanceTo('2026-05-01T00:00:00Z')
  expect([contracts.get(id).status, earnedOf(contracts.get(id))]).toEqual([
    'active',
    '01-31 100.00, 02-28 100.00, 03-31 100.00',
  ])
  expect(simulator.clock.undone().map(({ date, state }) => `${date} ${state}`)).toEqual([
    '2026-02-01 waiting',
    '2026-03-01 waiting',
  ])
  demandDepartments(simulator, false)
  await simulator.clock.advance('1 day')
  expect(contracts.get(id).status).toBe('completed')
  expect(billsOf(contracts.get(id))).toBe('01-01 100.00, 02-01 100.00, 03-01 100.00')
  expect(credited(simulator, 'deferred')).toBe('0.00')
})

/** docs/service.md §13.4: a day that is locked is left for the first open one; it waits all the same. */
test.each(
  table(`
    until       | billed
    2026-02-01  | 01-01 100.00
    2026-02-21  | 01-01 100.00, 02-21 100.00
  `),
)('a locked day, seen on $until: $billed', async ({ until, billed }) => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  const { contracts } = simulator.records
  const { id } = contracts.create(quarter({ obligations: MONTHLY }))
  simulator.admin.periods.lockThrough(1, '2026-02-20')
  await simulator.clock.advanceTo(`${until}T12:00:00Z`)
  expect(billsOf(contracts.get(id))).toBe(billed)
  const bill = simulator.clock.undone().filter(({ date }) => date === '2026-02-01')
  expect(bill.map(({ state }) => state)).toEqual([until === '2026-02-01' ? 'waiting' : 'done'])
})

/** docs/service.md §11.4: what a lock keeps waiting is written as soon as the lock is gone. */
test.each(
  table(`
    locked      unlocked                on          | billed                      earned
    2026-04-30  unlock                  2026-02-08  | 01-10 100.00  01-31 100.00
    2026-04-30  lock through 2025-12-31  2026-02-08  | 01-10 100.00  01-31 100.00
    2026-04-30  lock through 2026-01-20  2026-02-08  | 01-21 100.00  01-31 100.00
    2026-04-30  lock through 2026-02-05  2026-02-08  | 02-06 100.00                02-06 100.00
    2026-04-30  lock through 2026-05-31  2026-02-08  | nothing                     nothing
    2026-04-30  nothing                 2026-02-08  | nothing                     nothing
    2026-01-20  nothing                 2026-02-08  | 01-21 100.00  01-31 100.00
    9999-12-31  unlock                  2026-02-08  | 01-10 100.00  01-31 100.00
  `),
)('locked through $locked, $unlocked on $on: $billed', async ({ locked, unlocked, on, billed, earned }) => {
  const simulator = trading({ now: '2026-01-09T09:00:00Z' })
  const { contracts } = simulator.records
  const { periods } = simulator.admin
  const dates = { billing_start_date: '2026-01-10', end_date: '2026-03-31' }
  const { id } = contracts.create(quarter({ obligations: MONTHLY, ...dates }))
  periods.lockThrough(1, locked)
  await simulator.clock.advanceTo(`${on}T09:00:00Z`)
  const before = simulator.clock.undone()
  if (unlocked === 'unlock') periods.unlock(1)
  else if (unlocked !== 'nothing') periods.lockThrough(1, unlocked.split(' ').at(-1) ?? '')
  const posted = {
    ...contracts.get(id),
    revenue_recognitions: contracts
      .get(id)
      .revenue_recognitions.filter((one) => one.record_status === 'posted'),
  }
  expect([billsOf(posted), earnedOf(posted)]).toEqual([billed, earned])
  expect(simulator.books.check()).toEqual([])
  if (billed === 'nothing') expect(before.map(({ state }) => state)).toContain('waiting')
  const states = simulator.clock.undone().map(({ state }) => state)
  if (billed !== 'nothing') expect(states).not.toContain('waiting')
  expect(createSimulator({ world: checked(simulator.export()), strict: true }).books.check()).toEqual([])
  if (unlocked !== 'nothing') return
  await simulator.clock.advanceTo('2026-05-01T09:00:00Z')
  expect(simulator.clock.undone().every(({ state }) => state === 'done')).toBe(true)
  expect(contracts.get(id).status).toBe('completed')
})

/** As the timeline says: it waits and is tried again each day. */
test('what is locked is tried on each later day', async () => {
  const simulator = trading({ now: '2026-01-10T09:00:00Z' })
  simulator.records.contracts.create(quarter({ obligations: MONTHLY, billing_start_date: '2026-01-20' }))
  simulator.admin.periods.lockThrough(1, '2026-04-30')
  await simulator.clock.advanceTo('2026-01-20T12:00:00Z')
  const { updated_at, ...shown } = simulator.export().tables['org-1']?.contracts?.[0] ?? {}
  await simulator.clock.advanceTo('2026-01-23T12:00:00Z')
  // Only its timer is another one: nobody is told of an attempt in vain.
  const now = simulator.export().tables['org-1']?.contracts?.[0]
  expect({ ...now, timer: 0 }).toEqual({ ...shown, updated_at, timer: 0 })
  expect(simulator.clock.undone()).toMatchObject([
    { part: 'invoice', date: '2026-01-20', attempts: 4, last: '2026-01-23T00:00:00.000Z', state: 'waiting' },
  ])
  expect(String(simulator.timeline)).toContain('it waits and is tried again each day (attempt 4)')
})

test('the settlement of a contract that was terminated in a locked period comes with the unlocking', async () => {
  const simulator = trading({ now: '2026-01-10T09:00:00Z' })
  const { contracts, customerCredits } = simulator.records
  const { id } = contracts.create(quarter())
  simulator.admin.periods.lockThrough(1, '2026-04-30')
  simulator.admin.contracts.terminate(id, '2026-01-31')
  await simulator.clock.advanceTo('2026-02-10T12:00:00Z')
  expect(customerCredits.count()).toBe(0)
  simulator.admin.periods.unlock(1)
  expect(customerCredits.get(1)).toMatchObject({ amount: '200.00' })
  expect(simulator.clock.pending()).toEqual([])
  expect(simulator.books.check()).toEqual([])
})

test('a depreciation that found no open day is posted with the unlocking', async () => {
  const simulator = trading({ now: '2026-01-10T09:00:00Z' })
  simulator.records.fixedAssets.create(fixedAsset())
  simulator.admin.periods.lockThrough(1, '9999-12-31')
  await simulator.clock.advanceTo('2026-04-10T12:00:00Z')
  expect(simulator.books.entries()).toEqual([])
  simulator.admin.periods.unlock(1)
  expect(simulator.books.entries().map(({ date }) => date)).toEqual(['2026-02-28', '2026-03-31'])
})

test('an occurrence of a template that is refused is in the same log, and is not tried again', async () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  const { recurringInvoices } = simulator.records
  recurringInvoices.create(template())
  changeItem(simulator, 1, { is_active: false })
  await simulator.clock.advanceTo('2026-02-02T00:00:00Z')
  expect(simulator.clock.undone()).toMatchObject([
    { kind: 'recurrence', date: '2026-02-01', state: 'skipped', attempts: 1 },
  ])
})

test('the log is part of the world: it is exported, imported and rewound with it', async () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  simulator.records.contracts.create(quarter({ obligations: MONTHLY }))
  const mark = simulator.snapshot()
  demandDepartments(simulator, true)
  await simulator.clock.advanceTo('2026-02-02T12:00:00Z')
  const seen = simulator.clock.undone()
  expect(seen).toHaveLength(1)
  expect(trading({ world: checked(simulator.export()) }).clock.undone()).toEqual(seen)
  simulator.restore(mark)
  expect(simulator.clock.undone()).toEqual([])
})
