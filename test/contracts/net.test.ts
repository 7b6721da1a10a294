import { expect, test } from 'vitest'
import { clientOf } from '../support/client'
import { table } from '../support/table'
import { outcomeOf, trading } from '../support/worlds/trade'
import { billsOf, earnedOf, obligationsOf, quarter } from './quarter'

/** docs/service.md §13.1: what a contract comes to is not below 0, and a discount is within the gross amount. */
test.each(
  table(`
    obligations                                                                | outcome          net
    {"rate":"300.00"}                                                          | ok               300.00
    {"rate":"0.00"}                                                            | ok               0.00
    {"rate":"-100.00"}                                                         | 422 obligations  -
    {"rate":"-100.00"}, {"rate":"99.99"}                                       | 422 obligations  -
    {"rate":"-100.00"}, {"rate":"100.00"}                                      | ok               -100.00 100.00
    {"discount_type":"FIXED","discount_value":"300.00"}                        | ok               0.00
    {"discount_type":"FIXED","discount_value":"300.01"}                        | 422 obligations  -
    {"discount_type":"FIXED","discount_value":"500.00"}                        | 422 obligations  -
    {"discount_value":"50.00"}                                                 | 422 obligations  -
    {"discount_value":"0"}                                                     | ok               300.00
    {"discount_type":"PERCENTAGE","discount_value":"100"}                      | ok               0.00
    {"discount_type":"PERCENTAGE"}                                             | ok               300.00
  `),
)('$obligations: $outcome', ({ obligations, outcome, net }) => {
  for (const status of ['draft', 'active'] as const) {
    const { contracts } = trading({ now: '2026-01-01T09:00:00Z' }).records
    expect(
      outcomeOf(() => contracts.create(quarter({ status, obligations: obligationsOf(obligations) }))),
    ).toBe(outcome)
    const [made] = contracts.list().items
    expect(made?.obligations.map(({ net_amount }) => net_amount).join(' ') ?? '-').toBe(net)
  }
})

test.each(
  table(`
    obligations                                                   end         | active      then
    {"rate":"0.00"}                                               2026-03-31  | 2026-03-30  2026-03-31
    {"rate":"0.00","recognition_strategy":"immediate"}            -           | -           2026-01-01
    {"rate":"0.00","recognition_strategy":"immediate"}            2026-03-31  | 2026-03-30  2026-03-31
    {"rate":"1","quantity":"0","recognition_strategy":"usage"}    2026-03-31  | 2026-03-31  2026-04-01
  `),
)('$obligations until $end: completed on $then', async ({ obligations, end, active, then }) => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  const { contracts } = simulator.records
  const { id } = contracts.create(
    quarter({ end_date: end === '-' ? null : end, obligations: obligationsOf(obligations) }),
  )
  if (active !== '-') {
    await simulator.clock.advanceTo(`${active}T23:00:00Z`)
    expect(contracts.get(id).status).toBe('active')
    await simulator.clock.advanceTo(`${then}T00:00:00Z`)
  }
  expect(contracts.get(id).status).toBe('completed')
  expect([billsOf(contracts.get(id)), earnedOf(contracts.get(id))]).toEqual(['nothing', 'nothing'])
  expect(simulator.clock.pending()).toEqual([])
})

const TIERS = {
  tiers: [
    { up_to: 100, rate: 1 },
    { up_to: null, rate: '0.5' },
  ],
}

/** docs/service.md §13.4: only usage that counts uses up tiers. */
test.each(
  table(`
    used                                                            | amounts
    01-02 100 draft; 01-03 100                                      | 100.00 100.00
    01-02 100; 01-03 100                                            | 100.00 50.00
    01-02 100 archived; 01-03 100                                   | 100.00 100.00
    01-02 60 draft; 01-03 60; 01-04 60 draft; 01-05 60              | 60.00 60.00 50.00 50.00
    01-05 60; 01-02 60                                              | 50.00 60.00
  `),
)('$used costs $amounts', async ({ used, amounts }) => {
  const simulator = trading({ now: '2026-01-15T09:00:00Z' })
  const { id, obligations } = simulator.records.contracts.create(
    quarter({
      obligations: [{ item_id: 4, recognition_strategy: 'usage_tiered', obligation_conditions: TIERS }],
    }),
  )
  const items = used.split('; ').map((words) => {
    const [day, quantity, status] = words.split(' ')
    return {
      obligation_id: obligations[0]?.id,
      usage_date: `2026-${day}`,
      quantity,
      ...(status && { status }),
    }
  })
  const send = clientOf(simulator)
  const path = `/public/v1/contracts/${id}/usage/bulk-upsert/`
  const written: string[] = []
  const answer = await send('POST', path, { items })
  for (const { amount } of answer.body as unknown as { amount: string }[]) written.push(amount)
  expect([answer.status, written.join(' ')]).toEqual([200, amounts])
})

/** docs/service.md §13.5: usage lies within the term of its obligation. */
test.each(
  table(`
    terms                                                                             day         | status
    {}                                                                                2026-01-01  | 200
    {}                                                                                2026-03-31  | 200
    {}                                                                                2025-12-31  | 422
    {}                                                                                2026-04-01  | 422
    {"recognition_end_date":"2026-02-28"}                                             2026-03-01  | 422
    {"recognition_start_date":"2026-02-01"}                                           2026-01-31  | 422
    {"recognition_start_date":"2026-02-01"}                                           2026-02-01  | 200
  `),
)('$terms, used on $day: $status', async ({ terms, day, status }) => {
  const simulator = trading({ now: '2026-04-15T09:00:00Z' })
  const { id, obligations } = simulator.records.contracts.create(
    quarter({ obligations: [{ item_id: 4, rate: 1, recognition_strategy: 'usage', ...JSON.parse(terms) }] }),
  )
  const answer = await clientOf(simulator)('POST', `/public/v1/contracts/${id}/usage/bulk-upsert/`, {
    items: [{ obligation_id: obligations[0]?.id, usage_date: day, quantity: 1 }],
  })
  expect(answer.status).toBe(Number(status))
  if (answer.status === 422) expect(Object.keys(answer.errors)).toEqual(['items'])
})
