import { expect, test } from 'vitest'
import { billingInstalments } from '../../src/engine/recognition/usage'
import { amountText, decimal, sum } from '../../src/kernel/money'
import { given, table } from '../support/table'
import { INSTALMENTS } from './instalments'
import { rhythmOf, shown, spread } from './schedule-words'

test.each(INSTALMENTS)('$net from $start to $end, $every', ({ net, start, end, every, billed }) => {
  const terms = { start, end: given(end) ?? null, rhythm: rhythmOf(every), time: 'in-advance' as const }
  const found = billingInstalments(decimal(net), terms, spread)
  expect(shown(found)).toBe(billed)
  expect(amountText(sum(found.map(({ amount }) => amount)))).toBe(net)
})

/** The other value of the assumption `billing-periods`: 100.00, dated at the end of what is billed. */
test.each(
  table(`
    start       end         every          | billed
    2026-01-15  2026-03-14  monthly        | 2026-02-14 50.00, 2026-03-14 50.00
    2026-01-15  2026-03-15  monthly        | 2026-02-14 33.33, 2026-03-14 33.33, 2026-03-15 33.34
    2026-01-31  2026-04-29  monthly        | 2026-02-27 33.33, 2026-03-30 33.33, 2026-04-29 33.34
    2026-01-14  2026-02-14  weekly from 0  | 2026-01-25 25.00, 2026-02-01 25.00, 2026-02-08 25.00, 2026-02-14 25.00
    2026-01-15  2026-01-16  monthly        | 2026-01-16 100.00
    9999-12-01  9999-12-31  annually       | 9999-12-31 100.00
    2026-01-15  -           monthly        | 2026-01-15 100.00
  `),
)('in arrears from $start to $end, $every', ({ start, end, every, billed }) => {
  const terms = { start, end: given(end) ?? null, rhythm: rhythmOf(every), time: 'in-arrears' as const }
  expect(shown(billingInstalments(decimal('100.00'), terms, spread))).toBe(billed)
})
