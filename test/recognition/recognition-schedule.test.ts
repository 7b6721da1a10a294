import { expect, test } from 'vitest'
import {
  type RecognitionTerms,
  recognitionSchedule,
  recognitionStub,
} from '../../src/engine/recognition/schedule'
import type { RecognitionStrategy } from '../../src/engine/schema/contract-fields'
import { InvariantViolation } from '../../src/kernel/invariant'
import { amountText, decimal, sum } from '../../src/kernel/money'
import { given, table } from '../support/table'
import { rhythmOf, shown, spread } from './schedule-words'
import { SCHEDULES } from './schedules'

const terms = (more: Partial<RecognitionTerms> = {}): RecognitionTerms => ({
  start: '2026-01-15',
  end: '2026-03-14',
  rhythm: rhythmOf('monthly'),
  unitStart: 'calendar',
  milestones: [],
  releaseDate: null,
  ...more,
})

const schedule = (strategy: RecognitionStrategy, net: string, more: Partial<RecognitionTerms>) =>
  recognitionSchedule(strategy, decimal(net), terms(more), spread)

test.each(SCHEDULES)('$strategy: $net from $start to $end, $every', (row) => {
  const { strategy, net, start, end, every, recognised } = row
  const found = schedule(strategy as RecognitionStrategy, net, { start, end, rhythm: rhythmOf(every) })
  expect(shown(found)).toBe(recognised)
  expect(amountText(sum(found.map(({ amount }) => amount)))).toBe(net)
})

/** The other value of the assumption `recognition-periods`: units begin with the term. The net is 100.00. */
test.each(
  table(`
    strategy                      start       end         every      | recognised
    straight_line                 2026-01-15  2026-03-14  monthly    | 2026-02-14 50.00, 2026-03-14 50.00
    straight_line                 2026-01-31  2026-04-29  monthly    | 2026-02-27 33.33, 2026-03-30 33.33, 2026-04-29 33.34
    straight_line                 2026-01-15  2026-03-01  monthly    | 2026-02-14 65.12, 2026-03-01 34.88
    straight_line                 2024-02-29  2026-02-27  annually   | 2025-02-27 50.00, 2026-02-27 50.00
    straight_line_start_end_even  2026-01-15  2026-03-15  monthly    | 2026-02-14 33.33, 2026-03-14 33.33, 2026-03-15 33.34
    daily_prorata                 2026-01-15  2026-03-14  monthly    | 2026-02-14 52.54, 2026-03-14 47.46
    daily_prorata                 2026-01-14  2026-01-27  weekly     | 2026-01-20 50.00, 2026-01-27 50.00
    straight_line                 2026-01-15  2026-07-14  3 monthly  | 2026-04-14 50.00, 2026-07-14 50.00
    straight_line                 9999-12-01  9999-12-31  annually   | 9999-12-31 100.00
  `),
)(
  'by anniversaries, $strategy from $start to $end, $every',
  ({ strategy, start, end, every, recognised }) => {
    const more = { start, end, rhythm: rhythmOf(every), unitStart: 'anniversary' as const }
    expect(shown(schedule(strategy as RecognitionStrategy, '100.00', more))).toBe(recognised)
  },
)

/** docs/service.md §13.2: what a period is still worth that the last day cuts. The term is 2026-01-15 to 2026-03-14. */
test.each(
  table(`
    strategy                      net      day         | left
    straight_line                 1000.00  2026-01-14  | nothing
    straight_line                 1000.00  2026-01-15  | 2026-01-15 16.13
    straight_line                 1000.00  2026-01-20  | 2026-01-20 96.77
    straight_line                 1000.00  2026-01-31  | nothing
    straight_line                 1000.00  2026-02-14  | 2026-02-14 250.00
    straight_line                 1000.00  2026-03-13  | 2026-03-13 209.68
    straight_line                 1000.00  2026-03-14  | nothing
    straight_line                 1000.00  2026-03-15  | nothing
    straight_line                 0.01     2026-01-15  | nothing
    daily_prorata                 1000.00  2026-02-10  | 2026-02-10 169.49
    straight_line_start_end_even  1000.00  2026-02-10  | 2026-02-10 333.33
    immediate                     1000.00  2026-02-10  | nothing
    usage                         1000.00  2026-02-10  | nothing
  `),
)('$strategy: $net ends on $day', ({ strategy, net, day, left }) => {
  const found = recognitionStub(strategy as RecognitionStrategy, decimal(net), terms(), day, spread)
  expect(shown(found ? [found] : [])).toBe(left)
})

