import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { Bindings } from '../../src/replay/bindings'
import { inOrder, standIn } from '../../src/replay/stand-ins'
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
