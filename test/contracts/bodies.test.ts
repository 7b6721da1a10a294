import { expect, test } from 'vitest'
import { clientOf, itemsOf, refusal } from '../support/client'
import { given, table } from '../support/table'
import { type ContractInput, contract, obligation } from '../support/worlds/contract'
import { outcomeOf, trading } from '../support/worlds/trade'

const json = (text: string): Partial<ContractInput> => JSON.parse(text)

/** docs/service.md §13.1: what a contract cannot do without, and what is wrong with one. */
test.each(
  table(`
    change                                                         | outcome
    {}                                                             | ok
    {"status":"active"}                                            | ok
    {"status":"completed"}                                         | 422 status
    {"company_id":null}                                            | 422 company_id
    {"customer_id":null}                                           | 422 customer_id
    {"customer_id":99}                                             | 422 customer_id
    {"start_date":null}                                            | 422 start_date
    {"end_date":null}                                              | 422 end_date
    {"end_date":"2026-01-14"}                                      | 422 end_date
    {"end_date":"2026-01-15"}                                      | ok
    {"obligations":[]}                                             | ok
    {"obligations":[],"end_date":null}                             | ok
    {"obligations":[],"status":"active"}                           | 422 obligations
    {"billing_interval":0}                                         | 422 billing_interval
    {"recognition_anchor_weekday":7}                               | 422 recognition_anchor_weekday
    {"billing_frequency":"yearly"}                                 | 422 billing_frequency
    {"term_id":9}                                                  | 422 term_id
    {"currency_iso_4217_code":"XXX"}                               | 422 currency_iso_4217_code
    {"revenue_recognitions":[{"date":"2026-02-01","amount":"999.99"}]}  | 422 revenue_recognitions
    {"revenue_recognitions":[{"date":"2026-02-01","amount":1000}]}      | ok
    {"revenue_recognitions":[{"date":"2026-02-01","amount":1000,"performance_obligation_id":2}]}  | 422 revenue_recognitions
    {"obligations":[{"item_id":4,"quantity":1,"rate":9},{"item_id":4,"recognition_strategy":"usage"}],"revenue_recognitions":[{"date":"2026-02-01","amount":9,"performance_obligation_id":2}]}  | 422 revenue_recognitions
    {"revenue_recognitions":[{"date":"2026-02-01","amount":1000,"record_status":"archived"}]}     | 422 revenue_recognitions
    {"revenue_recognitions":[{"date":"2026-02-01","amount":1001},{"date":"2026-02-01","amount":-1}]}  | 422 revenue_recognitions
    {"prepared_invoices":[{"date":"2026-02-01","items":[]}]}       | 422 prepared_invoices
    {"prepared_invoices":[{"items":[{"item_id":1,"quantity":1,"rate":1,"position":1}]}]}  | 422 prepared_invoices
    {"prepared_invoices":[{"date":"2026-02-01","company_id":2}]}   | 422 prepared_invoices
    {"prepared_invoices":[7]}                                      | 422 prepared_invoices
  `),
)('a contract with $change: $outcome', ({ change, outcome }) => {
  const { contracts } = trading().records
  expect(outcomeOf(() => contracts.create(contract(json(change))))).toBe(outcome)
})

/** docs/service.md §13.1: conditions belong to their strategy; the line that is wrong is named. */
test.each(
  table(`
    obligation                                                              | message
    {"item_id":99}                                                          | Item with id 99 does not exist
    {"quantity":null}                                                       | Field required
    {"quantity":-1}                                                         | Input should be greater than or equal to 0
    {"quantity":"999999999999","rate":"999999999999"}                       | Input should be a valid decimal
    {"recognition_strategy":"someday"}                                      | Input should be one of: straight_line, straight_line_start_end_even, daily_prorata, milestone, usage_tiered, usage, immediate, deposit_release
    {"discount_type":"PERCENTAGE","discount_value":"100.01"}                | Input should be less than or equal to 100
    {"discount_type":"FIXED","discount_value":"-1"}                         | Input should be greater than or equal to 0
    {"recognition_start_date":"2026-02-01","recognition_end_date":"2026-01-31"}  | Input should be greater than or equal to 2026-02-01
    {"billing_start_date":"2026-02-01","billing_end_date":"2026-01-31"}     | Input should be greater than or equal to 2026-02-01
    {"obligation_conditions":7}                                             | obligation_conditions: Input should be a valid object
    {"recognition_strategy":"milestone"}                                    | milestones: Field required
    {"recognition_strategy":"milestone","obligation_conditions":{"milestones":[]}}  | milestones: At least one line item is required
    {"recognition_strategy":"milestone","obligation_conditions":{"milestones":[{"name":"a","percentage":99}]}}  | milestones: Values should add up to 100
    {"recognition_strategy":"milestone","obligation_conditions":{"milestones":[{"name":"a","amount":"999.99"}]}}  | milestones: Values should add up to 1000
    {"recognition_strategy":"milestone","obligation_conditions":{"milestones":[{"name":"a"}]}}  | milestones: Each should have a percentage, or each an amount
    {"recognition_strategy":"milestone","obligation_conditions":{"milestones":[{"name":"a","amount":1,"percentage":1}]}}  | milestones: Each should have a percentage, or each an amount
    {"recognition_strategy":"milestone","obligation_conditions":{"milestones":[{"name":"","percentage":100}]}}  | milestones: Line 1: Input should be a valid non-empty string
    {"recognition_strategy":"milestone","obligation_conditions":{"milestones":[{"name":"a","percentage":100,"achieved_date":"soon"}]}}  | milestones: Line 1: Input should be a valid date in YYYY-MM-DD format
    {"recognition_strategy":"usage_tiered"}                                 | tiers: Field required
    {"recognition_strategy":"usage_tiered","obligation_conditions":{"tiers":[]}}  | tiers: Tiers should rise, and the last one should have no up_to
    {"recognition_strategy":"usage_tiered","obligation_conditions":{"tiers":[{"up_to":1,"rate":1}]}}  | tiers: Tiers should rise, and the last one should have no up_to
    {"recognition_strategy":"usage_tiered","obligation_conditions":{"tiers":[{"up_to":2,"rate":1},{"up_to":1,"rate":1},{"up_to":null,"rate":1}]}}  | tiers: Tiers should rise, and the last one should have no up_to
    {"recognition_strategy":"deposit_release","obligation_conditions":{"release_date":"soon"}}  | release_date: Input should be a valid date in YYYY-MM-DD format
  `),
)('an obligation with $obligation: $message', async ({ obligation: change, message }) => {
  const send = clientOf(trading())
  const body = contract({ obligations: [obligation(), obligation(JSON.parse(change))] })
  const answer = await send('POST', '/public/v1/contracts/', body)
  expect([answer.status, answer.body]).toEqual([422, refusal('obligations', `Line 2: ${message}`)])
})

