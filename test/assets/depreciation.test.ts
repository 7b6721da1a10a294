import { describe, expect, test } from 'vitest'
import { given, table } from '../support/table'
import { expectDone, postings, runs, written } from '../support/worlds/depreciated-asset'

/** docs/service.md §11.7: 1000.00 in equal parts; where the convention lets them begin, and what the first month counts. */
describe('straight line', () => {
  test.each(
    table(`
      convention   start       life  | postings
      full_month   2026-02-01  12    | 2026-02-28 to 2026-12-31 11 x 83.33, 2027-01-31 83.37
      full_month   2026-01-31  12    | 2026-01-31 to 2026-11-30 11 x 83.33, 2026-12-31 83.37
      full_month   2027-01-31  3     | 2027-01-31 to 2027-02-28 2 x 333.33, 2027-03-31 333.34
      full_month   2028-02-29  3     | 2028-02-29 to 2028-03-31 2 x 333.33, 2028-04-30 333.34
      full_month   2026-02-28  1     | 2026-02-28 1000.00
      mid_month    2026-02-01  3     | 2026-02-28 166.67, 2026-03-31 to 2026-04-30 2 x 333.33, 2026-05-31 166.67
      mid_month    2026-01-31  4     | 2026-01-31 125.00, 2026-02-28 to 2026-04-30 3 x 250.00, 2026-05-31 125.00
      half_month   2026-01-31  4     | 2026-01-31 125.00, 2026-02-28 to 2026-04-30 3 x 250.00, 2026-05-31 125.00
      half_month   2026-03-16  1     | 2026-03-31 to 2026-04-30 2 x 500.00
      mid_quarter  2026-02-01  4     | 2026-02-28 125.00, 2026-03-31 to 2026-05-31 3 x 250.00, 2026-06-30 125.00
      mid_quarter  2026-06-30  4     | 2026-05-31 125.00, 2026-06-30 to 2026-08-31 3 x 250.00, 2026-09-30 125.00
      half_year    2026-02-01  4     | 2026-07-31 to 2026-10-31 4 x 250.00
      half_year    2026-12-31  4     | 2026-07-31 to 2026-10-31 4 x 250.00
      full_year    2026-11-15  4     | 2026-01-31 to 2026-04-30 4 x 250.00
    `),
  )('$convention from $start over $life months', async ({ convention, start, life, postings: expected }) => {
    const simulator = await written({
      convention: convention as 'full_month',
      depreciation_start_date: start,
      useful_life: Number(life),
    })
    expect(runs(simulator)).toBe(expected)
    expectDone(simulator)
  })

  test('straight_line_prorate_even is written off alike', async () => {
    const [one, other] = [
      await written({ convention: 'mid_month' }),
      await written({ convention: 'mid_month', depreciation_method: 'straight_line_prorate_even' }),
    ]
    expect(postings(other)).toBe(postings(one))
  })

  test.each(
    table(`
      cost      salvage  before   through     life  | postings
      1000.00   100.00   -        -           12    | 2026-02-28 to 2027-01-31 12 x 75.00
      1000.00   0.01     -        -           3     | 2026-02-28 to 2026-04-30 3 x 333.33
      1000.00   100.00   600.00   -           3     | 2026-02-28 to 2026-04-30 3 x 100.00
      1000.00   0.00     250.00   2026-04-30  12    | 2026-05-31 to 2026-12-31 8 x 83.33, 2027-01-31 83.36
      1000.00   0.00     250.00   2026-05-15  12    | 2026-05-31 to 2026-12-31 8 x 83.33, 2027-01-31 83.36
      1000.00   0.00     250.00   2027-06-30  12    | 2027-07-31 750.00
      0.05      0.00     -        -           10    | 2026-02-28 to 2026-06-30 5 x 0.01
    `),
  )('$cost less $salvage, $before before $through, over $life months', async (row) => {
    const simulator = await written({
      cost: row.cost,
      salvage_value: row.salvage,
      useful_life: Number(row.life),
      ...(given(row.before) && { accumulated_beginning_balance: row.before }),
      accumulated_through: given(row.through) ?? null,
    })
    expect(runs(simulator)).toBe(row.postings)
    expectDone(simulator)
  })
})

/** docs/service.md §11.7: a share of the book value, until equal parts of what is left are more. */
describe('declining', () => {
  test.each(
    table(`
      method             factor  cost     salvage  convention  life  | postings
      double_declining   -       1000.00  0.00     full_month  5     | 400.00 240.00 144.00 108.00 108.00
      double_declining   -       1000.00  100.00   full_month  5     | 400.00 240.00 144.00 86.40 29.60
      double_declining   -       1000.00  0.00     mid_month   3     | 333.33 444.45 148.15 74.07
      double_declining   -       1000.00  900.00   full_month  4     | 100.00
      double_declining   -       1000.00  0.00     full_month  1     | 1000.00
      declining_balance  1       1000.00  0.00     full_month  4     | 250.00 250.00 250.00 250.00
      declining_balance  1       1000.00  100.00   full_month  4     | 250.00 216.67 216.67 216.66
      declining_balance  1.5     1000.00  100.00   full_month  6     | 250.00 187.50 140.63 107.29 107.29 107.29
      declining_balance  1.5     999.99   0.00     half_month  3     | 250.00 375.00 249.99 125.00
    `),
  )('$method x $factor: $cost less $salvage, $convention, over $life months', async (row) => {
    const simulator = await written({
      depreciation_method: row.method as 'double_declining',
      ...(given(row.factor) && { acceleration_factor: row.factor }),
      cost: row.cost,
      salvage_value: row.salvage,
      convention: row.convention as 'full_month',
      useful_life: Number(row.life),
    })
    expect(
      postings(simulator)
        .replace(/\d{4}-\d\d-\d\d /g, '')
        .replaceAll(',', ''),
    ).toBe(row.postings)
    expectDone(simulator)
  })
})

