import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { checked } from '../support/checked'
import { clientOf, type Json, refusal } from '../support/client'
import { contentOf } from '../support/content'
import { table } from '../support/table'
import { METERED, metered, TIERED } from '../support/worlds/metered-contract'
import { payment, trading } from '../support/worlds/trade'

const told = (records: readonly Json[], ...members: string[]): string =>
  records.map((record) => members.map((member) => record[member]).join(' ')).join(', ')

/** docs/service.md §13.4: the rate of the record before that of the obligation; tiers over the life of the obligation. */
test.each(
  table(`
    obligation  used                                            | amounts                 rates
    1           2026-01-10 1234.5                               | 18.52                   0.015
    1           2026-01-10 1234.5 at 2                          | 2469.00                 2
    1           2026-01-10 0                                    | 0.00                    0.015
    2           2026-01-10 80; 2026-01-11 150; 2026-01-12 400   | 80.00 124.00 281.00     1 0.826667 0.7025
    2           2026-01-12 400; 2026-01-11 150; 2026-01-10 80   | 281.00 124.00 80.00     0.7025 0.826667 1
    2           2026-01-10 80; 2026-01-10 150; 2026-01-10 400   | 80.00 124.00 281.00     1 0.826667 0.7025
    2           2026-01-10 1000                                 | 670.00                  0.67
    2           2026-01-10 100; 2026-01-10 1                    | 100.00 0.80             1 0.8
    2           2026-01-10 100 at 9                             | 100.00                  1
  `),
)('$used of obligation $obligation: $amounts', async ({ obligation, used, amounts, rates }) => {
  const { use, upsert } = metered(trading())
  const items = used.split('; ').map((one) => {
    const [date = '', quantity = '', , rate] = one.split(' ')
    return use(Number(obligation), date, quantity, rate === undefined ? {} : { rate })
  })
  const { status, records } = await upsert(...items)
  expect(status).toBe(200)
  expect(records.map(({ amount }) => amount).join(' ')).toBe(amounts)
  expect(records.map(({ effective_rate }) => effective_rate).join(' ')).toBe(rates)
})

test('one call makes one invoice, dated on its latest usage, and recognises each record on its own day', async () => {
  const simulator = trading()
  const { use, upsert, list, contract } = metered(simulator)
  const { records } = await upsert(
    use(METERED, '2026-01-10', 1000, { memo: 'calls' }),
    use(TIERED, '2026-01-12', 80),
    use(METERED, '2026-01-05', 200),
  )
  expect(told(records, 'id', 'status', 'invoice_status', 'amount')).toBe(
    '1 invoiced posted 15.00, 2 invoiced posted 80.00, 3 invoiced posted 3.00',
  )
  const [invoice] = simulator.records.invoices.list().items
  expect(invoice).toMatchObject({ date: '2026-01-12', amount: '98.00', contracted: true, memo: 'Metered' })
  expect(invoice?.items?.map(({ quantity, rate, memo }) => [quantity, rate, memo])).toEqual([
    ['1', '15', 'calls'],
    ['1', '80', ''],
    ['1', '3', ''],
  ])
  const entries = contract().revenue_recognitions.filter(
    ({ date }) => date < '2026-01-15' && date > '2026-01-01',
  )
  expect(entries.map(({ date, amount, record_status }) => `${date} ${amount} ${record_status}`)).toEqual([
    '2026-01-10 15.00 posted',
    '2026-01-12 80.00 posted',
    '2026-01-05 3.00 posted',
  ])
  expect(records.map((record) => record.revenue_recognition_id)).toEqual(entries.map(({ id }) => id))
  expect(await list()).toEqual(records)
  expect(contract().obligation_usage).toEqual(records)
  expect(contract().invoices.map(({ number }) => number)).toEqual([invoice?.number])
})

/** docs/service.md §13.5. */
test('the members of a usage record', async () => {
  const { use, upsert } = metered(trading())
  const { records } = await upsert(use(TIERED, '2026-01-12', 80))
  const expected =
    'id contract_id obligation_id usage_date quantity rate amount effective_rate revenue_recognition_id status invoice_status memo created_at updated_at classifications'
  expect(Object.keys(records[0] ?? {}).sort()).toEqual(expected.split(' ').sort())
})

