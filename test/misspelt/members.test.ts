import { inspect } from 'node:util'
import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'

test.each([
  ['recrds', 'there is no simulator.recrds, perhaps simulator.records'],
  ['baseURL', 'there is no simulator.baseURL, perhaps simulator.baseUrl'],
  ['snapshott', 'there is no simulator.snapshott, perhaps simulator.snapshot'],
  ['faults.injct', 'there is no faults.injct, perhaps faults.inject'],
  ['faults.unfird', 'there is no faults.unfird, perhaps faults.unfired'],
  ['advance', 'there is no simulator.advance, perhaps simulator.clock.advance'],
  ['inject', 'there is no simulator.inject, perhaps simulator.faults.inject'],
  ['invoices', 'there is no simulator.invoices, perhaps simulator.records.invoices'],
  ['records.invoices.delete', 'there is no invoices.delete, perhaps invoices.remove'],
  ['records.invoices.findOne', 'there is no invoices.findOne, perhaps invoices.findFirst'],
  ['clock.tick', 'there is no clock.tick, perhaps clock.advance'],
  ['admin.revoke', 'there is no admin.revoke, perhaps admin.keys.revoke'],
  ['scenarios', 'there is no simulator.scenarios; accounting-simulator/scenarios has it'],
  ['make.creditNote', 'there is no make.creditNote, perhaps make.customerCredit'],
  ['make.creditNotes', 'there is no make.creditNotes, perhaps make.customerCredits'],
  ['make.suppliers', 'there is no make.suppliers, perhaps make.vendors'],
  ['records.clients', 'there is no records.clients, perhaps records.customers'],
  ['records.products', 'there is no records.products, perhaps records.items'],
  ['matchers', 'there is no simulator.matchers; accounting-simulator/matchers has it'],
])('a member of the simulator: %s', (name, told) => {
  const read = (of: object) => name.split('.').reduce((one, part) => (one as never)[part], of)
  const simulator = createSimulator()
  expect(() => read(simulator)).toThrow(told)
  expect(() => read(simulator.fork())).toThrow(told)
  expect(String(simulator) + inspect(simulator, { depth: 0 })).toContain('Simulator')
})

test('tools may ask a simulator for members that nothing has', () => {
  const simulator = createSimulator() as never
  const names = [
    'then',
    'toJSON',
    '$$typeof',
    'asymmetricMatch',
    'nodeType',
    'inspect',
    'type',
    '_isMockFunction',
  ]
  // Those that only tools of the project know are suggested to nobody.
  const internal = ['redirct', 'handlr', 'hostin', 'storey', 'part', 'keeps', 'goto', 'changed', 'mutations']
  const asked = [...names, ...internal]
  expect(asked.map((name) => simulator[name])).toEqual(asked.map(() => undefined))
  expect({ simulator }).toEqual({ simulator })
})
