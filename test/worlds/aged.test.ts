import {
  createSimulator,
  isDurationError,
  isOptionError,
  type Simulator,
  type VendorInput,
} from 'accounting-simulator'
import { aged, worlds } from 'accounting-simulator/worlds'
import { describe, expect, test } from 'vitest'
import { checked } from '../support/checked'

const world = worlds.aged({ invoices: 60, upTo: '2 years' })

describe('a world with a past', () => {
  const simulator = createSimulator({ world })
  const { invoices, bills, customerPayments, vendorPayments } = simulator.records

  test('has what was asked for, over the whole time', () => {
    expect([invoices.count(), bills.count()]).toEqual([60, 12])
    expect(simulator.clock.now).toBe('2026-01-15T09:00:00.000Z')
    const dates = invoices.findMany({}, { orderBy: { date: 'asc' } }).map(({ date }) => date)
    expect([dates[0], dates.at(-1)]).toEqual(['2024-01-21', '2026-01-09'])
    for (const { created_by, date } of invoices.findMany())
      expect(created_by?.timestamp?.slice(0, 10)).toBe(date)
  })

  test('has paid, partly paid and overdue documents, and sound books', () => {
    expect(customerPayments.count()).toBeGreaterThan(30)
    expect(vendorPayments.count()).toBeGreaterThan(4)
    const isOpen = (due: string): boolean => Number(due) > 0
    expect(invoices.count({ amount_due: isOpen, paid_total: isOpen })).toBeGreaterThan(0)
    expect(
      invoices.count({ amount_due: isOpen, due_date: (due) => due !== null && due < '2026-01-15' }),
    ).toBeGreaterThan(0)
    expect(simulator.books.check()).toEqual([])
  })

  test('goes on from there', () => {
    const made = invoices.create({
      date: '2026-01-15',
      company_id: 1,
      customer_id: 1,
      items: [{ item_id: 1, quantity: 1, rate: 1 }],
    })
    expect(made.number).toBe(61)
    expect(createSimulator({ world: checked(simulator.export()) }).records.invoices.count()).toBe(61)
  })
})

test('it is data, and the same data make the same world', () => {
  const read = JSON.parse(JSON.stringify(world)) as typeof world
  expect(read).toEqual(world)
  const told = [world, read, aged({ invoices: 60, upTo: { years: 2 } })].map((one) =>
    JSON.stringify(createSimulator({ world: one }).records.invoices.findMany()),
  )
  expect(told[1]).toBe(told[0])
  expect(told[2]).toBe(told[0])
  const other = createSimulator({ world: worlds.aged({ invoices: 60, upTo: '2 years', seed: 2 }) })
  expect(JSON.stringify(other.records.invoices.findMany())).not.toBe(told[0])
})

test('what else can be said', () => {
  const unpaid = createSimulator({
    world: aged({ invoices: 10, bills: 0, paid: 0 }),
    strict: true,
    now: '2027-06-30T00:00:00Z',
  })
  const { invoices, bills, customerPayments } = unpaid.records
  expect([invoices.count(), bills.count(), customerPayments.count()]).toEqual([10, 0, 0])
  expect(invoices.get(1).date > '2026-06-30').toBe(true)
  expect(createSimulator({ world: aged() }).records.invoices.count()).toBe(100)
  expect(unpaid.apiKey).toBe('test-api-key')
})

test('invoices and bills are spread over the customers and vendors that are given', () => {
  const blank = { email: '', address: '', country: '', phone: '', website: '' }
  const customers = Array.from({ length: 8 }, (_, index) => ({ ...blank, name: `Customer ${index}` }))
  const [vendor] = createSimulator().records.vendors.findMany()
  const vendors = [{ ...vendor, name: 'The only vendor' } as VendorInput]
  const { records, books } = createSimulator({ world: aged({ invoices: 80, bills: 5, customers, vendors }) })
  expect(new Set(records.invoices.findMany().map((one) => one.customer_name)).size).toBe(8)
  expect(records.invoices.findFirst()?.customer_name).toMatch(/^Customer \d$/)
  expect(new Set(records.bills.findMany().map((one) => one.vendor_name))).toEqual(
    new Set(['The only vendor']),
  )
  expect(books.check()).toEqual([])
})

const heads = (simulator: Simulator) => {
  const { invoices, bills, customerPayments } = simulator.records
  const all = [...invoices.findMany(), ...bills.findMany(), ...customerPayments.findMany()]
  const of = (one: object, member: string) => String((one as Record<string, unknown>)[member])
  return {
    companies: [...new Set(all.map((one) => of(one, 'company_name')))].sort(),
    currencies: [...new Set(all.map((one) => of(one, 'currency_iso_4217_code')))].sort(),
    rates: [...new Set(all.map((one) => of(one, 'exchange_rate')))].sort(),
  }
}