test('what is used of a draft waits for its activation', async () => {
  const simulator = trading()
  const { id, use, upsert, list } = metered(simulator, 'draft')
  await upsert(use(METERED, '2026-01-10', 1000), use(METERED, '2026-01-11', 1000, { status: 'draft' }))
  expect(told(await list(), 'id', 'status', 'amount')).toBe('1 draft 15.00, 2 draft 15.00')
  expect(simulator.records.invoices.count()).toBe(0)
  simulator.admin.contracts.activate(id)
  expect(told(await list(), 'id', 'status', 'invoice_status')).toBe('1 invoiced posted, 2 draft ')
  expect(simulator.records.invoices.list().items.map(({ amount, date }) => [amount, date])).toEqual([
    ['15.00', '2026-01-10'],
  ])
})

test('drafts wait until they are sent as something else, and what is archived is never invoiced', async () => {
  const simulator = trading()
  const { use, upsert, list } = metered(simulator)
  await upsert(
    use(METERED, '2026-01-10', 1000, { status: 'draft' }),
    use(METERED, '2026-01-10', 1, { status: 'archived' }),
  )
  expect(simulator.records.invoices.count()).toBe(0)
  // A status that is left out is kept.
  await upsert(use(METERED, '2026-01-11', 2000, { id: 1, memo: 'counted' }))
  expect(told(await list(), 'id', 'status', 'amount')).toBe('1 draft 30.00, 2 archived 0.02')
  await upsert(use(METERED, '2026-01-11', 2000, { id: 1, status: 'invoiced' }))
  expect(told(await list(), 'id', 'status', 'amount')).toBe('1 invoiced 30.00, 2 archived 0.02')
  for (const [sent, becomes] of [
    [{}, 'archived'],
    [{ status: 'invoiced' }, 'invoiced'],
  ] as const) {
    const { status, errors } = await upsert(use(METERED, '2026-01-11', 2000, { id: 2, ...sent }))
    expect([status, errors]).toEqual([
      422,
      { items: [`Line 1: Cannot change record status from archived to ${becomes}`] },
    ])
  }
})

/** docs/service.md §13.5: usage in each state, sent again as it is shown, or without what can be left out. */
test.each(
  table(`
    usage                                          | contract
    {"quantity":1000}                              | active
    {"quantity":0}                                 | active
    {"quantity":0.1}                               | active
    {"quantity":1000,"status":"draft"}             | active
    {"quantity":1000,"status":"archived"}          | active
    {"quantity":1000,"rate":"0.02","memo":"x"}     | active
    {"quantity":1000}                              | draft
    {"quantity":1000,"status":"draft"}             | draft
    {"quantity":1000}                              | active paid
  `),
)('usage $usage of a contract that is $contract', async ({ usage, contract }) => {
  const simulator = trading()
  const { use, upsert, list } = metered(simulator, contract.startsWith('draft') ? 'draft' : 'active')
  const { quantity, ...more } = JSON.parse(usage)
  await upsert(use(METERED, '2026-01-10', quantity, more))
  if (contract.endsWith('paid'))
    simulator.records.customerPayments.create(
      payment({ items: [{ invoice_number: 1, amount: '15.00', position: 1 }] }),
    )
  await simulator.clock.advance('1 hour')
  const [shown = {}] = await list()
  const before = contentOf(simulator)
  const { id, obligation_id, usage_date, quantity: asShown, rate, status, memo, classifications } = shown
  const members = { id, obligation_id, usage_date, quantity: asShown }
  for (const item of [members, { ...members, rate, status, memo, classifications }]) {
    const answer = await upsert(item)
    expect([answer.status, answer.records]).toEqual([200, [shown]])
    expect(contentOf(simulator)).toEqual(before)
  }
})

