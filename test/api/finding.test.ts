import { createSimulator, type Invoice, isOptionError, type Simulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'

/** Five invoices of three customers; the fourth is archived and the fifth a draft. */
function shop(): Simulator {
  const simulator = createSimulator()
  const { invoices } = simulator.records
  const sold: [customer: number, date: string, item: number, rate: string, reference: string][] = [
    [1, '2026-01-03', 1, '100.00', 'R-1'],
    [2, '2026-01-02', 2, '20.00', 'R-2'],
    [1, '2026-01-01', 3, '3.00', 'R-3'],
    [3, '2026-01-02', 1, '9.50', 'R-4'],
    [2, '2026-01-05', 2, '9.5', 'R-5'],
  ]
  for (const [customer_id, date, item_id, rate, reference_number] of sold)
    invoices.create({
      record_status: reference_number === 'R-5' ? 'draft' : 'posted',
      date,
      company_id: 1,
      customer_id,
      reference_number,
      items: [
        { item_id, quantity: 1, rate },
        { item_id: 4, quantity: 1, rate: '0.5' },
      ],
    })
  invoices.remove(4)
  return simulator
}

const { records } = shop()
const { invoices } = records
const numbers = (found: readonly Invoice[]): string => found.map(({ number }) => number).join(' ')

describe('what findMany finds', () => {
  test.each<[string, Invoice[], string]>([
    ['everything', invoices.findMany(), '1 2 3 4 5'],
    ['nothing asked', invoices.findMany({}), '1 2 3 4 5'],
    ['the identifier', invoices.findMany({ number: 3 }), '3'],
    ['identifiers, in any order', invoices.findMany({ number: [5, 1, 9, 1] }), '1 5'],
    ['an indexed member', invoices.findMany({ customer_id: 2 }), '2 5'],
    ['several values of one', invoices.findMany({ customer_id: [3, 1] }), '1 3 4'],
    ['no value at all', invoices.findMany({ customer_id: [] }), ''],
    ['null', invoices.findMany({ due_date: null }), '1 2 3 4 5'],
    ['a text', invoices.findMany({ reference_number: 'R-2' }), '2'],
    ['a text, exactly', invoices.findMany({ reference_number: 'r-2' }), ''],
    ['an amount, by value', invoices.findMany({ amount: '10' }), '4 5'],
    ['a status', invoices.findMany({ record_status: 'archived' }), '4'],
    ['what another record holds', invoices.findMany({ customer_name: 'Birch Studio' }), '2 5'],
    ['a predicate', invoices.findMany({ amount: (amount) => Number(amount) > 10 }), '1 2'],
    ['a predicate on a date', invoices.findMany({ date: (date) => date < '2026-01-03' }), '2 3 4'],
    ['a line', invoices.findMany({ items: { item_id: 1 } }), '1 4'],
    ['one of two lines', invoices.findMany({ items: [{ item_id: 2 }, { item_id: 3 }] }), '2 3 5'],
    ['a line with both', invoices.findMany({ items: { item_id: 1, rate: '9.5' } }), '4'],
    ['no line with both', invoices.findMany({ items: { item_id: 4, rate: '9.5' } }), ''],
    ['a predicate in a line', invoices.findMany({ items: { rate: (rate) => Number(rate) > 50 } }), '1'],
    ['a predicate on the lines', invoices.findMany({ items: (lines) => lines?.[0]?.item_id === 2 }), '2 5'],
    [
      'one of a list of numbers',
      invoices.findMany({ transaction_ids: invoices.get(2).transaction_ids }),
      '2',
    ],
    ['all of several members', invoices.findMany({ customer_id: 1, items: { item_id: 3 } }), '3'],
    ['a member of an object', invoices.findMany({ created_by: { actor_type: 'system' } }), '1 2 3 4 5'],
    ['one predicate', invoices.findMany(({ number }) => number % 2 === 1), '1 3 5'],
    ['one predicate on lines', invoices.findMany((one) => one.items?.[0]?.rate === '9.5'), '4 5'],
    ['an object with test', invoices.findMany({ test: ({ customer_id }) => customer_id === 1 }), '1 3'],
  ])('%s', (_, found, expected) => {
    expect(numbers(found)).toBe(expected)
  })

  test('inactive master data, too', () => {
    const simulator = createSimulator()
    simulator.records.customers.update(2, { is_active: false })
    simulator.records.items.update(3, { ...simulator.records.items.get(3), is_active: false })
    expect(simulator.records.customers.findMany({ is_active: false }).map(({ id }) => id)).toEqual([2])
    expect(simulator.records.items.findMany().map(({ id }) => id)).toContain(3)
  })

  test('more than a page', () => {
    const simulator = createSimulator()
    const items = [{ item_id: 1, quantity: 1, rate: 1 }]
    for (let index = 0; index < 130; index += 1)
      simulator.records.invoices.create({ date: '2026-01-15', company_id: 1, customer_id: 1, items })
    expect(simulator.records.invoices.findMany({ customer_id: 1 })).toHaveLength(130)
    expect(simulator.records.invoices.count({ customer_id: 1 })).toBe(130)
  })

  test('a predicate sees all that get returns, and cannot change it', () => {
    const seen: unknown[] = []
    invoices.findMany((one) => {
      seen.push({ ...one })
      expect(() => Object.assign(one, { memo: 'x' })).toThrow(TypeError)
      return false
    })
    expect(JSON.parse(JSON.stringify(seen))).toEqual([1, 2, 3, 4, 5].map((number) => invoices.get(number)))
  })

  test('what it returns belongs to the caller', () => {
    const [found] = invoices.findMany({ number: 1 })
    if (found) found.memo = 'mine'
    expect(invoices.get(1).memo).toBeNull()
  })

  test('records as they are now, and names that other records hold', () => {
    const simulator = shop()
    const { invoices, customers } = simulator.records
    const shown = () => {
      const { memo, customer_name } = invoices.findFirst({ number: 2 }) ?? {}
      return `${memo}, ${customer_name}`
    }
    expect(shown()).toBe('null, Birch Studio')
    customers.update(2, { name: 'Elm Studio' })
    expect(shown()).toBe('null, Elm Studio')
    const before = simulator.snapshot()
    const { items = [], ...body } = invoices.get(2)
    invoices.update(2, { date: body.date, company_id: 1, customer_id: 2, memo: 'changed', items })
    expect(shown()).toBe('changed, Elm Studio')
    simulator.restore(before)
    expect(shown()).toBe('null, Elm Studio')
  })

  test('classifications and custom fields by their members', () => {
    const simulator = createSimulator()
    simulator.admin.customFields.define({ name: 'Region', field_type: 'text', applies_to: ['customer'] })
    simulator.records.customers.update(1, { custom_fields: [{ Region: 'North' }] })
    const { customers } = simulator.records
    const inNorth = customers.findMany({ custom_fields: { value: { value: 'North' } } })
    expect(inNorth.map(({ id }) => id)).toEqual([1])
  })
})

describe('order, skip and take', () => {
  test.each<[string, Invoice[], string]>([
    ['by amount, as numbers', invoices.findMany({}, { orderBy: { amount: 'asc' } }), '3 4 5 2 1'],
    ['descending', invoices.findMany({}, { orderBy: { amount: 'desc' } }), '1 2 4 5 3'],
    ['ties by identifier', invoices.findMany({}, { orderBy: { customer_id: 'desc' } }), '4 2 5 1 3'],
    ['several members', invoices.findMany({}, { orderBy: { date: 'asc', amount: 'desc' } }), '3 2 4 1 5'],
    ['as a list', invoices.findMany({}, { orderBy: [{ customer_id: 'asc' }, { date: 'asc' }] }), '3 1 2 5 4'],
    ['by a name', invoices.findMany({}, { orderBy: { customer_name: 'desc' } }), '4 2 5 1 3'],
    [
      'null last',
      invoices.findMany({}, { orderBy: { recurring_record_number: 'desc', number: 'desc' } }),
      '5 4 3 2 1',
    ],
    ['skip', invoices.findMany({}, { skip: 3 }), '4 5'],
    ['take', invoices.findMany({}, { take: 2 }), '1 2'],
    ['both, in order', invoices.findMany({}, { orderBy: { number: 'desc' }, skip: 1, take: 2 }), '4 3'],
    ['of what fits', invoices.findMany({ customer_id: [1, 2] }, { skip: 1, take: 2 }), '2 3'],
  ])('%s', (_, found, expected) => {
    expect(numbers(found)).toBe(expected)
  })
})

describe('the first and their number', () => {
  test('findFirst', () => {
    expect(invoices.findFirst({ customer_id: 2 })?.number).toBe(2)
    expect(invoices.findFirst({ customer_id: 2 }, { orderBy: { date: 'desc' } })?.number).toBe(5)
    expect(invoices.findFirst({ customer_id: 2 }, { skip: 2 })).toBeUndefined()
    expect(invoices.findFirst()?.number).toBe(1)
  })

  test('count', () => {
    expect(invoices.count()).toBe(5)
    expect(invoices.count({ customer_id: [1, 3] })).toBe(3)
    expect(invoices.count({ items: { item_id: 2 } })).toBe(2)
    expect(invoices.count((one) => one.amount_due !== '0.00')).toBe(4)
    expect(invoices.count({ start_date: '2026-01-03' })).toBe(2)
  })

  test('every record type answers', () => {
    for (const [name, set] of Object.entries(records)) {
      const all = set.findMany().length
      expect([name, set.count(), set.findFirst() === undefined]).toEqual([name, all, all === 0])
    }
  })
})

describe('mistakes, strict or not', () => {
  test.each<[string, () => unknown, string, string]>([
    ['a member', () => invoices.findMany({ custmer_id: 1 } as never), 'custmer_id', 'perhaps customer_id'],
    ['of count', () => invoices.count({ custmer_id: 1 } as never), 'custmer_id', 'perhaps customer_id'],
    ['of find', () => invoices.find({ custmer_id: 1 } as never), 'custmer_id', 'perhaps customer_id'],
    [
      'of a line',
      () => invoices.findMany({ items: { itemid: 1 } as never }),
      'items.itemid',
      'no member "items.itemid", perhaps item_id',
    ],
    [
      'an option',
      () => invoices.findMany({}, { orderby: {} } as never),
      'options.orderby',
      'perhaps orderBy',
    ],
    [
      'an order',
      () => invoices.findMany({}, { orderBy: { dat: 'asc' } as never }),
      'orderBy.dat',
      'perhaps date',
    ],
    [
      'a direction',
      () => invoices.findMany({}, { orderBy: { date: 'up' as never } }),
      'orderBy.date',
      'one of asc, desc',
    ],
    [
      'an order by lines',
      () => invoices.findMany({}, { orderBy: { items: 'asc' } as never }),
      'orderBy.items',
      'cannot be ordered',
    ],
    ['a take', () => invoices.findMany({}, { take: -1 }), 'take', 'at least 0'],
    [
      'a take of the first',
      () => invoices.findFirst({}, { take: 2 } as never),
      'options.take',
      'options.take is not a known member; known members: orderBy, skip',
    ],
    ['a type', () => invoices.findMany({ customer_id: '1' as never }), 'customer_id', "a number, not '1'"],
    [
      'a choice',
      () => invoices.findMany({ record_status: 'archive' as never }),
      'record_status',
      'perhaps archived',
    ],
    ['an amount', () => invoices.findMany({ amount: 'ten' }), 'amount', "an amount such as '100.00'"],
    ['members of a value', () => invoices.findMany({ memo: { x: 1 } as never }), 'memo', 'has no members'],
    ['a value for lines', () => invoices.findMany({ items: 1 as never }), 'items', 'items holds members'],
    [
      'a promise',
      () => invoices.findMany((async () => true) as never),
      'where',
      'where must return true or false at once',
    ],
    [
      'a promise of a member',
      () => invoices.findMany({ memo: (() => Promise.resolve(true)) as never }),
      'memo',
      'memo must return true or false at once',
    ],
    [
      'undefined',
      () => invoices.findMany({ customer_id: undefined as never }),
      'customer_id',
      'is undefined',
    ],
    [
      'a filter of list',
      () => invoices.list({ custmer_id: 1 } as never),
      'query.custmer_id',
      'perhaps customer_id',
    ],
  ])('%s', (_, call, option, text) => {
    const caught = errorOf(call)
    expect(isOptionError(caught) && caught.option).toBe(option)
    expect(String(caught)).toContain(text)
  })
})

function errorOf(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  return undefined
}
