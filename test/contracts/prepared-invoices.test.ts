import { expect, test } from 'vitest'
import { table } from '../support/table'
import type { ContractInput } from '../support/worlds/contract'
import { outcomeOf, trading } from '../support/worlds/trade'
import { billsOf, credited, deferElsewhere, obligationsOf, quarter } from './quarter'

interface Prepared {
  date?: string
  items: string
  [member: string]: unknown
}

/** `4 400.00 VAT 10, 5 200.00` */
const linesOf = (text: string) =>
  text.split(', ').map((words, index) => {
    const [item, rate, code, percent] = words.split(' ')
    return {
      item_id: Number(item),
      quantity: 1,
      rate,
      position: index + 1,
      ...(code !== undefined && { tax: { code, rate: Number(percent) } }),
    }
  })

const preparedOf = (text: string) =>
  (JSON.parse(`[${text}]`) as Prepared[]).map(({ items, ...rest }) => ({
    date: '2026-01-01',
    ...rest,
    items: linesOf(items),
  }))

/** docs/service.md §13.1: what is prepared agrees with the contract, as a given schedule does. */
test.each(
  table(`
    prepared                                                           | outcome
    {"items":"4 300.00"}                                               | ok
    {"items":"4 100.00"}, {"items":"5 200.00"}                         | ok
    {"items":"4 300.00 VAT 10"}                                        | ok
    {"items":"4 400.00"}                                               | 422 prepared_invoices
    {"items":"4 40.00"}                                                | 422 prepared_invoices
    {"items":"4 299.99"}                                               | 422 prepared_invoices
    {"items":"4 330.00"}, {"items":"4 0.00"}                           | 422 prepared_invoices
    {"items":"4 300.00","currency_iso_4217_code":"USD"}                | ok
    {"items":"4 300.00","currency_iso_4217_code":"EUR","exchange_rate":"1"}  | 422 prepared_invoices
    {"items":"4 300.00","customer_id":2}                               | 422 prepared_invoices
    {"items":"4 300.00","company_id":2}                                | 422 prepared_invoices
  `),
)('$prepared for 300.00: $outcome', ({ prepared, outcome }) => {
  for (const status of ['draft', 'active'] as const) {
    const simulator = trading({ now: '2026-01-01T09:00:00Z' })
    const body = quarter({ status, prepared_invoices: preparedOf(prepared) } as Partial<ContractInput>)
    expect(outcomeOf(() => simulator.records.contracts.create(body))).toBe(outcome)
  }
})

/** Each invoice fills the obligations of its items first, so that every deferral account gets its part. */
test.each(
  table(`
    prepared                                                                                | first           at the end
    {"items":"4 900.00, 5 300.00"}                                                          | 900.00 300.00   0.00 0.00
    {"items":"5 300.00"}, {"date":"2026-02-01","items":"4 900.00"}                          | 0.00 300.00     0.00 0.00
    {"items":"1 600.00"}, {"date":"2026-02-01","items":"1 600.00"}                          | 600.00 0.00     0.00 0.00
    {"items":"5 1200.00"}                                                                   | 900.00 300.00   0.00 0.00
    {"items":"4 1000.00, 4 -100.00, 5 300.00"}                                              | 900.00 300.00   0.00 0.00
  `),
)('a service and a deposit, prepared as $prepared', async ({ prepared, first, ...row }) => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  const { contracts } = simulator.records
  const { id } = contracts.create(
    quarter({
      obligations: obligationsOf('{"rate":"900.00"}, {"item_id":5,"recognition_strategy":"deposit_release"}'),
      prepared_invoices: preparedOf(prepared),
    } as Partial<ContractInput>),
  )
  const balances = () => `${credited(simulator, 'deferred')} ${credited(simulator, 'deposits')}`
  expect(balances()).toBe(first)
  await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
  expect(contracts.get(id).status).toBe('completed')
  expect(balances()).toBe(row['at the end'])
  expect(credited(simulator, 'revenue')).toBe('1200.00')
  expect(simulator.books.check()).toEqual([])
})

test('standalone prices move what is prepared, too', async () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  deferElsewhere(simulator, 5)
  const { contracts } = simulator.records
  const { id } = contracts.create(
    quarter({
      obligations: obligationsOf(
        '{"rate":"900.00","standalone_selling_price":1000}, {"item_id":5,"standalone_selling_price":500}',
      ),
      prepared_invoices: preparedOf(
        '{"items":"4 450.00, 5 300.00"}, {"date":"2026-03-01","items":"4 450.00"}',
      ),
    } as Partial<ContractInput>),
  )
  expect([credited(simulator, 2400), credited(simulator, 2410)]).toEqual(['400.00', '350.00'])
  await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
  expect(billsOf(contracts.get(id))).toBe('01-01 750.00, 03-01 450.00')
  expect([credited(simulator, 2400), credited(simulator, 2410)]).toEqual(['0.00', '0.00'])
})
