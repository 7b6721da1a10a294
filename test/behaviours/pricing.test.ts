import { expect, test } from 'vitest'
import { table } from '../support/table'
import { itemLines, posted } from '../support/worlds/shorthand'
import { invoice, outcomeOf, trading } from '../support/worlds/trade'

/** docs/service.md §1.1: each line is rounded to cents, half away from zero, and the record is the sum of its lines. */
const ROUNDING = table(`
  lines                                                | amount
  1 x 0.1, 1 x 0.2                                     | 0.30
  1 x 33.333333, 1 x 33.333333, 1 x 33.333333          | 99.99
  3 x 33.333333                                        | 100.00
  0.000001 x 1                                         | 0.00
  0.000001 x 999999                                    | 1.00
  0.000001 x 5000                                      | 0.01
  0.000001 x 4999.999999                               | 0.00
  1 x 0.005                                            | 0.01
  1 x 0.004999                                         | 0.00
  1 x 0.015                                            | 0.02
  1 x 0.025                                            | 0.03
  1 x 0.045                                            | 0.05
  1 x 1.005                                            | 1.01
  1 x 1.115                                            | 1.12
  1 x 2.675                                            | 2.68
  1 x 8.345                                            | 8.35
  1 x 10.235                                           | 10.24
  1.5 x 0.33                                           | 0.50
  7 x 0.142857                                         | 1.00
  3 x 333.335                                          | 1000.01
  1234.5 x 0.015                                       | 18.52
  0.1 x 0.05                                           | 0.01
  0.333333 x 0.015001                                  | 0.01
  0.333333 x 0.015                                     | 0.00
  1 x 10.00, 1 x -0.005                                | 9.99
  1 x 10.00, 1 x -0.004                                | 10.00
  1 x 10.00, -1 x 2.675                                | 7.32
  -1 x -12.345                                         | 12.35
  1 x 5.00, -5 x 1.00                                  | 0.00
  0 x 99.99                                            | 0.00
  999999999 x 999999.99                                | 999999989000000.01
  1 x 999999999999999.99                               | 999999999999999.99
  1 x 90071992547409.93                                | 90071992547409.93
`)

test.each(ROUNDING)('$lines make $amount', ({ lines, amount }) => {
  const simulator = trading()
  const record = simulator.records.invoices.create(invoice({ items: itemLines(lines) }))
  expect([record.amount, record.amount_due, record.paid_total]).toEqual([amount, amount, '0.00'])
})

/** docs/service.md §2.4: the client's tax amount as sent, else the percentage of what is not exempt. */
const TAX = table(`
  lines                                           | amount  ledger
  3 x 19.995 tax 4.95, 1 x 100.00 tax 8.25        | 173.19  Dr AR 173.19, Cr Tax 13.20, Cr Revenue 159.99
  1 x 100.00 at 8.25%                             | 108.25  Dr AR 108.25, Cr Tax 8.25, Cr Revenue 100.00
  1 x 59.99 at 8.25%                              | 64.94   Dr AR 64.94, Cr Tax 4.95, Cr Revenue 59.99
  1 x 100.00 at 8.25% tax 8.00                    | 108.00  Dr AR 108.00, Cr Tax 8.00, Cr Revenue 100.00
  1 x 100.00 at 8.25% tax 0                       | 100.00  Dr AR 100.00, Cr Revenue 100.00
  1 x 100.00 at 0%                                | 100.00  Dr AR 100.00, Cr Revenue 100.00
  1 x 100.00 at 20% exempt 40                     | 112.00  Dr AR 112.00, Cr Tax 12.00, Cr Revenue 100.00
  1 x 100.00 at 20% exempt 100                    | 100.00  Dr AR 100.00, Cr Revenue 100.00
  1 x 100.00 at 20% untaxed                       | 100.00  Dr AR 100.00, Cr Revenue 100.00
  1 x 100.00 at 20% tax 7.77 untaxed              | 100.00  Dr AR 100.00, Cr Revenue 100.00
  1 x 0.30 at 5%                                  | 0.32    Dr AR 0.32, Cr Tax 0.02, Cr Revenue 0.30
  1 x 0.10 at 5%                                  | 0.11    Dr AR 0.11, Cr Tax 0.01, Cr Revenue 0.10
  1 x 0.09 at 5%                                  | 0.09    Dr AR 0.09, Cr Revenue 0.09
  1 x 9.995 at 10%                                | 11.00   Dr AR 11.00, Cr Tax 1.00, Cr Revenue 10.00
  1 x 100.00 at 7.125%                            | 107.13  Dr AR 107.13, Cr Tax 7.13, Cr Revenue 100.00
  1 x 0.10 at 5%, 1 x 0.10 at 5%, 1 x 0.10 at 5%  | 0.33    Dr AR 0.33, Cr Tax 0.03, Cr Revenue 0.30
  2 x 50.00 at 10%, -1 x 50.00 at 10%             | 55.00   Dr AR 55.00, Dr Tax 5.00, Dr Revenue 50.00, Cr Tax 10.00, Cr Revenue 100.00
  1 x 10.00, -1 x 0.30 at 5%                      | 9.68    Dr AR 9.68, Dr Tax 0.02, Dr Revenue 0.30, Cr Revenue 10.00
`)

