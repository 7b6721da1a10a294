import { describe, expect, test } from 'vitest'
import { table } from '../support/table'
import { runs } from '../support/worlds/depreciated-asset'
import { createAsset, type FixedAssetInput, fixedAsset, statusOf } from '../support/worlds/fixed-asset'
import { balanceOf, trading } from '../support/worlds/trade'

/** 300.00 over the three months from January 2026 on, all of it written off in April. */
const QUICK = { cost: '300.00', useful_life: 3, depreciation_start_date: '2026-01-10' } as const

/** `cost 600.00, useful_life 12` */
const membersOf = (text: string): Partial<FixedAssetInput> =>
  Object.fromEntries(
    text.split(', ').map((one) => {
      const [member = '', value = ''] = one.split(' ')
      return [member, /^\d+$/.test(value) ? Number(value) : value]
    }),
  )

/** docs/service.md §11.7: what follows from an edit is posted from the next end of a period on, never into the past. */
describe('an edit of an asset', () => {
  const WHOLE = '2026-01-31 to 2026-03-31 3 x 100.00'
  test.each(
    table(`
      edited      change                                   | postings
      2026-10-15  cost 600.00                              | ${WHOLE}, 2026-10-31 300.00
      2026-10-15  cost 570.00, useful_life 12              | ${WHOLE}, 2026-10-31 to 2026-12-31 3 x 90.00
      2026-10-15  useful_life 12                           | ${WHOLE}
      2026-10-15  cost 600.00, useful_life 24              | ${WHOLE}, 2026-10-31 to 2027-12-31 15 x 20.00
      2026-10-31  cost 600.00                              | ${WHOLE}, 2026-11-30 300.00
      2026-02-15  cost 600.00                              | 2026-01-31 100.00, 2026-02-28 to 2026-03-31 2 x 250.00
      2026-10-15  cost 570.00, depreciation_start_date 2026-07-01, useful_life 6  | ${WHOLE}, 2026-10-31 to 2026-12-31 3 x 90.00
      2026-10-15  cost 600.00, depreciation_start_date 2026-12-01, useful_life 2  | ${WHOLE}, 2026-12-31 to 2027-01-31 2 x 150.00
      2026-10-15  cost 600.00, depreciation_frequency yearly                      | ${WHOLE}, 2026-12-31 300.00
    `),
  )('of $edited: $change', async ({ edited, change, postings }) => {
    const simulator = trading()
    createAsset(simulator, QUICK)
    await simulator.clock.advanceTo(`${edited}T12:00:00Z`)
    simulator.records.fixedAssets.update(1, fixedAsset({ ...QUICK, ...membersOf(change) }))
    await simulator.clock.advance('3 years')
    expect(runs(simulator)).toBe(postings)
    expect(statusOf(simulator)).toBe('posted fully_amortized')
    expect(simulator.books.check()).toEqual([])
  })

  test('that begins to write an asset off leaves out the months that are past', async () => {
    const simulator = trading()
    createAsset(simulator, { depreciation_method: 'macrs_gds', property_class: 5 })
    await simulator.clock.advanceTo('2026-06-10T00:00:00Z')
    simulator.records.fixedAssets.update(1, fixedAsset())
    await simulator.clock.advance('2 years')
    expect(runs(simulator)).toBe('2026-06-30 to 2027-01-31 8 x 125.00')
  })

  test('of other members changes nothing', async () => {
    const simulator = trading()
    createAsset(simulator, QUICK)
    await simulator.clock.advanceTo('2026-02-15T00:00:00Z')
    simulator.records.fixedAssets.update(1, fixedAsset({ ...QUICK, memo: 'moved' }))
    await simulator.clock.advance('1 year')
    expect(runs(simulator)).toBe('2026-01-31 to 2026-03-31 3 x 100.00')
  })
})

/** docs/service.md §11.7: a convention may begin before the purchase; nothing is posted before it. */
test.each(
  table(`
    convention   purchase    start       life  | postings
    half_year    2026-12-10  2026-12-31  6     | 2026-12-31 1000.00
    half_year    2026-09-10  2026-09-10  6     | 2026-09-30 500.01, 2026-10-31 to 2026-11-30 2 x 166.67, 2026-12-31 166.65
    mid_quarter  2026-06-30  2026-06-30  4     | 2026-06-30 375.00, 2026-07-31 to 2026-08-31 2 x 250.00, 2026-09-30 125.00
    half_month   2026-06-30  2026-06-30  4     | 2026-06-30 125.00, 2026-07-31 to 2026-09-30 3 x 250.00, 2026-10-31 125.00
    full_year    2026-03-10  2026-03-31  4     | 2026-03-31 750.00, 2026-04-30 250.00
    full_month   2026-03-10  2026-01-01  4     | 2026-01-31 to 2026-04-30 4 x 250.00
  `),
)('$convention, bought $purchase', async ({ convention, purchase, start, life, postings }) => {
  const simulator = trading()
  createAsset(simulator, {
    convention: convention as 'half_year',
    purchase_date: purchase,
    depreciation_start_date: start,
    useful_life: Number(life),
  })
  await simulator.clock.advance('2 years')
  expect(runs(simulator)).toBe(postings)
  expect(simulator.books.check()).toEqual([])
})

/** docs/service.md §11.7: the last entry takes what is left, in the company's currency, too. */
test.each(
  table(`
    cost     rate    life  salvage  | accumulated  asset
    1000.00  1.1     12    0.00     | 1100.00      0.00
    1000.00  1.1     7     0.00     | 1100.00      0.00
    1000.00  1.1045  12    100.00   | 994.05       110.45
    0.05     0.5     5     0.00     | 0.03         0.00
    999.99   0.3333  13    0.00     | 333.30       0.00
  `),
)('EUR $cost at $rate over $life months down to $salvage', async (row) => {
  const simulator = trading()
  const { cost, rate, life, salvage } = row
  const foreign = { currency_iso_4217_code: 'EUR' as const, exchange_rate: rate, salvage_value: salvage }
  createAsset(simulator, { ...foreign, cost, useful_life: Number(life) })
  await simulator.clock.advance('2 years')
  expect(balanceOf(simulator, 1590)).toBe(`-${row.accumulated}`)
  expect(balanceOf(simulator, 6200)).toBe(row.accumulated)
  expect(simulator.books.assets()).toMatchObject([{ accumulated: row.accumulated, book_value: row.asset }])
  expect(statusOf(simulator)).toBe('posted fully_amortized')
  expect(simulator.books.check()).toEqual([])
})
