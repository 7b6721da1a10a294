import { describe, expect, test } from 'vitest'
import { given, table } from '../support/table'
import { EVERY_TYPE, ground } from '../support/worlds/every-type'
import { type AnyRecord, read, recordsOf, write } from '../support/worlds/sentences'
import { outcomeOf, trading } from '../support/worlds/trade'

/** docs/service.md §11.1: every way from one status to another, on every type. `keeps` omits the status. */
const TRANSITIONS = table(`
  from      to        | outcome            then
  new       keeps     | ok                 posted
  new       draft     | ok                 draft
  new       posted    | ok                 posted
  new       archived  | 422 record_status  -
  draft     keeps     | ok                 draft
  draft     draft     | ok                 draft
  draft     posted    | ok                 posted
  draft     archived  | ok                 archived
  posted    keeps     | ok                 posted
  posted    posted    | ok                 posted
  posted    draft     | 422 record_status  posted
  posted    archived  | ok                 archived
  archived  keeps     | 422 record_status  archived
  archived  draft     | 422 record_status  archived
  archived  posted    | 422 record_status  archived
  archived  archived  | 422 record_status  archived
`)

const isOrder = (name: string): boolean => name.endsWith('order')

/** Debits less credits by account, accounts at zero left out. */
const balances = (simulator: ReturnType<typeof ground>): string[] =>
  simulator.books
    .trialBalance()
    .filter(({ balance }) => balance !== '0.00')
    .map(({ account_number, balance }) => `${account_number} ${balance}`)

describe.each(Object.entries(EVERY_TYPE))('%s', (name, sentence) => {
  const { type, body } = read(sentence)

  test.each(TRANSITIONS)('$from to $to: $outcome', ({ from, to, outcome, then }) => {
    const simulator = ground()
    const records = recordsOf(simulator, type)
    if (from !== 'new') {
      const { number } = records.create({ ...body, record_status: from === 'draft' ? 'draft' : 'posted' })
      if (from === 'archived') records.update(number, { record_status: 'archived' })
    }
    const number = records.list({ ordering: '-number' }).items[0]?.number ?? 0
    const wanted = to === 'keeps' ? body : { ...body, record_status: to }
    const before = JSON.stringify(simulator.export())
    let written: AnyRecord | undefined
    const act = () => {
      written = from === 'new' ? records.create(wanted) : records.update(number, wanted)
    }
    expect(outcomeOf(act)).toBe(outcome)
    if (outcome !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
    else expect(written?.record_status).toBe(given(then))
    const transactions = isOrder(name) ? 0 : { draft: 0, posted: 1, archived: from === 'draft' ? 0 : 2 }[then]
    if (written) expect(written.transaction_ids).toHaveLength(transactions ?? 0)
  })

  test('a draft touches nothing; posting and archiving it leave the books as they were', () => {
    const simulator = ground()
    const records = recordsOf(simulator, type)
    const before = balances(simulator)
    const documents = () =>
      JSON.stringify(simulator.records.invoices.get(1)) + JSON.stringify(simulator.records.bills.get(1))
    const told = documents()
    const { number } = write(simulator, `${sentence}; status draft`)
    expect([balances(simulator), documents()]).toEqual([before, told])
    records.update(number, { ...body, record_status: 'posted' })
    // An application of a credit moves money within one account.
    expect(balances(simulator).join() !== before.join()).toBe(!isOrder(name) && !name.endsWith('application'))
    expect(records.remove(number)).toEqual({ success: true })
    expect(balances(simulator)).toEqual(before)
    expect(records.get(number).record_status).toBe('archived')
    expect(simulator.books.check()).toEqual([])
  })

  test('archiving takes effect on the date of the record and ignores the rest of the body', async () => {
    const simulator = ground()
    const { number, memo } = write(simulator, `${sentence}; date 2026-01-10`)
    await simulator.clock.advance('40 days')
    const records = recordsOf(simulator, type)
    const archived = records.update(number, {
      record_status: 'archived',
      date: '2030-01-01',
      memo: 'x',
      company_id: 2,
    })
    expect(archived).toMatchObject({ date: '2026-01-10', memo, company_id: 1 })
    const dates = simulator.books.entries({ record: { type, number } }).map(({ date }) => date)
    expect(dates).toEqual(isOrder(name) ? [] : ['2026-01-10', '2026-01-10'])
  })

  test('an edit restates the ledger under the same ids', () => {
    const simulator = ground()
    const { number, transaction_ids } = write(simulator, sentence)
    const edited = recordsOf(simulator, type).update(number, { ...body, date: '2026-01-20' })
    expect(edited.transaction_ids).toEqual(transaction_ids)
    const dates = simulator.books.entries({ record: { type, number } }).map(({ date }) => date)
    expect(dates).toEqual(isOrder(name) ? [] : ['2026-01-20'])
  })
})

/** docs/service.md §5.3: what the wire cannot change the host can. */
test.each(
  table(`
    sentence                                              wire path
    vendor payment 10.00 on bill 1                        vendor-payments
    customer prepayment 10.00                             customer-prepayments
    customer application of credit 1: 10.00 on invoice 1  customer-prepayment-applications
    customer refund 10.00 on credit 1                     customer-refunds
    customer credit 10.00                                 customer-credits
    cash sale 10.00                                       cash-sales
  `),
)('$wire path has no PUT on the wire, $sentence is archived by the host', async ({ sentence, ...row }) => {
  const simulator = ground()
  const { type, number } = write(simulator, sentence)
  const response = await simulator.fetch(
    new Request(`${simulator.baseUrl}/public/v1/${row['wire path']}/${number}/`, {
      method: 'PUT',
      headers: { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ record_status: 'archived' }),
    }),
  )
  expect(response.status).toBe(type === 'vendorPayments' ? 404 : 405)
  expect(recordsOf(simulator, type).remove(number)).toEqual({ success: true })
  expect(recordsOf(simulator, type).get(number).record_status).toBe('archived')
})

/** docs/service.md §11.1: lines and counterparties may be missing from a draft, never from what is posted. */
test.each(
  table(`
    record                               | posted
    invoice none                         | 422 lines
    invoice 10.00; customer null         | 422 customer_id
    bill none                            | 422 lines
    bill 10.00; vendor null              | 422 vendor_id
    cash sale none; bank 0.00            | 422 lines
    customer credit none                 | 422 lines
    customer credit 10.00; customer null | 422 customer_id
    vendor credit none                   | 422 lines
    vendor payment none                  | 422 lines
    customer payment none                | 422 lines
    customer refund none                 | 422 lines
    vendor refund none                   | 422 lines
    deposit none                         | 422 lines
    direct expense none; bank 0.00       | 422 lines
    sales order none                     | 422 lines
    purchase order none                  | 422 lines
    vendor prepayment 5.00; account null | 422 account_number
  `),
)('$record: ok as a draft, $posted when posted', ({ record, posted }) => {
  const simulator = trading()
  expect(outcomeOf(() => write(simulator, record))).toBe(posted)
  const words = record.includes(';') ? 'status draft' : '; status draft'
  const { type, number } = write(simulator, `${record}${words.startsWith(';') ? words : ` ${words}`}`)
  const { body } = read(record)
  expect(
    outcomeOf(() => recordsOf(simulator, type).update(number, { ...body, record_status: 'posted' })),
  ).toBe(posted)
})
