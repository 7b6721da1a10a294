import { expect, test } from 'vitest'
import { table } from '../support/table'
import { outcomeOf, trading } from '../support/worlds/trade'
import { quarter } from './quarter'

/** docs/service.md §13.1: at most 20,000 planned periods for a contract, however many obligations share them. */
test.each(
  table(`
    obligations  recognition  billing   end         | outcome
    1            daily        monthly   2070-12-31  | ok
    2            daily        monthly   2070-12-31  | 422 obligations
    10           daily        monthly   2070-12-31  | 422 obligations
    150          daily        monthly   2070-12-31  | 422 obligations
    1            monthly      daily     2070-12-31  | ok
    2            monthly      daily     2070-12-31  | 422 obligations
    30           monthly      monthly   2070-12-31  | ok
    40           monthly      monthly   2070-12-31  | 422 obligations
    1            daily        monthly   2080-10-04  | ok
    1            daily        monthly   2080-10-05  | 422 obligations
  `),
)('$obligations obligations until $end: $outcome', ({ obligations, recognition, billing, end, outcome }) => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z', strict: false })
  const body = quarter({
    status: 'draft',
    end_date: end,
    recognition_frequency: recognition as 'daily',
    billing_frequency: billing as 'daily',
    obligations: Array.from({ length: Number(obligations) }, () => ({ item_id: 4, quantity: 1, rate: 1000 })),
  })
  expect(outcomeOf(() => simulator.records.contracts.create(body))).toBe(outcome)
})

test('what plans nothing does not count', () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z', strict: false })
  const body = quarter({
    status: 'active',
    end_date: '2070-12-31',
    recognition_frequency: 'daily',
    billing_frequency: 'daily',
    obligations: Array.from({ length: 5 }, () => ({
      item_id: 4,
      quantity: 1,
      rate: 1,
      recognition_strategy: 'usage' as const,
    })),
  })
  expect(simulator.records.contracts.create(body).status).toBe('active')
})