/** `immediate` and `deposit-release`, docs/service.md §13.4: the example has 1000.00. */
test.each(
  table(`
    strategy         end         release     | recognised
    immediate        2026-03-14  -           | 2026-01-15 1000.00
    immediate        -           -           | 2026-01-15 1000.00
    immediate        2026-03-14  2026-02-01  | 2026-01-15 1000.00
    deposit_release  2026-03-14  -           | 2026-03-14 1000.00
    deposit_release  2026-03-14  2026-02-01  | 2026-02-01 1000.00
    deposit_release  -           2026-05-31  | 2026-05-31 1000.00
    usage            2026-03-14  -           | nothing
    usage_tiered     -           -           | nothing
  `),
)('$strategy with end $end and release date $release: $recognised', ({ strategy, end, release, ...row }) => {
  const dates = { end: given(end) ?? null, releaseDate: given(release) ?? null }
  expect(shown(schedule(strategy as RecognitionStrategy, '1000.00', dates))).toBe(row.recognised)
  expect(shown(schedule(strategy as RecognitionStrategy, '0.00', dates))).toBe('nothing')
})

/** `milestone`, docs/service.md §13.4: shares in list order, each with the date of its achievement or none. */
test.each(
  table(`
    net      milestones                                              | recognised
    999.99   30 on 2026-02-01, 30 on 2026-03-01, 40 on 2026-04-01    | 2026-02-01 300.00, 2026-03-01 300.00, 2026-04-01 399.99
    999.99   30 on 2026-02-01, 30 on -, 40 on -                      | 2026-02-01 300.00
    999.99   30 on -, 30 on -, 40 on 2026-02-01                      | 2026-02-01 399.99
    999.99   30 on 2026-04-01, 30 on 2026-03-01, 40 on 2026-02-01    | 2026-04-01 300.00, 2026-03-01 300.00, 2026-02-01 399.99
    999.99   30 on -, 30 on -, 40 on -                               | nothing
    100.00   33.333333 on 2026-02-01, 33.333333 on 2026-02-01, 33.333334 on 2026-02-01  | 2026-02-01 33.33, 2026-02-01 33.33, 2026-02-01 33.34
    0.01     50 on 2026-02-01, 50 on 2026-03-01                      | 2026-02-01 0.01
    0.05     10 on 2026-02-01, 80 on -, 10 on 2026-03-01             | 2026-02-01 0.01
    1000.00  100 on 2026-01-15                                       | 2026-01-15 1000.00
    1000.00  0 on 2026-01-15, 100 on 2026-02-15                      | 2026-02-15 1000.00
    900.01   300.00 on 2026-02-01, 600.01 on 2026-03-01              | 2026-02-01 300.00, 2026-03-01 600.01
    450.00   300.00 on 2026-02-01, 600.01 on 2026-03-01              | 2026-02-01 150.00, 2026-03-01 300.00
  `),
)('milestones of $net: $milestones', ({ net, milestones, recognised }) => {
  const list = milestones.split(', ').map((words) => {
    const [share = '', date = ''] = words.split(' on ')
    return { share: decimal(share), achievedDate: given(date) ?? null }
  })
  expect(shown(schedule('milestone', net, { end: null, milestones: list }))).toBe(recognised)
})

test.each<RecognitionStrategy>(['straight_line', 'straight_line_start_end_even', 'daily_prorata'])(
  '%s reaches the last day of the calendar',
  (strategy) => {
    const found = schedule(strategy, '100.00', { start: '9999-12-01', end: '9999-12-31' })
    expect(shown(found)).toBe('9999-12-31 100.00')
  },
)

test.each<[strategy: RecognitionStrategy, more: Partial<RecognitionTerms>]>([
  ['straight_line', { end: null }],
  ['straight_line', { end: '2026-01-14' }],
  ['deposit_release', { end: null }],
])('%s without the dates that it needs is a bug of its caller', (strategy, more) => {
  expect(() => schedule(strategy, '1.00', more)).toThrow(InvariantViolation)
})
