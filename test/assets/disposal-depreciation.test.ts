import type { Simulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { table } from '../support/table'
import { createAsset } from '../support/worlds/fixed-asset'
import { trading } from '../support/worlds/trade'

type More = Parameters<typeof createAsset>[1]

/** 12,000.00 without salvage value, from January 2026 on, in yearly entries. */
const machine = (more: object): More =>
  ({
    cost: '12000.00',
    purchase_date: '2026-01-01',
    depreciation_start_date: '2026-01-01',
    depreciation_frequency: 'yearly',
    ...more,
  }) as More

const depreciations = (simulator: Simulator) =>
  simulator.books.entries({ record: { type: 'depreciations' } }).map(({ date, lines }) => ({
    date,
    amount: lines.find(({ account_number }) => account_number === 6200)?.debit,
  }))

/** What the gain or loss account shows: a gain is positive. */
const gainOf = (simulator: Simulator): string => {
  const [disposal] = simulator.books.entries({ record: { type: 'assetDisposals' } })
  const line = disposal?.lines.find(({ account_number }) => account_number === 7000)
  if (!line) return '0.00'
  return Number(line.credit) > 0 ? line.credit : `-${line.debit}`
}

async function disposed(more: object, on: string, proceeds: string, options: object = {}) {
  const simulator = trading(options)
  createAsset(simulator, machine(more))
  await simulator.clock.advanceTo(`${on > '2026-01-15' ? on : '2026-01-15'}T12:00:00Z`)
  const before = depreciations(simulator)
  simulator.admin.assets.dispose(1, { date: on, proceeds })
  const after = depreciations(simulator)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(simulator.books.check()).toEqual([])
  expect(simulator.books.assets()).toEqual([
    { number: 1, cost: '0.00', accumulated: '0.00', book_value: '0.00' },
  ])
  await simulator.clock.advance('3 years')
  expect(depreciations(simulator)).toEqual(after)
  const last = after.slice(before.length)
  expect(last.every(({ date }) => date === on)).toBe(true)
  return { last: last.map(({ amount }) => amount).join() || '-', gain: gainOf(simulator), simulator }
}

const ASSETS: Readonly<Record<string, object>> = {
  'a year': {},
  'a year, kept at 2000': { salvage_value: '2000.00' },
  'a year from March': { depreciation_start_date: '2026-03-01' },
  'a year, in months': { depreciation_frequency: 'monthly' },
  'three months': { useful_life: 3, depreciation_frequency: 'monthly' },
  'a year, begun': { accumulated_beginning_balance: '3000.00', accumulated_through: '2026-03-31' },
  'mid month': { convention: 'mid_month' },
  'half month, in months': { convention: 'half_month', depreciation_frequency: 'monthly' },
  'mid quarter': { convention: 'mid_quarter' },
  'half year': { convention: 'half_year', useful_life: 24, depreciation_start_date: '2026-03-01' },
  'full year': { convention: 'full_year', useful_life: 24, depreciation_start_date: '2026-03-01' },
  'double declining': { depreciation_method: 'double_declining', useful_life: 60 },
  'declining, 1.5': {
    depreciation_method: 'declining_balance',
    acceleration_factor: '1.5',
    useful_life: 60,
  },
  'custom, 3 x 4000': {
    depreciation_method: 'custom',
    custom_schedule_type: 'fixed_amount',
    custom_schedule: [{ value: '4000', period_count: 3 }],
  },
  'euros at 1.1': { currency_iso_4217_code: 'EUR', exchange_rate: '1.1' },
  'a rest after its life': { accumulated_through: '2026-12-31', depreciation_frequency: 'yearly' },
  'not at work': { status: 'inactive' },
  macrs: { depreciation_method: 'macrs_gds' },
}

/** docs/service.md §11.7: what the asset has lost until the day of its disposal is written off first. */
describe('the depreciation of a disposal', () => {
  test.each(
    table(`
      asset                   on          for       | last      gain
      a year                  2026-07-01  6000.00   | 6000.00   0.00
      a year                  2026-07-30  6000.00   | 6000.00   0.00
      a year                  2026-07-31  6000.00   | 7000.00   1000.00
      a year                  2026-01-10  12000.00  | -         0.00
      a year                  2026-12-30  0         | 11000.00  -1000.00
      a year                  2026-12-31  0         | -         0.00
      a year                  2027-02-10  100.00    | -         100.00
      a year, kept at 2000    2026-07-01  7000.00   | 5000.00   0.00
      a year from March       2026-02-10  12000.00  | -         0.00
      a year from March       2026-05-10  10000.00  | 2000.00   0.00
      a year from March       2027-02-10  1000.00   | 1000.00   0.00
      a year, in months       2026-04-15  9000.00   | -         0.00
      a year, in months       2026-04-30  8000.00   | -         0.00
      three months            2026-06-10  0         | -         0.00
      a year, begun           2026-07-01  6000.00   | 3000.00   0.00
      mid month               2026-07-10  6000.00   | 6000.00   0.00
      mid month               2026-01-20  12000.00  | -         0.00
      mid month               2027-01-10  500.00    | 500.00    500.00
      half month, in months   2026-04-15  9000.00   | 500.00    0.00
      half month, in months   2026-01-20  12000.00  | -         0.00
      mid quarter             2026-08-20  6000.00   | 6000.00   0.00
      mid quarter             2026-07-05  6000.00   | 6000.00   0.00
      mid quarter             2026-02-20  12000.00  | -         0.00
      half year               2027-03-10  6000.00   | 3000.00   0.00
      half year               2027-11-10  6000.00   | 3000.00   0.00
      half year               2026-09-01  12000.00  | -         0.00
      full year               2027-03-10  6000.00   | -         0.00
      full year               2026-09-01  12000.00  | -         0.00
      double declining        2026-07-01  9600.00   | 2400.00   0.00
      double declining        2027-04-01  6480.00   | 720.00    0.00
      declining, 1.5          2026-07-01  10200.00  | 1800.00   0.00
      custom, 3 x 4000        2026-07-01  10000.00  | 2000.00   0.00
      custom, 3 x 4000        2027-07-01  6000.00   | 2000.00   0.00
      euros at 1.1            2026-07-01  6600.00   | 6600.00   0.00
      a rest after its life   2026-07-01  0         | 12000.00  0.00
      not at work             2026-07-01  6000.00   | -         -6000.00
      macrs                   2026-07-01  12000.00  | -         0.00
    `),
  )('$asset, on $on for $for: $last, gain $gain', async ({ asset, on, for: proceeds, last, gain }) => {
    expect(await disposed(ASSETS[asset] ?? {}, on, proceeds)).toMatchObject({ last, gain })
  })

  test('by the switch there is none, and the difference is a loss', async () => {
    const options = { assumptions: { 'disposal-depreciation': 'none' } }
    expect(await disposed({}, '2026-07-01', '6000.00', options)).toMatchObject({
      last: '-',
      gain: '-6000.00',
    })
  })

  test('also that of an asset which its removal writes off', async () => {
    const simulator = trading({ assumptions: { 'asset-disposal': 'write-off' } })
    createAsset(simulator, machine({}))
    await simulator.clock.advanceTo('2026-07-01T12:00:00Z')
    simulator.records.fixedAssets.remove(1)
    expect(depreciations(simulator)).toEqual([{ date: '2026-07-01', amount: '6000.00' }])
    expect(gainOf(simulator)).toBe('-6000.00')
    expect(simulator.books.check()).toEqual([])
  })

  test('what a locked period refuses leaves no depreciation', async () => {
    const simulator = trading()
    createAsset(simulator, machine({}))
    await simulator.clock.advanceTo('2026-07-20T12:00:00Z')
    simulator.admin.periods.lockThrough(1, '2026-07-10')
    const before = JSON.stringify(simulator.export())
    const dispose = (date: string) => simulator.admin.assets.dispose(1, { date, proceeds: '1.00' })
    expect(() => dispose('2026-07-05')).toThrow()
    expect(JSON.stringify(simulator.export())).toBe(before)
    dispose('2026-07-11')
    expect(depreciations(simulator)).toEqual([{ date: '2026-07-11', amount: '6000.00' }])
    expect(() => dispose('2026-07-11')).toThrow('disposed of already')
  })

  test('what it posted is taken back when the asset is removed', async () => {
    const { simulator } = await disposed({}, '2026-07-01', '6000.00')
    simulator.records.fixedAssets.remove(1)
    for (const { balance } of simulator.books.trialBalance(1)) expect(balance).toBe('0.00')
    expect(simulator.books.check()).toEqual([])
  })

  test('yearly entries of a declining method compound once a year, monthly ones each month', async () => {
    const first = async (depreciation_frequency: string) => {
      const simulator = trading()
      createAsset(
        simulator,
        machine({
          cost: '1200.00',
          useful_life: 60,
          depreciation_method: 'double_declining',
          depreciation_frequency,
        }),
      )
      await simulator.clock.advanceTo('2026-12-31T12:00:00Z')
      return simulator.books.assets()[0]?.accumulated
    }
    expect([await first('yearly'), await first('monthly')]).toEqual(['480.00', '401.09'])
  })
})
