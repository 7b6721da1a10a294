import type { Simulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { table } from '../support/table'
import { createAsset, fixedAsset, statusOf } from '../support/worlds/fixed-asset'
import { ledgerText } from '../support/worlds/shorthand'
import { outcomeOf, trading } from '../support/worlds/trade'

const posted = (simulator: Simulator): string =>
  ledgerText(simulator.books.entries({ record: { type: 'assetDisposals' } }))

/** docs/service.md §11.7: the host takes an asset out of the books at a date, for what it brought in. */
describe('an asset that is disposed of', () => {
  test.each(
    table(`
      asset                                  on          for      | entries
      cost 1000.00                           2026-04-15  900.00   | Dr Undeposited 900.00, Dr 1590 166.66, Cr 1500 1000.00, Cr Realized 66.66
      cost 1000.00                           2026-04-15  0        | Dr 1590 166.66, Dr Realized 833.34, Cr 1500 1000.00
      cost 1000.00                           2026-04-15  833.34   | Dr Undeposited 833.34, Dr 1590 166.66, Cr 1500 1000.00
      cost 1000.00                           2026-03-31  833.34   | Dr Undeposited 833.34, Dr 1590 166.66, Cr 1500 1000.00
      accumulated_beginning_balance 400.00   2026-02-10  600      | Dr Undeposited 600.00, Dr 1590 400.00, Cr 1500 1000.00
      currency_iso_4217_code EUR             2026-02-10  1100     | Dr Undeposited 1100.00, Cr 1500 1100.00
      depreciation_method macrs_gds          2026-04-15  0        | Dr Realized 1000.00, Cr 1500 1000.00
    `),
  )('$asset, on $on for $for', async ({ asset, on, for: proceeds, entries }) => {
    const simulator = trading()
    const [member = '', value = ''] = asset.split(' ')
    createAsset(simulator, {
      ...(member === 'currency_iso_4217_code' && { exchange_rate: '1.1' }),
      [member]: value,
    })
    await simulator.clock.advanceTo(`${on > '2026-04-01' ? '2026-04-15' : on}T12:00:00Z`)
    expect(simulator.admin.assets.dispose(1, { date: on, proceeds })).toMatchObject({
      number: 1,
      status: 'disposed',
      record_status: 'posted',
    })
    expect(posted(simulator)).toBe(entries)
    const [disposal] = simulator.books.entries({ record: { type: 'assetDisposals' } })
    expect(disposal).toMatchObject({ date: on, currency: 'USD', asset: 1 })
    expect(simulator.books.assets()).toEqual([
      { number: 1, cost: '0.00', accumulated: '0.00', book_value: '0.00' },
    ])
    await simulator.clock.advance('2 years')
    expect(simulator.books.entries({ start_date: '2026-05-01' })).toEqual([])
    expect(simulator.books.check()).toEqual([])
  })

  test('is not edited any more, and is not disposed of twice', () => {
    const simulator = trading()
    createAsset(simulator)
    simulator.admin.assets.dispose(1, { date: '2026-01-15', proceeds: '1000.00' })
    const { fixedAssets } = simulator.records
    expect(outcomeOf(() => fixedAssets.update(1, fixedAsset({ cost: '2000.00' })))).toBe('422 status')
    expect(() => simulator.admin.assets.dispose(1, { date: '2026-01-15', proceeds: 1 })).toThrow(
      expect.objectContaining({ name: 'OptionError', option: 'number' }),
    )
    expect(statusOf(simulator)).toBe('posted disposed')
  })

  test('can still be removed, which takes back all that was posted of it', async () => {
    const simulator = trading()
    createAsset(simulator)
    await simulator.clock.advanceTo('2026-04-15T00:00:00Z')
    simulator.admin.assets.dispose(1, { date: '2026-04-15', proceeds: '1000.00' })
    simulator.records.fixedAssets.remove(1)
    expect(statusOf(simulator)).toBe('archived disposed')
    for (const { balance } of simulator.books.trialBalance(1)) expect(balance).toBe('0.00')
    expect(simulator.books.assets()).toEqual([])
    expect(simulator.books.check()).toEqual([])
  })

  test.each(
    table(`
      number  date        proceeds  | option
      2       2026-04-10  10.00     | number
      1       2026-03-30  10.00     | date
      1       2026-04-16  10.00     | date
      1       2026-02-30  10.00     | date
      1       2026-04-10  -1        | proceeds
      1       2026-04-10  1.001     | proceeds
      1       2026-04-10  much      | proceeds
    `),
  )('number $number on $date for $proceeds names the $option', async ({ number, date, proceeds, option }) => {
    const simulator = trading()
    createAsset(simulator)
    await simulator.clock.advanceTo('2026-04-15T00:00:00Z')
    const before = JSON.stringify(simulator.export())
    expect(() => simulator.admin.assets.dispose(Number(number), { date, proceeds })).toThrow(
      expect.objectContaining({ name: 'OptionError', option }),
    )
    expect(JSON.stringify(simulator.export())).toBe(before)
  })

  test('a locked period refuses it, and nothing remains of it', () => {
    const simulator = trading()
    createAsset(simulator)
    simulator.admin.periods.lockThrough(1, '2026-01-31')
    const before = JSON.stringify(simulator.export())
    expect(outcomeOf(() => simulator.admin.assets.dispose(1, { date: '2026-01-15', proceeds: 1 }))).toBe(
      '422 date',
    )
    expect(JSON.stringify(simulator.export())).toBe(before)
  })

  test('a draft is not in the books and cannot leave them', () => {
    const simulator = trading()
    createAsset(simulator, { record_status: 'draft' })
    expect(() => simulator.admin.assets.dispose(1, { date: '2026-01-15', proceeds: 1 })).toThrow(
      expect.objectContaining({ option: 'number' }),
    )
  })
})

describe('books.assets', () => {
  test('cost, what is accumulated, and the book value of every asset', async () => {
    const simulator = trading()
    createAsset(simulator)
    createAsset(simulator, { cost: '500.00', accumulated_beginning_balance: '100.00', useful_life: 4 })
    createAsset(simulator, { record_status: 'draft' })
    createAsset(simulator, { currency_iso_4217_code: 'EUR', exchange_rate: '1.1' })
    await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
    expect(simulator.books.assets()).toEqual([
      { number: 1, cost: '1000.00', accumulated: '166.66', book_value: '833.34' },
      { number: 2, cost: '500.00', accumulated: '300.00', book_value: '200.00' },
      { number: 4, cost: '1100.00', accumulated: '183.32', book_value: '916.68' },
    ])
  })

  test('the entries of one asset', async () => {
    const simulator = trading()
    createAsset(simulator)
    createAsset(simulator)
    await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
    const entries = simulator.books.entries({ asset: 2 })
    expect(entries.map(({ date, asset }) => [date, asset])).toEqual([
      ['2026-02-28', 2],
      ['2026-03-31', 2],
    ])
    expect(simulator.books.entries()).toHaveLength(4)
  })
})