test.each(
  table(`
    strategy         conditions                       | outcome
    immediate        -                                | ok
    milestone        {"milestones":[{"name":"a","percentage":100}]}  | ok
    usage            -                                | ok
    usage_tiered     {"tiers":[{"up_to":null,"rate":1}]}  | ok
    deposit_release  {"release_date":"2026-02-01"}    | ok
    deposit_release  -                                | 422 end_date
    straight_line    -                                | 422 end_date
    daily_prorata    -                                | 422 end_date
  `),
)('$strategy with $conditions and no end: $outcome', ({ strategy, conditions, outcome }) => {
  const one = {
    recognition_strategy: strategy,
    obligation_conditions: given(conditions) === undefined ? null : JSON.parse(conditions),
  } as Partial<ReturnType<typeof obligation>>
  const body = contract({ end_date: null, status: 'active', obligations: [obligation(one)] })
  expect(outcomeOf(() => trading().records.contracts.create(body))).toBe(outcome)
})

test('what is left out follows from the rest', () => {
  const { contracts } = trading().records
  const made = contracts.create({
    company_id: 1,
    customer_id: 2,
    start_date: '2026-01-15',
    end_date: '2026-06-30',
    term_id: 3,
    billing_interval: 3,
    recognition_frequency: 'weekly',
    obligations: [{ item_id: 4, quantity: 2, rate: 10 }],
  })
  expect(made).toMatchObject({
    date: '2026-01-15',
    name: '',
    memo: '',
    currency_iso_4217_code: 'USD',
    status: 'draft',
    record_status: 'draft',
    is_locked: false,
    billing_start_date: '2026-01-15',
    billing_frequency: 'monthly',
    billing_interval: 3,
    recognition_start_date: '2026-01-15',
    recognition_frequency: 'weekly',
    recognition_interval: 1,
    revenue_recognitions: [],
    invoices: [],
    obligation_usage: [],
  })
  expect(made.obligations[0]).toMatchObject({
    recognition_strategy: 'straight_line',
    term_id: 3,
    billing_start_date: '2026-01-15',
    billing_end_date: '2026-06-30',
    billing_frequency: 'monthly',
    billing_interval: 3,
    recognition_start_date: '2026-01-15',
    recognition_end_date: '2026-06-30',
    recognition_frequency: 'weekly',
    recognition_interval: 1,
    amount: '20.00',
    discount_amount: '0.00',
    net_amount: '20.00',
  })
})

test('a schedule that would never end is refused', () => {
  const { contracts } = trading().records
  const endless = { end_date: '9999-12-31', recognition_frequency: 'daily' } as const
  expect(() => contracts.create(contract(endless))).toThrow(
    'obligations: No more than 20000 periods can be planned',
  )
  const decades = contract({
    end_date: '2076-01-14',
    status: 'active',
    obligations: [obligation({ rate: 60100 })],
  })
  expect(contracts.create(decades).revenue_recognitions).toHaveLength(601)
})

/** docs/service.md §8.2: bounds of the term beside those of the date, and a status that nothing has. */
test.each(
  table(`
    query                              | found
    status=draft                       | 1
    status=active                      | 2 3
    status=review                      | -
    status=draft&status=active         | 2 3
    start_date=2026-01-16              | 2
    end_date=2026-01-15                | 1 3
    contract_start_date=2026-01-16     | 2 3
    contract_end_date=2026-03-14       | 1 2
    customer_id=2&customer_id=3        | 2 3
    id=1&id=3                          | 1 3
    ordering=-date                     | 2 1 3
    search=gold                        | 3
  `),
)('contracts with $query: $found', async ({ query, found }) => {
  const simulator = trading()
  const { contracts } = simulator.records
  contracts.create(contract())
  contracts.create(contract({ start_date: '2026-02-01', customer_id: 2, status: 'active' }))
  contracts.create(
    contract({
      name: 'Gold',
      date: '2026-01-15',
      start_date: '2026-02-01',
      end_date: '2026-12-31',
      customer_id: 3,
      status: 'active',
    }),
  )
  const answer = await clientOf(simulator)('GET', `/public/v1/contracts/?${query}`)
  expect(
    itemsOf(answer)
      .map(({ id }) => id)
      .join(' '),
  ).toBe(given(found) ?? '')
})

test('an unknown status cannot be asked for', async () => {
  const answer = await clientOf(trading())('GET', '/public/v1/contracts/?status=late')
  expect([answer.status, Object.keys(answer.errors)]).toEqual([422, ['status']])
})
