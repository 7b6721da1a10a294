import type { Simulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { clientOf, itemsOf, type Json } from '../support/client'
import { table } from '../support/table'
import { createAsset, fixedAsset, statusOf } from '../support/worlds/fixed-asset'
import { balanceOf, outcomeOf, trading } from '../support/worlds/trade'

const PATH = '/public/v1/fixed-assets/'

/** docs/service.md §4.6.16 */
describe('what is refused', () => {
  test.each(
    table(`
      member                         value         | outcome
      cost                           0             | 422 cost
      cost                           -1.00         | 422 cost
      cost                           0.01          | ok
      salvage_value                  -0.01         | 422 salvage_value
      salvage_value                  1000.01       | 422 salvage_value
      salvage_value                  1000.00       | ok
      accumulated_beginning_balance  -0.01         | 422 accumulated_beginning_balance
      accumulated_beginning_balance  1000.01       | 422 accumulated_beginning_balance
      accumulated_beginning_balance  1000.00       | ok
      status                         active        | ok
      status                         inactive      | ok
      status                         disposed      | 422 status
      status                         fully_amortized  | 422 status
      depreciation_method            sum_of_years  | 422 depreciation_method
      convention                     none          | 422 convention
      depreciation_frequency         weekly        | 422 depreciation_frequency
      property_class                 5             | ok
      property_class                 6             | 422 property_class
      ads_recovery_period            50            | ok
      ads_recovery_period            8             | 422 ads_recovery_period
      useful_life                    null          | 422 useful_life
      useful_life                    0             | 422 useful_life
      useful_life                    1             | ok
      acceleration_factor            0             | 422 acceleration_factor
      asset_account_number           9999          | 422 asset_account_number
      expense_account_number         9999          | 422 expense_account_number
      accumulation_account_number    9999          | 422 accumulation_account_number
      vendor_id                      99            | 422 vendor_id
      company_id                     99            | 422 company_id
      exchange_rate                  1.1           | 422 exchange_rate
      record_status                  archived      | 422 record_status
      purchase_date                  2026-02-30    | 422 purchase_date
      custom_schedule_type           none          | 422 custom_schedule_type
      name                           -             | ok
    `),
  )('$member $value: $outcome', ({ member, value, outcome }) => {
    const read = value === 'null' ? null : /^\d+$/.test(value) && member !== 'cost' ? Number(value) : value
    expect(outcomeOf(() => createAsset(trading(), { [member]: read }))).toBe(outcome)
  })

  test.each(
    table(`
      type             entries     | outcome
      cost_percentage  -           | 422 custom_schedule
      -                100 x 1     | 422 custom_schedule_type
      cost_percentage  100 x 1     | ok
      cost_percentage  100.5 x 1   | 422 custom_schedule
      fixed_amount     100.5 x 1   | ok
      fixed_amount     -1 x 1      | 422 custom_schedule
      fixed_amount     1 x 0       | 422 custom_schedule
      fixed_amount     1 x 1200    | ok
      fixed_amount     1 x 1201    | 422 custom_schedule
    `),
  )('a schedule of type $type with $entries: $outcome', ({ type, entries, outcome }) => {
    const [value = '', count] = entries.split(' x ')
    const body = {
      depreciation_method: 'custom',
      useful_life: null,
      custom_schedule_type: type === '-' ? null : (type as 'fixed_amount'),
      custom_schedule: entries === '-' ? null : [{ value, period_count: Number(count) }],
    } as const
    expect(outcomeOf(() => createAsset(trading(), body))).toBe(outcome)
  })

  test('all that is wrong with its amounts, at once', () => {
    const wrong = {
      salvage_value: '1000.01',
      acceleration_factor: 0,
      custom_schedule: [{ value: -1, period_count: 1 }],
    }
    expect(outcomeOf(() => createAsset(trading(), wrong))).toBe(
      '422 salvage_value acceleration_factor custom_schedule',
    )
  })

  test('an account of another company', () => {
    const simulator = trading()
    const { number } = simulator.records.accounts.create({
      name: 'Machines',
      number: 1510,
      account_type: 'fixed_asset',
      company_id: 2,
    })
    expect(outcomeOf(() => createAsset(simulator, { asset_account_number: number }))).toBe(
      '422 asset_account_number',
    )
  })

  test('the texts say why', async () => {
    const send = clientOf(trading())
    const refusedWith = async (more: Json) => (await send('POST', PATH, { ...fixedAsset(), ...more })).errors
    expect(await refusedWith({ status: 'disposed' })).toEqual({
      status: ['Input should be one of: active, inactive'],
    })
    expect(await refusedWith({ property_class: 6 })).toEqual({
      property_class: ['Input should be one of: 3, 5, 7, 10, 15, 20, 27, 39'],
    })
    expect(await refusedWith({ useful_life: null })).toEqual({ useful_life: ['Field required'] })
    expect(await refusedWith({ salvage_value: '1000.01' })).toEqual({
      salvage_value: ['Input should be less than or equal to 1000.00'],
    })
    expect(await refusedWith({ source_lines: [{ type: 'bill_line', id: 7 }] })).toEqual({
      source_lines: ['Line 1: BillLine with id 7 does not exist'],
    })
  })
})

describe('on the wire', () => {
  test('an asset is made, found, listed, changed and removed', async () => {
    const simulator = trading()
    const send = clientOf(simulator)
    const made = await send('POST', PATH, fixedAsset({ vendor_id: 2, cost: 1000 }))
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({ number: 1, cost: '1000.00', salvage_value: '0.00', status: 'active' })
    expect((await send('GET', `${PATH}1/`)).body).toEqual(made.body)
    const found = async (query: string) => itemsOf(await send('GET', `${PATH}?${query}`)).length
    for (const [query, count] of [
      ['status=active&status=disposed', 1],
      ['status=disposed', 0],
      ['vendor_id=2', 1],
      ['vendor_id=1', 0],
      ['purchase_date_gte=2026-01-10&purchase_date_lte=2026-01-10', 1],
      ['purchase_date_gte=2026-01-11', 0],
      ['purchase_date_lte=2026-01-09', 0],
      ['record_status=posted', 1],
      ['company_id=2', 0],
      ['number=1', 1],
      ['search=LATHE', 1],
    ] as const)
      expect.soft(await found(query), query).toBe(count)
    expect((await send('GET', `${PATH}?status=lost`)).status).toBe(422)
    const renamed = await send('PUT', `${PATH}1/`, fixedAsset({ name: 'Press' }))
    expect(renamed.body).toMatchObject({ name: 'Press', vendor_id: null })
    expect(await send('DELETE', `${PATH}1/`)).toMatchObject({ status: 200, body: { success: true } })
    expect((await send('GET', `${PATH}1/`)).body).toMatchObject({
      record_status: 'archived',
      status: 'disposed',
    })
    expect((await send('DELETE', `${PATH}1/`)).status).toBe(422)
    expect((await send('DELETE', `${PATH}2/`)).status).toBe(404)
  })

  test('source lines name lines of bills, expenses and journal entries, and tell whose they are', () => {
    const simulator = trading()
    const { bills, directExpenses, journalEntries } = simulator.records
    const line = { account_number: 1500, quantity: '1', rate: '10.00', position: 1 }
    const head = {
      date: '2026-01-15',
      company_id: 1,
      currency_iso_4217_code: 'USD' as const,
      exchange_rate: '1',
    }
    const bill = bills.create({ ...head, vendor_id: 1, expenses: [line] })
    const expense = directExpenses.create({
      ...head,
      vendor_id: 1,
      account_number: 1000,
      bank_or_credit_card_amount: '10.00',
      items: [line],
    })
    const sides = [
      { account_number: 1500, debit: '10.00', credit: '0', memo: '', position: 1 },
      { account_number: 1000, debit: '0', credit: '10.00', memo: '', position: 2 },
    ]
    const entry = journalEntries.create({ ...head, items: sides })
    const source_lines = [
      { type: 'bill_line' as const, id: bill.expenses?.[0]?.id ?? 0 },
      { type: 'direct_expense_line' as const, id: expense.items[0]?.id ?? 0 },
      { type: 'journal_entry_line' as const, id: entry.items?.[0]?.id ?? 0 },
    ]
    const parents = [bill, expense, entry].map(({ internal_id }) => internal_id)
    expect(createAsset(simulator, { source_lines }).source_lines).toEqual(
      source_lines.map((one, index) => ({ ...one, parent_record_id: parents[index] })),
    )
    const wrong = [{ type: 'journal_entry_line' as const, id: source_lines[0]?.id ?? 0 }]
    expect(outcomeOf(() => createAsset(simulator, { source_lines: wrong }))).toBe('422 source_lines')
  })
})

describe('disposal', () => {
  test.each(['DELETE', 'PUT'] as const)('by %s reverses what was posted on its own dates', async (method) => {
    const simulator = trading()
    const send = clientOf(simulator)
    createAsset(simulator)
    createAsset(simulator, { name: 'Other' })
    await simulator.clock.advanceTo('2026-04-15T00:00:00Z')
    const { status } = await send(
      method,
      `${PATH}1/`,
      method === 'PUT' ? { record_status: 'archived' } : undefined,
    )
    expect(status).toBe(200)
    expect(statusOf(simulator)).toBe('archived disposed')
    expect(
      simulator.books
        .entries()
        .filter(({ reverses }) => reverses !== null)
        .map(({ date }) => date),
    ).toEqual(['2026-02-28', '2026-03-31'])
    expect(balanceOf(simulator, 1590)).toBe('-166.66')
    await simulator.clock.advance('2 years')
    expect(balanceOf(simulator, 1590)).toBe('-1000.00')
    expect(statusOf(simulator)).toBe('archived disposed')
    expect(simulator.books.check()).toEqual([])
  })

  test('is refused while any of it lies in a locked period', async () => {
    const simulator = trading()
    createAsset(simulator)
    await simulator.clock.advanceTo('2026-04-15T00:00:00Z')
    simulator.admin.periods.lockThrough(1, '2026-02-28')
    const before = JSON.stringify(simulator.export())
    expect(outcomeOf(() => simulator.records.fixedAssets.remove(1))).toBe('422 date')
    expect(JSON.stringify(simulator.export())).toBe(before)
    simulator.admin.periods.lockThrough(1, '2026-02-27')
    expect(outcomeOf(() => simulator.records.fixedAssets.remove(1))).toBe('ok')
  })

  test('where archived records can come back, the asset begins anew', () => {
    const simulator = trading({ assumptions: { 'archived-terminal': 'restore' } })
    createAsset(simulator, { depreciation_start_date: '2025-12-01' })
    simulator.records.fixedAssets.remove(1)
    expect(simulator.records.fixedAssets.update(1, fixedAsset({ record_status: 'posted' })).status).toBe(
      'active',
    )
    expect(simulator.clock.pending()).toHaveLength(1)
    expect(simulator.books.check()).toEqual([])
  })
})

describe('events', () => {
  const topics = ['created', 'updated', 'deleted'].map((action) => `core.fixedasset/${action}`)
  const listening = async () => {
    const simulator = trading()
    const body = { url: 'https://hooks.example.com/', topics }
    await clientOf(simulator)('POST', '/public/v2/webhooks/', body)
    return simulator
  }
  const told = (simulator: Simulator) => simulator.webhooks.queue.map(({ topic }) => topic.split('/')[1])

  test('tell of the asset, not of each posting', async () => {
    const simulator = await listening()
    createAsset(simulator, { depreciation_start_date: '2025-12-01', useful_life: 3 })
    simulator.records.fixedAssets.update(
      1,
      fixedAsset({ depreciation_start_date: '2025-12-01', useful_life: 3, memo: 'x' }),
    )
    expect(told(simulator)).toEqual(['created', 'updated'])
    simulator.webhooks.connect('https://hooks.example.com/', () => new Response())
    await simulator.clock.advanceTo('2026-02-10T00:00:00Z')
    expect(simulator.webhooks.attempts).toHaveLength(2)
    await simulator.clock.advanceTo('2026-03-10T00:00:00Z')
    const last = simulator.webhooks.attempts.at(-1)
    expect(last?.at).toBe('2026-02-28T00:00:00.000Z')
    expect(JSON.parse(last?.request.body ?? '')).toMatchObject({
      topic: 'core.fixedasset/updated',
      object_type: 'core.FixedAsset',
      object: { id: 1 },
    })
  })

  test.each(
    table(`
      how                      | event
      DELETE                   | deleted
      PUT archived             | updated
    `),
  )('$how is $event', async ({ how, event }) => {
    const simulator = await listening()
    createAsset(simulator)
    const [method = '', record_status] = how.split(' ')
    await clientOf(simulator)(method, `${PATH}1/`, record_status && { record_status })
    expect(told(simulator)).toEqual(['created', event])
  })
})
