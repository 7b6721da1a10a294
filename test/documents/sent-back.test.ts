import { describe, expect, test } from 'vitest'
import { clientOf, type Json } from '../support/client'
import { table } from '../support/table'
import { recordsOf, write, writeAll } from '../support/worlds/sentences'
import { posted } from '../support/worlds/shorthand'
import { balanceOf, invoice, outcomeOf, trading } from '../support/worlds/trade'

/** What a client reads, changes in one member and sends back (docs/service.md §5.1). */

const DEPARTMENT = { id: 1, line_id: 1 }
const NAMED = {
  ...DEPARTMENT,
  name: 'Department',
  line_name: 'Sales',
  parent_classification_id: null,
  parent_classification_line_id: null,
}

/** docs/service.md §2.5: an entry has the same members in both directions. */
describe('a classification entry as answers show it', () => {
  const line = { item_id: 1, quantity: '1', rate: '100.00', position: 1 }

  test.each([['POST'], ['PUT']])('is taken by a strict %s', async (method) => {
    const simulator = trading()
    const send = clientOf(simulator)
    if (method === 'PUT') simulator.records.invoices.create(invoice())
    const body = { ...invoice(), items: [{ ...line, classifications: [NAMED] }] }
    const answer = await send(method, `/public/v1/invoices/${method === 'PUT' ? '1/' : ''}`, body)
    expect([answer.status, answer.errors]).toEqual([200, {}])
    expect((answer.body.items as Json[])[0]?.classifications).toEqual([NAMED])
  })

  test('is taken by the host, in every line of a record and in usage', () => {
    const simulator = trading()
    const items = [{ ...line, classifications: [NAMED] }]
    expect(simulator.records.invoices.create(invoice({ items })).classifications).toEqual([NAMED])
  })

  test('and its names are not read', () => {
    const simulator = trading()
    const items = [{ ...line, classifications: [{ ...NAMED, name: 'Other', line_name: null }] }]
    expect(simulator.records.invoices.create(invoice({ items })).classifications).toEqual([NAMED])
  })
})

/** docs/service.md §12.1: a posted line keeps its account until one of its members changes. */
describe('an invoice line whose item has another account since', () => {
  test.each(
    table(`
      change                                      | 4000      4100
      {}                                          | -100.00   0.00
      {"memo":"edited"}                           | -100.00   0.00
      {"date":"2026-01-14"}                       | -100.00   0.00
      {"exchange_rate":"1.0"}                     | -100.00   0.00
      {"items":[{"id":1}]}                        | -100.00   0.00
      {"items":[{"id":1,"position":7}]}           | -100.00   0.00
      {"items":[{"id":1},{"rate":"30.00"}]}       | -100.00   -30.00
      {"items":[{"id":1,"rate":"70.00"}]}         | 0.00      -70.00
      {"items":[{"id":1,"memo":"edited"}]}        | 0.00      -100.00
      {"items":[{}]}                              | 0.00      -100.00
      {"company_id":1,"contracted":false}         | -100.00   0.00
    `),
  )('$change', ({ change, ...expected }) => {
    const simulator = trading()
    const { invoices, items, accounts } = simulator.records
    write(simulator, 'invoice 1 x 100.00')
    if (!change.includes('rate')) write(simulator, 'customer payment 100.00 on invoice 1')
    const { id } = accounts.create({ number: 4100, name: 'Other sales', account_type: 'income' } as never)
    items.update(1, { ...items.get(1), income_account_id: id })
    const shown = invoices.get(1)
    const line = { item_id: 1, quantity: '1', rate: '100.00', memo: '' }
    const { items: given = shown.items, ...more } = JSON.parse(change)
    invoices.update(1, { ...shown, ...more, items: given.map((one: object) => ({ ...line, ...one })) })
    expect({ 4000: balanceOf(simulator, 4000), 4100: balanceOf(simulator, 4100) }).toEqual(expected)
    expect(simulator.books.check()).toEqual([])
  })

  test.each(
    table(`
      record                   type             was               becomes
      cash sale 1 x 10.00      cashSales        Cr Revenue 10.00  Cr 4100 10.00
      customer credit 10.00    customerCredits  Dr Revenue 10.00  Dr 4100 10.00
      bill 1 x 10.00           bills            Dr COGS 10.00     Dr 6300 10.00
    `),
  )('so in $type', ({ record, type, was, becomes }) => {
    const simulator = trading()
    const { items, accounts } = simulator.records
    write(simulator, record)
    const set = recordsOf(simulator, type as 'bills')
    const own = (): string => posted(simulator, type as 'bills', 1)
    expect(own()).toContain(was)
    const number = Number(becomes.split(' ')[1])
    const account_type = number === 4100 ? 'income' : 'expense'
    const { id } = accounts.create({ number, name: 'Other', account_type } as never)
    items.update(1, { ...items.get(1), [`${account_type}_account_id`]: id })
    set.update(1, { ...set.get(1), memo: 'edited' } as never)
    expect(own()).toContain(was)
    const [line] = set.get(1).items as Json[]
    set.update(1, { ...set.get(1), items: [{ ...line, memo: 'edited' }] } as never)
    expect(own()).toContain(becomes)
  })
})

