import { expect, test } from 'vitest'
import { ledgerLine, net } from '../../src/engine/ledger/ledger'
import { table } from '../support/table'

/** docs/service.md §1.1: amounts are exact, also where numbers are not, which is beyond 9007199254740991 cents. */
test.each(
  table(`
    values                                                | total
    none                                                  | 0
    1000 -400                                             | 600
    9007199254740991 9007199254740990                     | 18014398509481981
    9007199254740991 9007199254740990 -9007199254740991   | 9007199254740990
    -9007199254740991 -9007199254740991 3                 | -18014398509481979
    18014398509481983 5                                   | 18014398509481988
    5 -36028797018963965                                  | -36028797018963960
  `),
)('debits less credits of $values are $total', ({ values, total }) => {
  const cents = values === 'none' ? [] : values.split(' ').map(BigInt)
  expect(net(cents.map((value) => ledgerLine(1000, value, 0n)))).toBe(BigInt(total))
})