/** docs/service.md §13.5: all items or none; the line that is wrong is named. */
test.each(
  table(`
    item                                                          | message
    {"usage_date":"2026-01-10","quantity":1}                      | Field required
    {"obligation_id":1,"quantity":1}                              | Field required
    {"obligation_id":1,"usage_date":"2026-01-10"}                 | Field required
    {"obligation_id":1,"usage_date":"10.1.2026","quantity":1}     | Input should be a valid date in YYYY-MM-DD format
    {"obligation_id":1,"usage_date":"2025-12-31","quantity":1}    | Input should be a date from 2026-01-01 to 2026-12-31
    {"obligation_id":1,"usage_date":"2027-01-01","quantity":1}    | Input should be a date from 2026-01-01 to 2026-12-31
    {"obligation_id":1,"usage_date":"2026-01-10","quantity":"x"}  | Input should be a valid decimal
    {"obligation_id":1,"usage_date":"2026-01-10","quantity":-1}   | Input should be greater than or equal to 0
    {"obligation_id":9,"usage_date":"2026-01-10","quantity":1}    | Obligation with id 9 does not exist
    {"obligation_id":3,"usage_date":"2026-01-10","quantity":1}    | Obligation 3 does not match the record's recognition strategy
    {"id":9,"obligation_id":1,"usage_date":"2026-01-10","quantity":1}  | UsageRecord with id 9 does not exist
    {"id":1,"obligation_id":1,"usage_date":"2026-01-10","quantity":1,"status":"draft"}  | Cannot change record status from invoiced to draft
    {"id":1,"obligation_id":2,"usage_date":"2026-01-10","quantity":1}  | Cannot be changed
    {"obligation_id":1,"usage_date":"2026-01-10","quantity":1,"classifications":[{"id":9,"line_id":1}]}  | Classification with id 9 does not exist
    {"obligation_id":1,"usage_date":"2026-01-10","quantity":1,"status":"paid"}  | Input should be one of: draft, invoiced, archived
  `),
)('a batch with one bad item changes nothing: $item', async ({ item, message }) => {
  const simulator = trading()
  const { use, upsert } = metered(simulator)
  await upsert(use(METERED, '2026-01-10', 1000))
  const before = contentOf(simulator)
  const answer = await upsert(use(METERED, '2026-01-11', 5), JSON.parse(item))
  expect([answer.status, answer.body]).toEqual([422, refusal('items', `Line 2: ${message}`)])
  expect(contentOf(simulator)).toEqual(before)
})

/** docs/service.md §14.2: a write that changes nothing is none. */
test.each([[[]], [[{ id: 1 }]], [[{ id: 1, rate: null, status: 'invoiced' }]]])(
  'a batch of %j changes nothing',
  async (items) => {
    const simulator = trading()
    const { use, upsert } = metered(simulator)
    const { records } = await upsert(use(METERED, '2026-01-10', 1000))
    await simulator.clock.advance('1 hour')
    const before = contentOf(simulator)
    const answer = await upsert(...items.map((more) => use(METERED, '2026-01-10', 1000, more)))
    expect([answer.status, answer.records]).toEqual([200, items.length > 0 ? records : []])
    expect(contentOf(simulator)).toEqual(before)
  },
)

test('one id twice, and the id of another contract, change nothing either', async () => {
  const simulator = trading()
  const other = metered(simulator)
  await other.upsert(other.use(METERED, '2026-01-10', 1000))
  const { use, upsert } = metered(simulator)
  await upsert(use(METERED, '2026-01-10', 1000))
  const before = contentOf(simulator)
  const twice = await upsert(
    use(METERED, '2026-01-10', 1, { id: 2 }),
    use(METERED, '2026-01-10', 1, { id: 2 }),
  )
  expect(twice.body).toEqual(refusal('items', 'Line 2: UsageRecord 2 is referenced more than once'))
  const foreign = await upsert(use(METERED, '2026-01-10', 1, { id: 1 }))
  expect(foreign.body).toEqual(refusal('items', 'Line 1: UsageRecord with id 1 does not exist'))
  const obligation = await upsert({
    ...use(METERED, '2026-01-10', 1),
    obligation_id: other.obligation(METERED),
  })
  expect(obligation.body).toEqual(refusal('items', 'Line 1: Obligation with id 1 does not exist'))
  expect(contentOf(simulator)).toEqual(before)
})

