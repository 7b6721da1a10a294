import { expect, test } from './accounting.js'

const data = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  reference_number: 'A-1',
  items: [{ item_id: 1, quantity: '3', rate: '19.995' }],
}
const headers = { 'Idempotency-Key': 'invoice-A-1' }

test('a storm of 429s is waited out', async ({ request, simulator }) => {
  const storm = simulator.faults.inject({ times: 3, then: { status: 429, retryAfter: 30 } })
  await expect(async () => {
    const response = await request.post('/public/v1/invoices/', { data, headers })
    const seconds = Number(response.headers()['retry-after'] ?? 0)
    if (seconds > 0) await simulator.clock.advance({ seconds })
    expect(response.ok()).toBe(true)
  }).toPass({ intervals: [0] })
  expect(storm.hits).toBe(3)
  expect(simulator.clock.now).toBe('2026-01-15T09:01:30.000Z')
  expect(simulator).toHaveHonouredRetryAfter()
})

test('a lost answer leads to one invoice', async ({ request, simulator }) => {
  simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
  const response = await request.post('/public/v1/invoices/', { data, headers, maxRetries: 1 })
  const { number } = await response.json()
  expect(simulator.records.invoices.get(number).amount).toBe('59.99')
  expect(simulator.records.invoices.count()).toBe(1)
  expect(simulator).toHaveUsedIdempotencyKeys()
  expect(simulator).toHaveNoDuplicates()
})

test('without a key it leads to two, and the matcher tells', async ({ request, simulator }) => {
  simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
  await request.post('/public/v1/invoices/', { data, maxRetries: 1 })
  expect(simulator.records.invoices.count()).toBe(2)
  expect(() => expect(simulator).toHaveNoDuplicates()).toThrow('made 2 times')
})
