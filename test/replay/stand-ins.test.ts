import { createSimulator, type Simulator } from 'accounting-simulator'
import { replay, toHar } from 'accounting-simulator/replay'
import { expect, test } from 'vitest'
import { Bindings } from '../../src/tools/replay/bindings'
import { recordsInOrder, standIn } from '../../src/tools/replay/stand-ins'
import { clientOf } from '../support/client'
import { ALTERNATIVES, overridesOf } from './alternatives'
import { paymentOf } from './payment-of'

const DETAILS = { company_id: 7, customer_id: 7, vendor_id: 7, amount_due: '12.34' }
const COLLECTIONS = [
  'companies',
  'accounts',
  'terms',
  'classifications',
  'customers',
  'vendors',
  'items',
  'invoices',
  'bills',
]
const earlier = recordsInOrder(
  COLLECTIONS.map((collection) => ({ collection, identifier: 7, details: DETAILS, isShown: false })),
)

test.each(ALTERNATIVES)('everything can be stood in for with %s: %s', (...alternative) => {
  const simulator = createSimulator({ world: 'empty', assumptions: overridesOf([alternative]) })
  const bindings = new Bindings()
  const made = earlier.filter((record) => standIn(simulator, bindings, record, '2026-01-10'))
  expect(made.map(({ collection }) => collection)).toEqual(COLLECTIONS)
})

test.each(['amount_due', 'amount'])('what is open of a document is its %s in the recording', (member) => {
  const simulator = createSimulator({ world: 'empty' })
  const bindings = new Bindings()
  for (const { details, ...record } of earlier)
    standIn(
      simulator,
      bindings,
      { ...record, details: { ...details, amount_due: null, [member]: '12.34' } },
      '2026-01-10',
    )
  const { invoices, bills, customers, vendors } = simulator.records
  expect([...invoices.findMany(), ...bills.findMany()]).toMatchObject([
    { amount: '12.34', amount_due: '12.34', reference_number: '' },
    { amount: '12.34', amount_due: '12.34', reference_number: '' },
  ])
  expect([...customers.findMany(), ...vendors.findMany()]).toMatchObject([
    { unique_id: null },
    { unique_id: null },
  ])
})

const invoice = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  term_id: 2,
  items: [{ item_id: 1, quantity: 1, rate: '10.00', position: 1 }],
}

test('a stand-in need not have the names of the record that it stands for', async () => {
  const simulator = createSimulator()
  simulator.records.invoices.create(invoice)
  const send = clientOf(simulator)
  await send('GET', '/public/v1/invoices/')
  await send('POST', '/public/v1/invoices/', invoice)
  expect((await replay(simulator.traffic)).differences).toEqual([])
})

const LISTED: [string, (simulator: Simulator) => Promise<void>][] = [
  [
    'invoices that a contract made',
    async (simulator) => {
      const send = clientOf(simulator)
      await send('POST', '/public/v1/contracts/', {
        company_id: 1,
        customer_id: 1,
        start_date: '2026-01-15',
        end_date: '2026-12-31',
        status: 'active',
        obligations: [{ item_id: 1, quantity: 12, rate: '100.00', position: 1 }],
      })
      await send('GET', '/public/v1/invoices/?ordering=id')
      await simulator.clock.advance('40 days')
      await send('GET', '/public/v1/invoices/?ordering=id')
      await send('GET', '/public/v1/invoices/1/')
    },
  ],
  [
    'a payment that a client whose answer was lost made',
    async (simulator) => {
      const send = clientOf(simulator)
      simulator.faults.inject({ on: 'POST /public/v1/customer-payments/', then: { loseResponse: true } })
      await send('POST', '/public/v1/invoices/', invoice)
      await send('POST', '/public/v1/customer-payments/', paymentOf(1, '2026-01-15')).catch(() => {})
      await send('GET', '/public/v1/invoices/1/')
      await send('GET', '/public/v1/customer-payments/')
    },
  ],
  [
    'an invoice after a classification began to be required, which was not compared',
    async (simulator) => {
      const send = clientOf(simulator)
      const { body } = await send('GET', '/public/v1/classifications/1/')
      await send('PUT', '/public/v1/classifications/1/', { ...body, required_for_records: ['invoice'] })
      await send('POST', '/public/v1/invoices/', invoice)
    },
  ],
  [
    'usage, beside contracts and usage that are older than the recording',
    async (simulator) => {
      const past = [metered(simulator), metered(simulator)]
      for (const { obligations } of past) {
        const used = { usage_date: '2026-01-15', quantity: 1 }
        simulator.admin.contracts.recordUsage([{ ...used, obligation_id: obligations[0]?.id ?? 0 }])
      }
      const send = clientOf(simulator)
      const { body } = await send('POST', '/public/v1/contracts/', METERED)
      const usage = `/public/v1/contracts/${body.id}/usage/`
      const [obligation] = body.obligations as { id: number }[]
      const item = { obligation_id: obligation?.id, usage_date: '2026-01-15', quantity: '10' }
      const [made] = JSON.parse((await send('POST', `${usage}bulk-upsert/`, { items: [item] })).text)
      await send('POST', `${usage}bulk-upsert/`, { items: [{ ...item, id: made.id, quantity: '15' }] })
      await send('GET', usage)
      await send('GET', `/public/v1/contracts/${body.id}/`)
    },
  ],
  [
    'a schedule that names its obligation by its position, beside older contracts',
    async (simulator) => {
      for (let n = 0; n < 2; n += 1) metered(simulator)
      const send = clientOf(simulator)
      const entry = { date: '2026-02-10', amount: '100.00', performance_obligation_id: 1 }
      const planned = { ...METERED, end_date: '2026-03-01', revenue_recognitions: [entry] }
      const obligations = [{ item_id: 1, quantity: 1, rate: '100.00', position: 1 }]
      for (let n = 0; n < 2; n += 1) await send('POST', '/public/v1/contracts/', { ...planned, obligations })
    },
  ],
]

const METERED = {
  company_id: 1,
  customer_id: 1,
  start_date: '2026-01-01',
  status: 'active' as const,
  obligations: [{ item_id: 1, rate: '2', position: 1, recognition_strategy: 'usage' as const }],
}

const metered = (simulator: Simulator) => simulator.records.contracts.create(METERED)

test.each(LISTED)('%s: nothing differs', async (_, record) => {
  const simulator = createSimulator({ seed: 'the service' })
  await record(simulator)
  for (const recording of [simulator.traffic, toHar(simulator.traffic)])
    expect(await replay(recording)).toMatchObject({ contradicted: [], undecided: [], differences: [] })
})
