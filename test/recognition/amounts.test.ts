import { expect, test } from 'vitest'
import { allocateByPrice, type DiscountType, discountOf } from '../../src/engine/recognition/pricing'
import { effectiveRate, tieredAmount, usageAmount } from '../../src/engine/recognition/usage'
import { amountText, type Decimal, decimal, rateText, zero } from '../../src/kernel/money'
import { given, table } from '../support/table'
import { round } from './schedule-words'

const decimalOr = <T>(cell: string, otherwise: T): Decimal | T =>
  given(cell) === undefined ? otherwise : decimal(cell)

/** `contract-discount`, docs/service.md §13.1 */
test.each(
  table(`
    quantity  rate     type        value   | gross    discount  net
    3         333.335  PERCENTAGE  10      | 1000.01  100.00    900.01
    3         333.335  -           -       | 1000.01  0.00      1000.01
    3         333.335  -           10      | 1000.01  0.00      1000.01
    1         100.00   PERCENTAGE  0       | 100.00   0.00      100.00
    1         100.00   PERCENTAGE  100     | 100.00   100.00    0.00
    1         99.99    PERCENTAGE  33.33   | 99.99    33.33     66.66
    1         0.05     PERCENTAGE  50      | 0.05     0.03      0.02
    1         0.01     PERCENTAGE  50      | 0.01     0.01      0.00
    7         14.285   PERCENTAGE  12.5    | 100.00   12.50     87.50
    3         333.335  FIXED       0.01    | 1000.01  0.01      1000.00
    3         333.335  FIXED       1000.01 | 1000.01  1000.01   0.00
    3         333.335  FIXED       5000    | 1000.01  1000.01   0.00
    0         100.00   FIXED       5       | 0.00     0.00      0.00
    0         100.00   PERCENTAGE  10      | 0.00     0.00      0.00
    1         -100.00  PERCENTAGE  10      | -100.00  -10.00    -90.00
    1         -100.00  FIXED       10      | -100.00  0.00      -100.00
  `),
)('$quantity x $rate, $type $value: net $net', ({ quantity, rate, type, value, gross, discount, net }) => {
  const line = { quantity: decimal(quantity), rate: decimal(rate), value: decimalOr(value, zero) }
  const found = discountOf({ ...line, type: (given(type) as DiscountType) ?? null }, round)
  expect(amountText(found.gross)).toBe(gross)
  expect(amountText(found.discount)).toBe(discount)
  expect(amountText(found.net)).toBe(net)
})

/** `ssp-allocation`, docs/service.md §13.3: obligations as net @ price x quantity, those called usage apart. */
test.each(
  table(`
    obligations                                                        | allocated
    600.00 @ 1000 x 1, 600.00 @ 500 x 1                                | 800.00 400.00
    500.00 @ 700 x 1, 400.00 @ 500 x 1, 200.00 @ 300 x 1               | 513.33 366.67 220.00
    600.00 @ 1000 x 1, 600.00 @ 500 x 2                                | 600.00 600.00
    600.00 @ 1000 x 1, 600.00 @ - x 1                                  | 600.00 600.00
    700.00 @ - x 1, 500.00 @ - x 1                                     | 700.00 500.00
    600.00 @ 1000 x 1, 0.00 @ 9 x 1 usage, 600.00 @ 500 x 1            | 800.00 0.00 400.00
    600.00 @ 1000 x 1, 0.00 @ - x 0 usage, 600.00 @ 500 x 1            | 800.00 0.00 400.00
    25.00 @ 5 x 1 usage, 600.00 @ 1000 x 1, 600.00 @ 500 x 1           | 25.00 800.00 400.00
    0.00 @ - x 1 usage                                                 | 0.00
    1200.00 @ 1 x 1                                                    | 1200.00
    700.00 @ 0 x 1, 500.00 @ 0 x 1                                     | 700.00 500.00
    700.00 @ 10 x 0, 500.00 @ 10 x 0                                   | 700.00 500.00
    700.00 @ 0 x 1, 500.00 @ 10 x 1                                    | 0.00 1200.00
    700.00 @ 10 x 1, 500.00 @ 0 x 1                                    | 1200.00 0.00
    0.01 @ 1 x 1, 0.00 @ 1 x 1, 0.00 @ 1 x 1                           | 0.00 0.00 0.01
    0.05 @ 0.333333 x 3, 0.00 @ 0.333333 x 3                           | 0.03 0.02
    33.33 @ 100 x 0.5, 33.33 @ 100 x 0.25, 33.34 @ 100 x 0.25          | 50.00 25.00 25.00
  `),
)('$obligations: $allocated', ({ obligations, allocated }) => {
  const list = obligations.split(', ').map((words) => {
    const [net = '', , price = '', , quantity = '', usage] = words.split(' ')
    return {
      net: decimal(net),
      standalonePrice: decimalOr(price, null),
      quantity: decimal(quantity),
      isUsage: usage === 'usage',
    }
  })
  expect(allocateByPrice(list, round).map(amountText).join(' ')).toBe(allocated)
})