/** docs/service.md §3: what a posted record names may become inactive; only a new name is judged. */
describe('a reference that became inactive', () => {
  test.each(
    table(`
      becomes inactive         | edited                                            | outcome
      customers 1              | {"memo":"edited"}                                 | ok
      customers 2              | {"memo":"edited"}                                 | ok
      customers 2              | {"customer_id":2}                                 | 422 customer_id
      items 1                  | {"memo":"edited"}                                 | ok
      items 1                  | {"line":{"id":1,"rate":"5.00"}}                   | ok
      items 1                  | {"line":{"id":1},"more":{"item_id":1}}            | 422 items
      items 2                  | {"line":{"id":1,"item_id":2}}                     | 422 items
      classifications 1        | {"memo":"edited"}                                 | ok
      classifications 1        | {"line":{"id":1,"rate":"5.00"}}                   | ok
      classifications 1        | {"line":{"id":1},"more":{"item_id":2}}            | 422 items
      accounts 4000            | {"memo":"edited"}                                 | ok
      accounts 4000            | {"line":{"id":1,"rate":"5.00"}}                   | 422 items
      accounts 4000            | {"line":{"id":1},"more":{"item_id":1}}            | 422 items
      accounts 1100            | {"line":{"id":1,"rate":"5.00"}}                   | ok
    `),
  )('$0: $edited', ({ 'becomes inactive': named, edited, outcome }) => {
    const simulator = trading()
    const { invoices } = simulator.records
    const line = { item_id: 1, quantity: '1', rate: '10.00', memo: '', classifications: [DEPARTMENT] }
    invoices.create(invoice({ items: [line] }))
    const [type = '', id = ''] = named.split(' ')
    const set = recordsOf(simulator, type as 'customers')
    set.update(Number(id), { ...set.get(Number(id)), is_active: false })
    const shown = invoices.get(1)
    const { line: own, more, ...rest } = JSON.parse(edited)
    const items = own ? [{ ...line, ...own }, ...(more ? [{ ...line, ...more }] : [])] : shown.items
    expect(outcomeOf(() => invoices.update(1, { ...shown, ...rest, items }))).toBe(outcome)
    expect(simulator.books.check()).toEqual([])
  })

  test('is judged when a draft that names it is posted', () => {
    const simulator = trading()
    const { invoices, customers } = simulator.records
    invoices.create(invoice({ record_status: 'draft' }))
    customers.update(1, { is_active: false })
    const shown = invoices.get(1)
    expect(outcomeOf(() => invoices.update(1, { ...shown, memo: 'edited' }))).toBe('ok')
    expect(outcomeOf(() => invoices.update(1, { ...shown, record_status: 'posted' }))).toBe('422 customer_id')
  })

  test('may be an order that was archived', () => {
    const simulator = trading()
    const order = write(simulator, 'sales order 1 x 10.00 Chair')
    write(simulator, `invoice 1 x 10.00; order ${order.internal_id}`)
    const { invoices, salesOrders } = simulator.records
    salesOrders.update(1, { record_status: 'archived' })
    expect(outcomeOf(() => invoices.update(1, { ...invoices.get(1), memo: 'edited' }))).toBe('ok')
  })
})

