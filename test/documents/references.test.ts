import { describe, expect, test } from 'vitest'
import { clientOf, type Json } from '../support/client'
import { table } from '../support/table'
import { fixedAsset } from '../support/worlds/fixed-asset'
import { read, recordsOf, write, writeAll } from '../support/worlds/sentences'
import { ACCOUNTS } from '../support/worlds/shorthand'
import { outcomeOf, trading } from '../support/worlds/trade'

/** docs/service.md §4.5: a posted record names no draft and nothing that was archived. */
describe('documents that are not posted', () => {
  test.each(
    table(`
      story                              record                                    | posted               draft
      invoice 10.00; status draft        customer credit 5.00; invoice 1           | 422 invoice_number   ok
      invoice 10.00 > archived           customer credit 5.00; invoice 1           | 422 invoice_number   ok
      invoice 10.00                      customer credit 5.00; invoice 1           | ok                   ok
      cash sale 10.00; status draft      customer credit 5.00; sale 1              | 422 cash_sale_number  ok
      bill 10.00; status draft           vendor credit 5.00; bill 1                | 422 bill_number      ok
      direct expense 10.00 to Expense; status draft  vendor credit 5.00; expense 1 | 422 direct_expense_number  ok
    `),
  )('$story > $record', ({ story, record, ...outcomes }) => {
    const simulator = trading()
    const [first = '', then] = story.split(' > ')
    const named = write(simulator, first)
    if (then) recordsOf(simulator, named.type).update(1, { record_status: 'archived' })
    for (const status of ['draft', 'posted'] as const) {
      const { type, body } = read(record)
      expect(
        outcomeOf(() => recordsOf(simulator, type).create({ ...body, record_status: status })),
        status,
      ).toBe(outcomes[status])
    }
  })

  test.each(['draft', 'archived'])('an asset from the line of a bill that is %s', (state) => {
    const simulator = trading()
    const bill = write(simulator, `bill 10.00${state === 'draft' ? '; status draft' : ''}`)
    if (state === 'archived') simulator.records.bills.update(1, { record_status: 'archived' })
    const [line] = bill.items as { id: number }[]
    const source_lines = [{ type: 'bill_line', id: line?.id ?? 0 }] as const
    const { fixedAssets } = simulator.records
    expect(outcomeOf(() => fixedAssets.create(fixedAsset({ source_lines })))).toBe('422 source_lines')
    expect(outcomeOf(() => fixedAssets.create(fixedAsset({ source_lines, record_status: 'draft' })))).toBe(
      'ok',
    )
  })
})

/** docs/service.md §4.4: a journal line on a bank account is in that account's currency or the company's. */
describe('journal lines on bank accounts', () => {
  test.each(
    table(`
      header                           bank       | outcome
      company 1 currency USD           Bank       | ok
      company 1 currency USD           Euro Bank  | ok
      company 1 currency EUR rate 1.1  Euro Bank  | ok
      company 1 currency EUR rate 1.1  Bank       | 422 items
      company 1 currency GBP rate 1.3  Bank       | 422 items
      company 1 currency GBP rate 1.3  Euro Bank  | 422 items
      company 2 currency USD rate 0.9  Euro Bank  | 422 items
      company 2 currency USD rate 0.9  Bank       | ok
      company 2 currency EUR           Bank       | ok
      company 2 currency GBP rate 1.3  Bank       | 422 items
    `),
  )('$header on $bank', ({ header, bank, outcome }) => {
    const number = ACCOUNTS[bank as 'Bank']
    const { type, body } = read(`journal Dr Expense 10.00, Cr ${number} 10.00; ${header}`)
    expect(outcomeOf(() => recordsOf(trading(), type).create(body))).toBe(outcome)
  })
})

/** docs/service.md §5.1: what a GET of a record with account lines answers can be PUT again. */
describe('GET, then PUT', () => {
  test.each([
    ['customer payment 40.00 on invoice 1, -2.50 to Fees, 5.00 to Interest', '/public/v1/customer-payments/'],
    ['deposit 30.00 of sale 1, 1.25 to Interest', '/public/v1/customer-deposits/'],
  ])('%s', async (sentence, path) => {
    const simulator = trading({ assumptions: { 'unknown-members': 'ignore' } })
    writeAll(simulator, 'invoice 100.00 > cash sale 30.00; account null')
    const { number } = write(simulator, sentence)
    const send = clientOf(simulator)
    const { body: shown } = await send('GET', `${path}${number}/`)
    const entries = JSON.stringify(simulator.books.entries())
    const answer = await send('PUT', `${path}${number}/`, shown)
    expect([answer.status, answer.errors]).toEqual([200, {}])
    expect(withoutTimes(answer.body)).toEqual(withoutTimes(shown))
    expect(JSON.stringify(simulator.books.entries())).toBe(entries)
  })

  test.each(
    table(`
      line                                          | outcome    account
      account_id 18                                 | 200        7100
      account_number 7100                           | 200        7100
      account_id 18 account_number 7100             | 200        7100
      account_id 18 account_number 6100             | 422 items  -
      account_id 9999                               | 422 items  -
    `),
  )('an account line may name its account by $line', async ({ line, outcome, account }) => {
    const simulator = trading()
    const id = simulator.records.accounts.get(7100).id
    const words = line.replace('18', String(id)).split(' ')
    const named = { [words[0] ?? '']: Number(words[1]), ...(words[2] && { [words[2]]: Number(words[3]) }) }
    const { body } = read('customer payment 5.00 to Interest')
    const items = (body.items as Json[]).map(({ account_number: _, ...rest }) => ({ ...rest, ...named }))
    const answer = await clientOf(simulator)('POST', '/public/v1/customer-payments/', { ...body, items })
    expect([answer.status, ...Object.keys(answer.errors)].join(' ')).toBe(outcome)
    if (account !== '-') expect(simulator.books.entries({ account_number: Number(account) })).toHaveLength(1)
  })

  test.each([
    ['account_id', 200],
    ['neither', 422],
  ])('a deposit names its bank by %s', async (member, status) => {
    const simulator = trading()
    const { account_number: _, ...body } = read('deposit 10.00 to Interest').body
    const named = member === 'neither' ? {} : { account_id: simulator.records.accounts.get(1000).id }
    const answer = await clientOf(simulator)('POST', '/public/v1/customer-deposits/', { ...body, ...named })
    expect(answer.status).toBe(status)
    if (status === 422) expect(answer.errors).toEqual({ account_number: ['Field required'] })
  })
})