/** docs/service.md §11.7: what a schedule of one's own says, the last period taking whatever is left. */
describe('custom', () => {
  test.each(
    table(`
      type                        entries              salvage  | postings
      cost_percentage             50 x 1, 25 x 2       0.00     | 500.00 250.00 250.00
      cost_percentage             33.333333 x 3        0.00     | 333.33 333.33 333.34
      cost_percentage             20 x 2               0.00     | 200.00 800.00
      cost_percentage             60 x 3               100.00   | 600.00 300.00
      net_book_value_percentage   50 x 4               0.00     | 500.00 250.00 125.00 125.00
      net_book_value_percentage   10 x 1, 50 x 1       50.00    | 100.00 850.00
      fixed_amount                300 x 2, 400 x 1     0.00     | 300.00 300.00 400.00
      fixed_amount                0 x 2, 1000 x 1      0.00     | 1000.00
      net_book_value_amount       400 x 2, 0 x 1       0.00     | 300.00 300.00 400.00
      net_book_value_amount       1000 x 1, 100 x 2    100.00   | 450.00 450.00
    `),
  )('$type $entries down to $salvage', async (row) => {
    const simulator = await written({
      depreciation_method: 'custom',
      useful_life: null,
      salvage_value: row.salvage,
      // No period of a schedule of one's own counts half.
      convention: 'mid_month',
      custom_schedule_type: row.type as 'fixed_amount',
      custom_schedule: row.entries.split(', ').map((entry) => {
        const [value = '', count] = entry.split(' x ')
        return { value, period_count: Number(count) }
      }),
    })
    expect(
      postings(simulator)
        .replace(/\d{4}-\d\d-\d\d /g, '')
        .replaceAll(',', ''),
    ).toBe(row.postings)
    expectDone(simulator)
  })

  test('in fiscal years', async () => {
    const simulator = await written(
      {
        depreciation_method: 'custom',
        depreciation_frequency: 'yearly',
        useful_life: null,
        custom_schedule_type: 'cost_percentage',
        custom_schedule: [
          { value: 40, period_count: 1 },
          { value: '30', period_count: 2 },
        ],
      },
      6,
    )
    expect(postings(simulator)).toBe('2026-06-30 400.00, 2027-06-30 300.00, 2028-06-30 300.00')
    expectDone(simulator)
  })
})

/** Earlier depreciation from before the asset entered these books counts, with its periods. */
test.each(
  table(`
    method            through     | postings
    double_declining  2026-02-28  | 2026-03-31 240.00, 2026-04-30 144.00, 2026-05-31 to 2026-06-30 2 x 108.00
    double_declining  -           | 2026-02-28 240.00, 2026-03-31 144.00, 2026-04-30 86.40, 2026-05-31 to 2026-06-30 2 x 64.80
    custom            2026-02-28  | 2026-03-31 to 2026-04-30 2 x 250.00, 2026-05-31 100.00
    custom            2026-03-15  | 2026-03-31 to 2026-04-30 2 x 250.00, 2026-05-31 100.00
    custom            2026-03-31  | 2026-04-30 to 2026-05-31 2 x 250.00, 2026-06-30 100.00
    custom            -           | 2026-02-28 to 2026-03-31 2 x 250.00, 2026-04-30 100.00
  `),
)('$method after 400.00 written off through $through', async ({ method, through, postings: expected }) => {
  const simulator = await written({
    depreciation_method: method as 'custom',
    useful_life: 5,
    accumulated_beginning_balance: '400.00',
    accumulated_through: given(through) ?? null,
    custom_schedule_type: 'cost_percentage',
    custom_schedule: [{ value: 25, period_count: 5 }],
  })
  expect(runs(simulator)).toBe(expected)
  expectDone(simulator)
})

test.each(['macrs_gds', 'macrs_ads'] as const)(
  '%s is kept and posts nothing',
  async (depreciation_method) => {
    const simulator = await written({
      depreciation_method,
      useful_life: null,
      property_class: 5,
      ads_recovery_period: 6,
    })
    expect(postings(simulator)).toBe('')
    expect(simulator.records.fixedAssets.get(1)).toMatchObject({ status: 'active', property_class: 5 })
    expect(simulator.clock.pending()).toEqual([])
  },
)

test('in a foreign currency the ledger has both values, and each posting balances', async () => {
  const simulator = await written({
    currency_iso_4217_code: 'EUR',
    exchange_rate: '1.1045',
    useful_life: 3,
  })
  const [first] = simulator.books.entries({ account_number: 1590 })
  expect(first).toMatchObject({
    record: { type: 'depreciations', number: 1 },
    currency: 'USD',
    record_currency: 'EUR',
    lines: [
      { account_number: 6200, debit: '368.16', credit: '0.00', amount_in_record_currency: '333.33' },
      { account_number: 1590, debit: '0.00', credit: '368.16', amount_in_record_currency: '333.33' },
    ],
  })
  expect(simulator.books.check()).toEqual([])
})