test.each(TAX)('$lines make $amount', ({ lines, amount, ledger }) => {
  const simulator = trading()
  const record = simulator.records.invoices.create(invoice({ items: itemLines(lines) }))
  expect(record.amount).toBe(amount)
  expect(posted(simulator, 'invoices', record.number)).toBe(ledger)
})

test('rate and quantity keep their digits and lose their trailing zeros, and the tax of a line stays hidden', () => {
  const simulator = trading()
  const { items } = simulator.records.invoices.create(
    invoice({ items: itemLines('1.250000 x 0.100000 at 10%, 10.0 x 12.5') }),
  )
  expect(items?.map(({ quantity, rate }) => [quantity, rate])).toEqual([
    ['1.25', '0.1'],
    ['10', '12.5'],
  ])
  expect(Object.keys(items?.[0] ?? {}).sort()).toEqual(
    ['classifications', 'id', 'item_id', 'memo', 'position', 'quantity', 'rate'].sort(),
  )
})

/** A JSON number is read by its shortest decimal text. */
test.each(
  table(`
    quantity   rate     | amount
    0.1        3        | 0.30
    1e-6       1e6      | 1.00
    1.1        1.1      | 1.21
    100        0.005    | 0.50
    4.35       100      | 435.00
    1.005      1000     | 1005.00
  `),
)('the numbers $quantity and $rate make $amount', ({ quantity, rate, amount }) => {
  const simulator = trading()
  const items = [{ item_id: 1, quantity: Number(quantity), rate: Number(rate), position: 1 }]
  expect(simulator.records.invoices.create(invoice({ items })).amount).toBe(amount)
})

test.each(
  table(`
    lines                       | outcome
    1 x -0.01                   | 422 amount
    1 x 5.00, -1 x 5.01         | 422 amount
    1 x 0.0000001               | 422 items
    0.0000001 x 1               | 422 items
    1e3 x 1                     | 422 items
    0x1F x 1                    | 422 items
    1_000 x 1                   | 422 items
    NaN x 1                     | 422 items
    Infinity x 1                | 422 items
    +1 x 1                      | 422 items
    .5 x 1                      | 422 items
    5. x 1                      | 422 items
    1,5 x 1                     | 422 items
    1 x 1e100000000             | 422 items
    1 x 1234567890123456        | 422 items
    1 x 0.00                    | ok
    1 x 5.00, -1 x 5.00         | ok
  `),
)('$lines: $outcome', ({ lines, outcome }) => {
  const simulator = trading()
  const before = JSON.stringify(simulator.export())
  expect(outcomeOf(() => simulator.records.invoices.create(invoice({ items: itemLines(lines) })))).toBe(
    outcome,
  )
  if (outcome !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
})

test.each(
  table(`
    rounding             | 0.005  0.015  0.025  1.115  -0.005
    half-away-from-zero  | 0.01   0.02   0.03   1.12   -0.01
    half-even            | 0.00   0.02   0.02   1.12   0.00
  `),
)('rounding can be switched: $rounding', ({ rounding, ...expected }) => {
  const simulator = trading({ assumptions: { rounding: rounding as 'half-even' } })
  for (const [rate, net] of Object.entries(expected)) {
    const made = simulator.records.invoices.create(invoice({ items: itemLines(`1 x ${rate}, 1 x 100.00`) }))
    expect(Number(made.amount) - 100, rate).toBeCloseTo(Number(net), 9)
  }
})