const withoutTimes = ({ updated_by: _, ...body }: Json): Json => body

/** docs/service.md §3.2: customers are taken out of use by the host; the wire has no member for it. */
describe('an inactive customer', () => {
  test('is made so by the host, and cannot be used on posted records', () => {
    const simulator = trading()
    const { customers, invoices } = simulator.records
    const body = read('invoice 10.00; customer 3').body
    expect(customers.update(3, { is_active: false })).toMatchObject({ id: 3, is_active: false })
    expect(outcomeOf(() => invoices.create(body as never))).toBe('422 customer_id')
    expect(customers.update(3, { name: 'Renamed' }).is_active).toBe(false)
    expect(customers.update(3, { is_active: true }).is_active).toBe(true)
    expect(outcomeOf(() => invoices.create(body as never))).toBe('ok')
  })

  test.each(['v1', 'v2'])('over the wire the member does not exist (%s)', async (version) => {
    const simulator = trading({ assumptions: { 'unknown-members': 'ignore' } })
    const path = `/public/${version}/customers/3/`
    const answer = await clientOf(simulator)('PUT', path, { name: 'Same', is_active: false })
    expect([answer.status, answer.body.is_active]).toEqual([200, true])
    const refusing = trading({ assumptions: { 'unknown-members': 'reject' } })
    const refused = await clientOf(refusing)('PUT', path, { name: 'Same', is_active: false })
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['is_active']])
  })
})

/** docs/service.md §3: a PUT that archives says what any other may say. */
describe('a PUT that archives an item', () => {
  test.each(
    table(`
      member                            value   | outcome
      default_classification_line_ids   [99]    | 422 default_classification_line_ids
      income_account_id                 9999    | 422 income_account_id
      sku                               "CHAIR" | 422 sku
      name                              "Old"   | ok
    `),
  )('$member $value', ({ member, value, outcome }) => {
    const simulator = trading()
    const { items } = simulator.records
    const chair = items.list({ limit: 2 }).items[1]
    const given = value === '"CHAIR"' ? chair?.sku : JSON.parse(value)
    const one = { name: 'Old', sku: 'OLD', is_active: true, item_type: 'good', income_account_id: 1 } as const
    const { id } = items.create(one)
    const told = outcomeOf(() =>
      items.update(id, { ...one, record_status: 'archived', [member]: given } as never),
    )
    expect(told).toBe(outcome)
    expect(items.get(id).record_status).toBe(told === 'ok' ? 'archived' : 'posted')
    expect(simulator.books.check()).toEqual([])
  })
})

/** docs/service.md §3.4: no line hangs below one that leaves with the same request, nor below itself. */
describe('classification lines', () => {
  test.each(
    table(`
      sent                | outcome
      A, B below A        | ok
      B below A           | 422 selections
      A below A, B        | 422 selections
      A below B, B below A  | 422 selections
      A below B, B        | ok
      B                   | ok
    `),
  )('$sent', ({ sent, outcome }) => {
    const simulator = trading()
    const { classifications } = simulator.records
    const two = ['A', 'B'].map((name) => ({ name, is_active: true, parent_id: null }))
    const made = classifications.create({ name: 'Team', is_active: true, parent_id: null, selections: two })
    const idOf = (name: string) => made.selections.find((one) => one.name === name)?.id ?? 0
    const selections = sent.split(', ').map((words) => {
      const [name = '', , above] = words.split(' ')
      return { id: idOf(name), name, is_active: true, parent_id: above ? idOf(above) : null }
    })
    expect(
      outcomeOf(() =>
        classifications.update(made.id, { name: 'Team', is_active: true, parent_id: null, selections }),
      ),
    ).toBe(outcome)
    expect(simulator.books.check()).toEqual([])
  })
})
