import type { Simulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { clientOf } from '../support/client'
import { table } from '../support/table'
import { outcomeOf, trading } from '../support/worlds/trade'
import { credited, obligationsOf, quarter } from './quarter'

const line = (item_id: number, rate: string, position: number, more: object = {}) => ({
  item_id,
  quantity: 1,
  rate,
  position,
  ...more,
})

const HEADER = { date: '2026-01-01', company_id: 1, customer_id: 1 }

const put = (simulator: Simulator, number: number, body: object) =>
  simulator.records.invoices.update(number, { ...HEADER, ...body } as Parameters<
    Simulator['records']['invoices']['update']
  >[1])

/** docs/service.md §13.5: where a generated invoice posts is the service's, whatever a PUT says or leaves out. */
test.each(
  table(`
    strategy         body                                                  | deferred  deposits  contracted
    straight_line    {"memo":"other"}                                      | 300.00    0.00      true
    straight_line    {"memo":"other","contracted":false}                   | 300.00    0.00      true
    straight_line    {"contracted":true}                                   | 300.00    0.00      true
    deposit_release  {"memo":"other"}                                      | 0.00      300.00    true
    deposit_release  {"contracted":true}                                   | 0.00      300.00    true
    deposit_release  {"contracted":false}                                  | 0.00      300.00    true
  `),
)('$strategy, PUT $body', async ({ strategy, body, deferred, deposits, contracted }) => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  const { contracts } = simulator.records
  const { id } = contracts.create(
    quarter({ obligations: obligationsOf(`{"recognition_strategy":"${strategy}"}`) }),
  )
  const invoice = put(simulator, 1, { ...JSON.parse(body), items: [line(4, '300.00', 1)] })
  expect(String(invoice.contracted)).toBe(contracted)
  expect([credited(simulator, 'deferred'), credited(simulator, 'deposits')]).toEqual([deferred, deposits])
  await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
  expect([credited(simulator, 'deferred'), credited(simulator, 'deposits')]).toEqual(['0.00', '0.00'])
  expect(credited(simulator, 'revenue')).toBe('300.00')
  expect(contracts.get(id).status).toBe('completed')
})

/** Lines without ids are those at the same position with the same item; others cannot be told apart. */
test.each(
  table(`
    items                                        | outcome
    4 100.00 1, 5 200.00 2                       | ok
    5 200.00 2, 4 100.00 1                       | ok
    4 100.00 -, 5 200.00 -                       | ok
    5 100.00 1, 4 200.00 2                       | 422 items
    4 100.00 1                                   | 422 items
    4 100.00 1, 5 200.00 2, 1 5.00 3             | 422 items
    4 100.00 1, 5 200.00 3                       | 422 items
    1 100.00 1, 5 200.00 2                       | 422 items
  `),
)('lines $items: $outcome', ({ items, outcome }) => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z' })
  simulator.records.contracts.create(
    quarter({ obligations: obligationsOf('{"rate":"100.00"}, {"rate":"200.00","item_id":5}') }),
  )
  const lines = items.split(', ').map((words) => {
    const [item, rate = '', position] = words.split(' ')
    const { position: _, ...rest } = line(Number(item), rate, 0)
    return position === '-' ? rest : { ...rest, position: Number(position) }
  })
  const before = simulator.records.invoices.get(1)
  expect(outcomeOf(() => put(simulator, 1, { memo: 'other', items: lines }))).toBe(outcome)
  if (outcome === 'ok')
    expect(simulator.records.invoices.get(1).items?.map(({ id }) => id)).toEqual(
      before.items?.map(({ id }) => id),
    )
  expect(credited(simulator, 'deferred')).toBe('300.00')
})

test('GET and PUT of the same body changes nothing', async () => {
  const simulator = trading({ now: '2026-01-01T09:00:00Z', strict: false })
  simulator.records.contracts.create(quarter())
  const send = clientOf(simulator)
  const shown = await send('GET', '/public/v1/invoices/1/')
  const answer = await send('PUT', '/public/v1/invoices/1/', shown.body)
  expect([answer.status, answer.body]).toEqual([200, shown.body])
})

test('an invoice of usage keeps the tie to its records: they can be corrected after a PUT without ids', async () => {
  const simulator = trading({ now: '2026-01-15T09:00:00Z' })
  const { contracts, invoices } = simulator.records
  const { id, obligations } = contracts.create(
    quarter({ obligations: [{ item_id: 4, rate: 1, recognition_strategy: 'usage' }] }),
  )
  const send = clientOf(simulator)
  const path = `/public/v1/contracts/${id}/usage/bulk-upsert/`
  const used = { obligation_id: obligations[0]?.id, usage_date: '2026-01-10' }
  await send('POST', path, { items: [{ ...used, quantity: 20 }] })
  put(simulator, 1, { date: '2026-01-10', memo: 'other', items: [line(4, '20.00', 1)] })
  expect(credited(simulator, 'deferred')).toBe('0.00')
  const corrected = await send('POST', path, { items: [{ ...used, id: 1, quantity: 30 }] })
  expect([corrected.status, invoices.get(1).amount]).toEqual([200, '30.00'])
  expect([credited(simulator, 'deferred'), credited(simulator, 'revenue')]).toEqual(['0.00', '30.00'])
})

test('an invoice that no contract made is deferred or not, as its PUT says', () => {
  const simulator = trading()
  simulator.records.invoices.create({ ...HEADER, contracted: true, items: [line(4, '300.00', 1)] })
  expect(credited(simulator, 'deferred')).toBe('300.00')
  put(simulator, 1, { items: [line(4, '300.00', 1)] })
  expect(credited(simulator, 'revenue')).toBe('300.00')
})
