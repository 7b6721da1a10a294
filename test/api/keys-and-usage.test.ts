import { createSimulator, isOptionError, isRefusal } from 'accounting-simulator'
import { expect, test } from 'vitest'

const usage = (rate: string) => ({
  company_id: 1,
  customer_id: 1,
  start_date: '2026-01-01',
  end_date: '2026-12-31',
  status: 'active' as const,
  obligations: [{ item_id: 5, quantity: 0, rate, recognition_strategy: 'usage' as const }],
})

test('a key can be chosen, and all are listed', async () => {
  const simulator = createSimulator()
  const { keys } = simulator.admin
  expect(keys.issue({ key: 'reader', permissions: ['INTEGRATION:view'], label: 'Reader' })).toEqual({
    key: 'reader',
  })
  const { key: drawn } = keys.issue()
  keys.revoke('reader')
  expect(keys.list()).toEqual([
    { key: drawn, label: 'API key', permissions: 'all', revoked: false, person: null },
    { key: 'reader', label: 'Reader', permissions: ['INTEGRATION:view'], revoked: true, person: null },
    { key: 'test-api-key', label: 'API key', permissions: 'all', revoked: false, person: null },
  ])
  expect(
    simulator
      .organization('other')
      .admin.keys.list()
      .map(({ key }) => key),
  ).not.toContain('reader')
  const sent = await simulator.fetch('/public/v1/invoices/', { headers: { 'X-API-KEY': 'reader' } })
  expect(sent.status).toBe(403)
})

test.each<[unknown, string]>([
  ['test-api-key', 'the key test-api-key was issued before'],
  ['two words', "key must be visible ASCII without spaces, not 'two words'"],
  ['', "key must be visible ASCII without spaces, not ''"],
])('the key %j is refused', (key, message) => {
  const simulator = createSimulator()
  expect(() => simulator.admin.keys.issue({ key: key as string })).toThrow(message)
  expect(simulator.admin.keys.list()).toHaveLength(1)
})

test('a scenario rotates a chosen key', async () => {
  const simulator = createSimulator()
  await simulator.play({
    name: 'rotation',
    steps: [
      { at: '0 seconds', admin: { call: 'keys.issue', with: { key: 'next' } } },
      { at: '1 hour', admin: { call: 'keys.revoke', with: { key: 'test-api-key' } } },
    ],
  })
  await simulator.clock.advance('1 hour')
  expect(simulator.admin.keys.list().map(({ key, revoked }) => [key, revoked])).toEqual([
    ['next', false],
    ['test-api-key', true],
  ])
})

test('usage is recorded without HTTP, for any contract by its obligation', () => {
  const { records, admin } = createSimulator()
  const [one, other] = [usage('2.00'), usage('3.00')].map((body) => records.contracts.create(body))
  const [first, second] = [one?.obligations[0]?.id as number, other?.obligations[0]?.id as number]
  const made = admin.contracts.recordUsage([
    { obligation_id: first, usage_date: '2026-01-10', quantity: 5 },
    { obligation_id: second, usage_date: '2026-01-11', quantity: '4' },
    { obligation_id: first, usage_date: '2026-01-12', quantity: 1, memo: 'late' },
  ])
  expect(made.map(({ contract_id, amount }) => [contract_id, amount])).toEqual([
    [one?.id, '10.00'],
    [one?.id, '2.00'],
    [other?.id, '12.00'],
  ])
  expect(records.contracts.get(one?.id as number).obligation_usage).toHaveLength(2)
})

test('usage that is wrong leaves no trace', () => {
  const { records, admin } = createSimulator()
  const { id, obligations } = records.contracts.create(usage('2.00'))
  const item = { obligation_id: obligations[0]?.id as number, usage_date: '2026-01-10', quantity: 5 }
  const errorOf = (items: unknown): unknown => {
    try {
      return admin.contracts.recordUsage(items as never)
    } catch (error) {
      return error
    }
  }
  expect(isRefusal(errorOf([item, { ...item, usage_date: '2030-01-01' }]))).toBe(true)
  expect(isOptionError(errorOf([item, { ...item, obligation_id: 99 }]))).toBe(true)
  expect(isOptionError(errorOf('nothing'))).toBe(true)
  expect(records.contracts.get(id).obligation_usage).toEqual([])
})

test('the host makes customers inactive', () => {
  const { records } = createSimulator()
  records.customers.update(1, { is_active: false })
  const items = [{ item_id: 1, quantity: 1, rate: 1 }]
  expect(() => records.invoices.create({ date: '2026-01-15', company_id: 1, customer_id: 1, items })).toThrow(
    'invoices.create refused: customer_id: Customer 1 is inactive',
  )
})
