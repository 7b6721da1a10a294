import { describe, expect, test } from 'vitest'
import { table } from '../support/table'
import { expectDone, postings, runs, written } from '../support/worlds/depreciated-asset'

/** docs/service.md §11.7: years end with the fiscal year, and weigh as many months as they hold. */
describe('fiscal years', () => {
  test.each(
    table(`
      method             through     | postings
      straight_line      2026-01-31  | 2026-12-31 430.43, 2027-12-31 469.57
      straight_line      2026-08-31  | 2026-12-31 225.00, 2027-12-31 675.00
      straight_line      2026-09-15  | 2026-12-31 225.00, 2027-12-31 675.00
      straight_line      2026-12-31  | 2027-12-31 900.00
      double_declining   2026-08-31  | 2026-12-31 313.04, 2027-12-31 586.96
    `),
  )('$method, of which the months through $through are dealt with', async (row) => {
    const simulator = await written({
      depreciation_method: row.method as 'straight_line',
      depreciation_frequency: 'yearly',
      depreciation_start_date: '2026-02-01',
      useful_life: 23,
      accumulated_beginning_balance: '100.00',
      accumulated_through: row.through,
    })
    expect(runs(simulator)).toBe(row.postings)
    expectDone(simulator)
  })

  test.each(
    table(`
      year ends  frequency  convention   start       life  | postings
      12         yearly     full_month   2026-03-01  24    | 2026-12-31 416.67, 2027-12-31 500.00, 2028-12-31 83.33
      6          yearly     full_month   2026-03-01  24    | 2026-06-30 166.67, 2027-06-30 500.00, 2028-06-30 333.33
      2          yearly     full_month   2027-02-28  13    | 2027-02-28 76.92, 2028-02-29 923.08
      6          yearly     mid_month    2026-06-30  12    | 2026-06-30 41.67, 2027-06-30 958.33
      6          yearly     half_year    2026-02-28  12    | 2026-06-30 500.00, 2027-06-30 500.00
      6          monthly    half_year    2026-12-15  4     | 2027-01-31 to 2027-04-30 4 x 250.00
      6          monthly    full_year    2026-12-15  4     | 2026-07-31 to 2026-10-31 4 x 250.00
      1          monthly    mid_quarter  2026-02-15  4     | 2026-03-31 125.00, 2026-04-30 to 2026-06-30 3 x 250.00, 2026-07-31 125.00
    `),
  )('year end $year ends, $frequency, $convention from $start over $life months', async (row) => {
    const simulator = await written(
      {
        depreciation_frequency: row.frequency as 'yearly',
        convention: row.convention as 'full_month',
        depreciation_start_date: row.start,
        useful_life: Number(row.life),
      },
      Number(row['year ends']),
    )
    expect((row.postings.includes(' x ') ? runs : postings)(simulator)).toBe(row.postings)
    expectDone(simulator)
  })
})