/** docs/service.md §3.2: nothing that a client writes posts to an account out of use, however it is named. */
describe('an account that is inactive', () => {
  test.each(
    table(`
      account  record                                        | outcome
      4000     invoice 1 x 10.00                             | 422 items
      4000     invoice 1 x 10.00; status draft               | ok
      4000     cash sale 1 x 10.00                           | 422 items
      4000     customer credit 10.00                         | 422 items
      4000     sales order 1 x 10.00                         | ok
      5000     bill 1 x 10.00                                | 422 items
      6000     direct expense 10.00 to Expense               | 422 items
      6000     journal Dr Expense 10.00, Cr Bank 10.00       | 422 items
      1100     invoice 1 x 10.00                             | 422 __all__
      1150     cash sale 1 x 10.00; account null             | 422 __all__
      1000     cash sale 1 x 10.00                           | 422 account_number
    `),
  )('$account: $record', ({ account, record, outcome }) => {
    const simulator = trading()
    const { accounts } = simulator.records
    const known = accounts.findMany({}).find(({ number }) => number === Number(account))
    accounts.update(Number(account), { ...known, is_active: false } as never)
    expect(outcomeOf(() => write(simulator, record))).toBe(outcome)
  })

  test('still takes what the service generates', async () => {
    const simulator = trading()
    const { accounts, contracts, invoices } = simulator.records
    contracts.create({
      ...{ company_id: 1, customer_id: 1, name: 'Yearly', start_date: '2026-02-01', end_date: '2026-03-31' },
      status: 'active',
      obligations: [{ item_id: 1, quantity: 1, rate: 100 }],
    })
    for (const number of [4000, 1100])
      accounts.update(number, { ...accounts.get(number), is_active: false } as never)
    await simulator.clock.advance('3 months')
    expect(invoices.count()).toBe(2)
    expect([simulator.clock.undone(), simulator.books.check()]).toEqual([[], []])
  })
})

/** docs/service.md §4.6.16: an asset and the lines that it stems from. */
describe('a bill line that an asset names', () => {
  const world = () => {
    const simulator = trading()
    writeAll(simulator, 'bill 1 x 10.00, 1 x 20.00')
    const { bills, fixedAssets } = simulator.records
    const [line] = bills.get(1).items ?? []
    const asset = {
      ...{ company_id: 1, name: 'Desk', currency_iso_4217_code: 'USD', exchange_rate: '1', cost: '10.00' },
      ...{ purchase_date: '2026-01-15', depreciation_start_date: '2026-01-15', useful_life: 10 },
      ...{ depreciation_method: 'straight_line', convention: 'full_month' },
      ...{ asset_account_number: 1500, expense_account_number: 6000, accumulation_account_number: 1590 },
      source_lines: [{ type: 'bill_line', id: line?.id }],
    }
    return { bills, fixedAssets, asset }
  }

  test.each(
    table(`
      asset     lines of the PUT          | outcome
      posted    both, by their ids        | ok
      posted    the second, by its id     | 422 items
      posted    the first, by its id      | ok
      posted    both, without ids         | 422 items
      draft     both, without ids         | 422 items
      archived  both, without ids         | 422 items
      none      both, without ids         | ok
    `),
  )('$asset, $1', ({ asset: status, 'lines of the PUT': sent, outcome }) => {
    const { bills, fixedAssets, asset } = world()
    if (status !== 'none')
      fixedAssets.create({ ...asset, record_status: status === 'draft' ? 'draft' : 'posted' } as never)
    if (status === 'archived') fixedAssets.update(1, { record_status: 'archived' } as never)
    const shown = bills.get(1)
    const [first, second] = shown.items ?? []
    const lines = sent.startsWith('both')
      ? [first, second]
      : sent.startsWith('the first')
        ? [first]
        : [second]
    const items = sent.endsWith('without ids') ? lines.map((one) => ({ ...one, id: undefined })) : lines
    expect(outcomeOf(() => bills.update(1, { ...shown, items } as never))).toBe(outcome)
    if (status !== 'none' && status !== 'archived')
      expect(outcomeOf(() => fixedAssets.update(1, { ...fixedAssets.get(1), memo: 'edited' } as never))).toBe(
        'ok',
      )
  })
})
