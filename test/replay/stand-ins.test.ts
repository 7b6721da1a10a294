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
]

test.each(LISTED)('%s: nothing differs', async (_, record) => {
  const simulator = createSimulator({ seed: 'the service' })
  await record(simulator)
  for (const recording of [simulator.traffic, toHar(simulator.traffic)])
    expect(await replay(recording)).toMatchObject({ contradicted: [], undecided: [], differences: [] })
})
