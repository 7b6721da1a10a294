import { createSimulator, type Simulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { checked } from '../support/checked'
import { table } from '../support/table'
import { createAsset, fixedAsset, postedDates, statusOf } from '../support/worlds/fixed-asset'
import { balanceOf, invoice, outcomeOf, trading } from '../support/worlds/trade'

/** docs/service.md §11.7 */
describe('what posts when', () => {
  test('past ends of months at once and in order, those to come by the clock', async () => {
    const simulator = trading()
    expect(createAsset(simulator, { depreciation_start_date: '2025-11-20', useful_life: 4 }).status).toBe(
      'active',
    )
    expect(postedDates(simulator)).toBe('2025-11-30 2025-12-31')
    expect(simulator.clock.pending()).toEqual([
      { due: '2026-01-31T00:00:00.000Z', kind: 'depreciation', subject: 'fixedAssets', id: 1 },
    ])
    await simulator.clock.advanceTo('2026-01-30T23:59:59Z')
    expect(postedDates(simulator)).toBe('2025-11-30 2025-12-31')
    await simulator.clock.advanceTo('2026-01-31T00:00:00Z')
    expect(postedDates(simulator)).toBe('2025-11-30 2025-12-31 2026-01-31')
    await simulator.clock.advance('1 month')
    expect(statusOf(simulator)).toBe('posted fully_amortized')
    expect(balanceOf(simulator, 1590)).toBe('-1000.00')
  })

  test('a life that is over already is written off whole at once', () => {
    const simulator = trading()
    expect(createAsset(simulator, { depreciation_start_date: '2020-01-31' }).status).toBe('fully_amortized')
    expect(balanceOf(simulator, 1590)).toBe('-1000.00')
    expect(simulator.clock.pending()).toEqual([])
  })

  test('nothing to write off is fully amortised from the start', () => {
    const simulator = trading()
    expect(createAsset(simulator, { salvage_value: '1000.00' }).status).toBe('fully_amortized')
    expect(postedDates(simulator)).toBe('')
  })

  test('a draft posts nothing before it is posted, and then what is past', async () => {
    const simulator = trading()
    createAsset(simulator, { record_status: 'draft', useful_life: null })
    await simulator.clock.advanceTo('2026-04-15T00:00:00Z')
    expect(postedDates(simulator)).toBe('')
    const { fixedAssets } = simulator.records
    expect(
      outcomeOf(() => fixedAssets.update(1, fixedAsset({ useful_life: null, record_status: 'posted' }))),
    ).toBe('422 useful_life')
    fixedAssets.update(1, fixedAsset({ record_status: 'posted' }))
    expect(postedDates(simulator)).toBe('2026-02-28 2026-03-31')
    expect(outcomeOf(() => fixedAssets.update(1, fixedAsset({ record_status: 'draft' })))).toBe(
      '422 record_status',
    )
  })

  test.each(
    table(`
      locked through | posted
      2025-11-30     | 2025-12-01 2025-12-31 2026-01-31
      2025-12-31     | 2026-01-01 2026-01-01 2026-01-31
      2026-02-10     | 2026-02-11 2026-02-11 2026-02-11
    `),
  )('what falls into a locked period moves behind it: $posted', async (row) => {
    const simulator = trading()
    simulator.admin.periods.lockThrough(1, row['locked through'])
    createAsset(simulator, { depreciation_start_date: '2025-11-20' })
    await simulator.clock.advanceTo('2026-02-01T00:00:00Z')
    expect(postedDates(simulator)).toBe(row.posted)
  })

  test('where no day is open any more, it waits for the end of the next month', async () => {
    const simulator = trading()
    createAsset(simulator, { useful_life: 2 })
    const { periods } = simulator.admin
    periods.lockThrough(1, '9999-12-31')
    await simulator.clock.advanceTo('2026-03-31T12:00:00Z')
    expect(postedDates(simulator)).toBe('')
    expect(simulator.books.check()).toEqual([])
    periods.unlock(1)
    await simulator.clock.advanceTo('2026-05-01T00:00:00Z')
    expect(postedDates(simulator)).toBe('2026-02-28 2026-03-31')
    expect(statusOf(simulator)).toBe('posted fully_amortized')
  })

  test('what an unlocked period lets go on is told as work, just before the call that unlocked it', async () => {
    const simulator = trading()
    createAsset(simulator, { useful_life: 2 })
    simulator.admin.periods.lockThrough(1, '9999-12-31')
    await simulator.clock.advanceTo('2026-03-31T12:00:00Z')
    simulator.admin.periods.unlock(1)
    const [work, call] = simulator.timeline.slice(-2)
    expect(work).toMatchObject({ kind: 'work', work: 'depreciation', skipped: false })
    expect(work?.kind === 'work' && work.records.map(({ type, id }) => `${type} ${id}`)).toEqual([
      'depreciations 1',
      'depreciations 2',
    ])
    expect(call).toMatchObject({ kind: 'write', call: 'admin.periods.unlock' })
  })

  test('an account that has gone out of use does not stop it', async () => {
    const simulator = trading()
    createAsset(simulator, { useful_life: 1 })
    const { accounts } = simulator.records
    const { name, account_type } = accounts.get(6200)
    accounts.update(6200, { name, number: 6200, account_type, is_active: false })
    await simulator.clock.advanceTo('2026-03-01T00:00:00Z')
    expect(postedDates(simulator)).toBe('2026-02-28')
    expect(outcomeOf(() => createAsset(simulator))).toBe('422 expense_account_number')
  })
})

describe('a pause', () => {
  test('moves what is to come; the months that it took are not made up for', async () => {
    const simulator = trading()
    const { fixedAssets } = simulator.records
    createAsset(simulator, { useful_life: 4 })
    await simulator.clock.advanceTo('2026-03-10T00:00:00Z')
    fixedAssets.update(1, fixedAsset({ useful_life: 4, status: 'inactive' }))
    expect(simulator.clock.pending()).toEqual([])
    await simulator.clock.advanceTo('2026-05-20T00:00:00Z')
    expect(fixedAssets.update(1, fixedAsset({ useful_life: 4 })).status).toBe('active')
    await simulator.clock.advance('1 year')
    expect(postedDates(simulator)).toBe('2026-02-28 2026-05-31 2026-06-30 2026-07-31')
    expect(balanceOf(simulator, 1590)).toBe('-1000.00')
    expect(statusOf(simulator)).toBe('posted fully_amortized')
  })

  test('within a month changes nothing', async () => {
    const simulator = trading()
    const { fixedAssets } = simulator.records
    createAsset(simulator, { useful_life: 2 })
    fixedAssets.update(1, fixedAsset({ useful_life: 2, status: 'inactive' }))
    await simulator.clock.advanceTo('2026-02-28T00:00:00Z')
    fixedAssets.update(1, fixedAsset({ useful_life: 2 }))
    await simulator.clock.advance('1 year')
    expect(postedDates(simulator)).toBe('2026-02-28 2026-03-31')
  })

  test('and a longer life later on: the pause stays out of it', async () => {
    const simulator = trading()
    const { fixedAssets } = simulator.records
    createAsset(simulator, { useful_life: 4 })
    await simulator.clock.advanceTo('2026-03-10T00:00:00Z')
    fixedAssets.update(1, fixedAsset({ useful_life: 4, status: 'inactive' }))
    await simulator.clock.advanceTo('2026-05-20T00:00:00Z')
    fixedAssets.update(1, fixedAsset({ useful_life: 6 }))
    await simulator.clock.advance('1 year')
    expect(postedDates(simulator)).toBe('2026-02-28 2026-05-31 2026-06-30 2026-07-31 2026-08-31 2026-09-30')
    expect(
      simulator.books.entries({ start_date: '2026-05-31', end_date: '2026-05-31' })[0]?.lines[0]?.debit,
    ).toBe('150.00')
    expect(balanceOf(simulator, 1590)).toBe('-1000.00')
  })
})

describe('an edit', () => {
  test.each(
    table(`
      change                                 | outcome                          then
      cost 1600.00                           | ok                               400.00 400.00
      cost 400.00                            | ok                               -
      cost 399.99                            | 422 cost                         200.00 200.00
      salvage_value 200.00                   | ok                               133.33 133.33
      salvage_value 600.01                   | 422 cost                         200.00 200.00
      useful_life 8                          | ok                               100.00 100.00
      useful_life 2                          | ok                               600.00
      useful_life 1                          | ok                               600.00
      depreciation_method double_declining   | ok                               240.00 180.00
      depreciation_method macrs_gds          | ok                               -
      name Press                             | ok                               200.00 200.00
      expense_account_number 6000            | ok                               200.00 200.00
      company_id 2                           | 422 company_id exchange_rate     200.00 200.00
      company_id 2, exchange_rate 0.9        | 422 company_id exchange_rate     200.00 200.00
      currency_iso_4217_code EUR             | 422 currency_iso_4217_code       200.00 200.00
    `),
  )('after two of five postings: $change', async ({ change, outcome, then }) => {
    const simulator = trading()
    createAsset(simulator, { useful_life: 5 })
    await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
    const members = change.split(', ').map((one) => {
      const [member = '', value = ''] = one.split(' ')
      return [member, /^\d+$/.test(value) ? Number(value) : value] as const
    })
    const body = fixedAsset({ useful_life: 5, ...Object.fromEntries(members) })
    const before = JSON.stringify(simulator.export())
    const told = outcomeOf(() => simulator.records.fixedAssets.update(1, body))
    expect(told.split(' ').slice(0, 2)).toEqual(outcome.split(' ').slice(0, 2))
    if (told !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
    await simulator.clock.advanceTo('2026-06-15T00:00:00Z')
    const later = simulator.books
      .entries({ start_date: '2026-04-01' })
      .map(({ lines }) => lines[0]?.debit)
      .join(' ')
    expect(later || '-').toBe(then)
    expect(simulator.books.entries({ end_date: '2026-03-31' })).toHaveLength(2)
    expect(simulator.books.check()).toEqual([])
  })

  test('brings a written-off asset back to life when there is more to write off', async () => {
    const simulator = trading()
    createAsset(simulator, { useful_life: 1 })
    await simulator.clock.advanceTo('2026-03-10T00:00:00Z')
    const { fixedAssets } = simulator.records
    expect(fixedAssets.update(1, fixedAsset({ useful_life: 1, memo: 'old' })).status).toBe('fully_amortized')
    expect(fixedAssets.update(1, fixedAsset({ useful_life: 1, cost: '1200.00' })).status).toBe('active')
    await simulator.clock.advanceTo('2026-03-31T00:00:00Z')
    expect(postedDates(simulator)).toBe('2026-02-28 2026-03-31')
    expect(balanceOf(simulator, 1590)).toBe('-1200.00')
  })
})

describe('switches', () => {
  test('depreciation-run off: nothing is posted, and nothing waits', async () => {
    const simulator = trading({ assumptions: { 'depreciation-run': 'off' } })
    expect(createAsset(simulator, { depreciation_start_date: '2025-11-01' }).status).toBe('active')
    await simulator.clock.advance('2 years')
    expect(simulator.books.entries()).toEqual([])
    expect(statusOf(simulator)).toBe('posted active')
  })

  test('depreciation-run off in a world that was exported with it on', async () => {
    const before = trading()
    createAsset(before)
    await before.clock.advanceTo('2026-03-10T00:00:00Z')
    const simulator = createSimulator({
      world: checked(before.export()),
      assumptions: { 'depreciation-run': 'off' },
    })
    await simulator.clock.advance('2 years')
    expect(postedDates(simulator)).toBe('2026-02-28')
    simulator.records.fixedAssets.update(1, fixedAsset({ cost: '2000.00' }))
    expect(simulator.books.check()).toEqual([])
    expect(statusOf(simulator)).toBe('posted active')
  })

  test('asset-status manual: the status stays what requests say', async () => {
    const simulator = trading({ assumptions: { 'asset-status': 'manual' } })
    createAsset(simulator, { useful_life: 1 })
    await simulator.clock.advance('2 years')
    expect(balanceOf(simulator, 1590)).toBe('-1000.00')
    expect(statusOf(simulator)).toBe('posted active')
    simulator.records.fixedAssets.remove(1)
    expect(statusOf(simulator)).toBe('archived active')
    expect(simulator.books.check()).toEqual([])
  })

  test('what a world rested on is told', () => {
    const simulator = trading()
    createAsset(simulator)
    expect(simulator.assumptions.used()).toEqual(
      expect.arrayContaining(['asset-status', 'depreciation-run', 'fixed-asset-flat']),
    )
  })
})

describe('time', () => {
  const DAYS = 730
  const world = (): Simulator => {
    const simulator = createSimulator({ rateLimits: false })
    for (const [index, convention] of (['mid_month', 'full_month', 'half_year'] as const).entries())
      for (const depreciation_method of ['straight_line', 'double_declining', 'declining_balance'] as const)
        createAsset(simulator, {
          convention,
          depreciation_method,
          depreciation_start_date: `2025-1${index}-31`.replace('-11-31', '-11-30'),
          useful_life: 7 + index * 5,
          salvage_value: '33.33',
          depreciation_frequency: index === 2 ? 'yearly' : 'monthly',
        })
    simulator.records.invoices.create(invoice())
    return simulator
  }

  test('at once leads where time day by day leads, byte for byte', async () => {
    const [whole, pieces] = [world(), world()]
    const { fired } = await whole.clock.advance({ days: DAYS })
    const firedInPieces = []
    for (let day = 0; day < DAYS; day += 1) firedInPieces.push(...(await pieces.clock.advance('1 day')).fired)
    expect(firedInPieces).toEqual(fired)
    expect(JSON.stringify(pieces.export())).toBe(JSON.stringify(whole.export()))
    expect(pieces.books.toJournal()).toBe(whole.books.toJournal())
    expect(whole.books.check()).toEqual([])
  })

  test('back and again, forked or carried over, leads there too', async () => {
    const simulator = world()
    await simulator.clock.advance('100 days')
    const mark = simulator.snapshot()
    const [twin, carried] = [
      simulator.fork(),
      createSimulator({ world: checked(simulator.export()), rateLimits: false }),
    ]
    await simulator.clock.advance('300 days')
    const expected = JSON.stringify(simulator.export())
    simulator.restore(mark)
    for (const one of [simulator, twin, carried]) {
      await one.clock.advance('300 days')
      expect(JSON.stringify(one.export())).toBe(expected)
    }
  })
})