test('business is spread over the companies and currencies that are given', () => {
  const companies = [
    { name: 'North', currency_iso_4217_code: 'USD' },
    { name: 'South', currency_iso_4217_code: 'GBP' },
    { name: 'West', currency_iso_4217_code: 'EUR', parent_company_id: 1 },
  ] as const
  const own = createSimulator({ world: aged({ invoices: 60, companies }) })
  expect(heads(own)).toEqual({
    companies: ['North', 'South', 'West'],
    currencies: ['EUR', 'GBP', 'USD'],
    rates: ['1'],
  })
  const foreign = createSimulator({
    world: aged({ invoices: 60, currencies: { USD: 1, EUR: 1.25, GBP: 1.5 } }),
  })
  expect(heads(foreign)).toMatchObject({
    companies: ['Example Trading Inc.'],
    currencies: ['EUR', 'GBP', 'USD'],
    rates: ['1', '1.25', '1.5'],
  })
  const both = createSimulator({
    world: aged({ invoices: 60, companies, currencies: { USD: 1, EUR: 1.25 } }),
  })
  expect(heads(both).rates).toContain('0.8')
  for (const { books } of [own, foreign, both]) expect(books.check()).toEqual([])
})

test('an exported world gets a past before its own time', async () => {
  const before = createSimulator({ now: '2026-06-01T10:00:00Z' })
  before.records.customers.remove(1)
  before.make.customers(3)
  before.make.recurringInvoice({ company_id: 2 })
  const sold = before.make.invoice({ memo: 'its own' })
  before.admin.keys.issue({ key: 'its-key' })
  const file = checked(before.export())
  const simulator = createSimulator({
    world: aged({ world: file, invoices: 30, upTo: '6 months' }),
    strict: true,
  })
  const { invoices, customers } = simulator.records
  expect(simulator.clock.now).toBe(before.clock.now)
  expect([invoices.count(), customers.count(), invoices.get(sold.number).memo]).toEqual([
    31,
    before.records.customers.count(),
    'its own',
  ])
  const dates = invoices.findMany({}, { orderBy: { date: 'asc' } }).map(({ date }) => date)
  expect([dates[0], dates.at(-1)]).toEqual(['2025-12-04', '2026-06-01'])
  expect(heads(simulator).companies).toHaveLength(2)
  expect(simulator.books.check()).toEqual([])
  expect(simulator.admin.keys.list().map(({ key }) => key)).toContain('its-key')
  const count = invoices.count()
  await simulator.clock.advance('40 days')
  expect(invoices.count()).toBeGreaterThan(count)
  expect(createSimulator({ world: checked(simulator.export()) }).records.invoices.count()).toBe(
    invoices.count(),
  )
})

test.each<[string, () => unknown, string]>([
  ['currency', () => aged({ currencies: { EURO: 1 } }), "currencies cannot be 'EURO', perhaps EUR"],
  ['worth', () => aged({ currencies: { EUR: 0 } }), 'currencies.EUR must be a number above 0, not 0'],
  ['file', () => aged({ world: 'empty' as never }), "world must be an exported world, not 'empty'"],
  [
    'mixture',
    () => aged({ world: createSimulator().export(), customers: [{} as never] }),
    'customers are those of the exported world',
  ],
  ['list', () => aged({ customers: [] }), 'customers must be a list of one or more bodies'],
  [
    'an option',
    () => aged({ invoises: 1 } as never),
    'options.invoises is not a known member, perhaps invoices',
  ],
  ['a number', () => aged({ invoices: -1 }), 'invoices must be a whole number from 0 to 100000, not -1'],
  ['a share', () => aged({ paid: 2 }), 'paid must be a number from 0 to 1, not 2'],
  ['a time', () => aged({ upTo: 'long' }), 'Cannot read "long" as a duration'],
  ['too long a time', () => createSimulator({ world: aged({ upTo: '200 years' }) }), 'beyond the year 1900'],
  ['a world', () => createSimulator({ world: { aged: { invoices: 'many' } } as never }), 'invoices must be'],
])('a wrong %s is refused', (_, make, message) => {
  let error: unknown
  try {
    make()
  } catch (caught) {
    error = caught
  }
  expect(String(error)).toContain(message)
  expect(isOptionError(error) || isDurationError(error)).toBe(true)
})