test('later tiered records are not rated again', async () => {
  const { use, upsert, list } = metered(trading())
  await upsert(use(TIERED, '2026-01-10', 100), use(TIERED, '2026-01-12', 10))
  await upsert(use(TIERED, '2026-01-11', 400))
  expect(told(await list(), 'amount')).toBe('100.00, 8.00, 320.00')
})

test('drafts and archived records fill no tier', async () => {
  const { use, upsert, list } = metered(trading())
  await upsert(
    use(TIERED, '2026-01-10', 100, { status: 'draft' }),
    use(TIERED, '2026-01-10', 100, { status: 'archived' }),
  )
  await upsert(use(TIERED, '2026-01-11', 100))
  expect(told(await list(), 'status', 'amount')).toMatch(/invoiced 100\.00$/)
})

test('usage of the future is invoiced at once and recognised on its day', async () => {
  const simulator = trading()
  const { use, upsert, contract } = metered(simulator)
  await upsert(use(METERED, '2026-01-20', 1000))
  const entry = () => contract().revenue_recognitions.find(({ date }) => date === '2026-01-20')?.record_status
  expect(entry()).toBe('draft')
  await simulator.clock.advance('5 days')
  expect(entry()).toBe('posted')
})

test('a contract with usage is completed the day after its term, and still takes what comes late', async () => {
  const simulator = trading()
  const { use, upsert, contract } = metered(simulator)
  await upsert(use(METERED, '2026-01-10', 1000))
  await simulator.clock.advanceTo('2026-12-31T23:00:00Z')
  expect(contract().status).toBe('active')
  await simulator.clock.advance('1 hour')
  expect(contract().status).toBe('completed')
  expect((await upsert(use(METERED, '2026-12-31', 1000))).status).toBe(200)
  expect(contract().status).toBe('completed')
})

test('usage of a contract that was ended, or of none', async () => {
  const simulator = trading()
  const { id, use, upsert } = metered(simulator)
  simulator.admin.contracts.terminate(id, '2026-01-15')
  const answer = await upsert(use(METERED, '2026-01-10', 1))
  expect([answer.status, answer.body]).toEqual([422, refusal('__all__', 'Contract 1 is not active')])
  const send = clientOf(simulator)
  for (const [method, path] of [
    ['GET', '/public/v1/contracts/9/usage/'],
    ['POST', '/public/v1/contracts/9/usage/bulk-upsert/'],
  ] as const) {
    const missing = await send(method, path, method === 'GET' ? undefined : { items: [] })
    expect([missing.status, missing.body]).toEqual([
      404,
      refusal('__all__', 'Contract matching query does not exist'),
    ])
  }
  expect((await send('PUT', '/public/v1/contracts/1/usage/', {})).status).toBe(405)
  expect((await send('POST', '/public/v1/contracts/1/usage/bulk-upsert/', {})).errors).toEqual({
    items: ['Field required'],
  })
})

test('an obligation that something was used of stays, and what waits is rated when the contract begins', async () => {
  const simulator = trading()
  const { id, use, upsert, list, contract } = metered(simulator, 'draft')
  await upsert(use(METERED, '2026-01-10', 1000))
  const { obligations, ...rest } = contract()
  const body = (rate: string) => ({
    company_id: rest.company_id,
    customer_id: rest.customer_id,
    start_date: rest.start_date,
    end_date: rest.end_date,
    obligations: [
      { id: obligations[0]?.id as number, item_id: 4, rate, recognition_strategy: 'usage' as const },
    ],
  })
  const { contracts } = simulator.records
  expect(() => contracts.update(id, { ...body('1'), obligations: [] })).toThrow(
    'obligations: Obligation 1 is in use and cannot be deleted',
  )
  expect(() => contracts.update(id, { ...body('0.02'), end_date: '2026-01-09' })).toThrow(
    'obligations: Line 1: Usage of 2026-01-10 lies outside the term',
  )
  contracts.update(id, { ...body('0.02'), end_date: '2026-01-10' })
  expect(createSimulator({ world: checked(simulator.export()), strict: true }).books.check()).toEqual([])
  contracts.update(id, body('0.02'))
  simulator.admin.contracts.activate(id)
  expect(told(await list(), 'amount', 'effective_rate', 'status')).toBe('20.00 0.02 invoiced')
})