test('no obligations, nothing to allocate', () => {
  expect(allocateByPrice([], round)).toEqual([])
})

/** `usage-amount`, docs/service.md §13.4 */
test.each(
  table(`
    quantity  record  obligation  | amount
    1234.5    0.015   9           | 18.52
    1234.5    -       0.015       | 18.52
    1234.5    0       0.015       | 0.00
    0         -       0.015       | 0.00
    0.000001  -       4999        | 0.00
    0.000001  -       5000        | 0.01
    -10       -       2.5         | -25.00
  `),
)('$quantity at $record, else $obligation: $amount', ({ quantity, record, obligation, amount }) => {
  const found = usageAmount(decimal(quantity), decimalOr(record, null), decimal(obligation), round)
  expect(amountText(found)).toBe(amount)
})

/** `usage-tiers`, docs/service.md §13.4: tiers as up to @ rate, a dash for no end. */
test.each(
  table(`
    tiers                              used                 | amounts                  effective
    100 @ 1.00, 500 @ 0.80, - @ 0.50   80, 150, 400         | 80.00, 124.00, 281.00    1, 0.826667, 0.7025
    100 @ 1.00, 500 @ 0.80, - @ 0.50   630                  | 485.00                   0.769841
    100 @ 1.00, 500 @ 0.80, - @ 0.50   100, 400, 1          | 100.00, 320.00, 0.50     1, 0.8, 0.5
    100 @ 1.00, 500 @ 0.80, - @ 0.50   99.999999, 0.000002  | 100.00, 0.00             1, 0
    100 @ 1.00, 500 @ 0.80, - @ 0.50   0, 0                 | 0.00, 0.00               0, 0
    100 @ 1.00, 500 @ 0.80, - @ 0.50   150, -100, 100       | 140.00, -90.00, 90.00    0.933333, 0.9, 0.9
    100 @ 1.00, 500 @ 0.80, - @ 0.50   -10, 20              | -10.00, 20.00            1, 1
    - @ 0.015                          1234.5               | 18.52                    0.015002
    1 @ 0, 3 @ 0.333333, - @ 0         1, 2, 5              | 0.00, 0.67, 0.00         0, 0.335, 0
    10 @ 0.005, - @ 0.001              1, 1, 8, 5           | 0.01, 0.01, 0.04, 0.01   0.01, 0.01, 0.005, 0.002
  `),
)('$tiers, used $used: $amounts', ({ tiers, used, amounts, effective }) => {
  const list = tiers.split(', ').map((words) => {
    const [upTo = '', , rate = ''] = words.split(' ')
    return { upTo: decimalOr(upTo, null), rate: decimal(rate) }
  })
  let before = zero
  const found = used.split(', ').map((text) => {
    const quantity = decimal(text)
    const amount = tieredAmount(list, before, quantity, round)
    before = before.plus(quantity)
    return { amount, rate: effectiveRate(amount, quantity, 'half-away-from-zero') }
  })
  expect(found.map(({ amount }) => amountText(amount)).join(', ')).toBe(amounts)
  expect(found.map(({ rate }) => rateText(rate)).join(', ')).toBe(effective)
})
