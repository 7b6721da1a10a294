import { createSimulator } from 'accounting-simulator'
import { replay } from 'accounting-simulator/replay'
import { expect, test } from 'vitest'
import { Bindings } from '../../src/tools/replay/bindings'
import { inOrder, standIn } from '../../src/tools/replay/stand-ins'
import { clientOf } from '../support/client'
import { ALTERNATIVES, overridesOf } from './alternatives'

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
const earlier = inOrder(
  COLLECTIONS.map((collection) => ({ collection, identifier: 7, details: DETAILS, isShown: false })),
)

test.each(ALTERNATIVES)('everything can be stood in for with %s: %s', (...alternative) => {
  const simulator = createSimulator({ world: 'empty', assumptions: overridesOf([alternative]) })
  const bindings = new Bindings()
  const made = earlier.filter((record) => standIn(simulator, bindings, record, '2026-01-10'))
  expect(made.map(({ collection }) => collection)).toEqual(COLLECTIONS)
})

test('a stand-in need not have the names of the record that it stands for', async () => {
  const simulator = createSimulator()
  const invoice = {
    date: '2026-01-15',
    company_id: 1,
    customer_id: 1,
    term_id: 2,
    items: [{ item_id: 1, quantity: 1, rate: '10.00', position: 1 }],
  }
  simulator.records.invoices.create(invoice)
  const send = clientOf(simulator)
  await send('GET', '/public/v1/invoices/')
  await send('POST', '/public/v1/invoices/', invoice)
  expect((await replay(simulator.traffic)).differences).toEqual([])
})
