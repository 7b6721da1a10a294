import { expect, test } from './accounting.js'

/** Mistakes in tests. `told.js` has what the error of each one tells. */

const RECEIVER = 'https://hooks.example.com/in'
const customer = { name: 'Acme', email: 'a@acme.example', address: '', country: '', phone: '', website: '' }
const writes = (key) => ({ data: customer, headers: { 'Idempotency-Key': key } })

test('a fault that hits nothing', async ({ request, simulator }) => {
  simulator.faults.inject({ on: 'POST /public/v1/bills/', then: { loseResponse: true } })
  await request.get('/public/v1/bills/')
})

test('a receiver that throws', async ({ request, simulator }) => {
  simulator.webhooks.connect(RECEIVER, () => {
    throw new RangeError('not my event')
  })
  await request.post('/public/v2/webhooks/', { data: { url: RECEIVER, topics: ['core.customer/created'] } })
  simulator.make.customer()
  await simulator.webhooks.flush()
})

test('a first write that is not awaited', async ({ request, simulator }) => {
  void request.post('/public/v1/customers/', writes('acme'))
  expect(simulator).toHaveNoDuplicates()
})

test('a client that is not awaited', async ({ baseURL, simulator }) => {
  void fetch(`${baseURL}/public/v1/customers/`, {
    method: 'POST',
    headers: { 'X-API-KEY': simulator.apiKey },
  })
  expect(simulator).toHaveNoDuplicates()
})

test('an advance that is not awaited', async ({ simulator }) => {
  void simulator.clock.advance('1 day')
})

test('a key in a header that is not read', async ({ request, simulator }) => {
  await request.post('/public/v1/customers/', { data: customer, headers: { 'X-Idempotency-Key': 'acme' } })
  expect(simulator).toHaveUsedIdempotencyKeys()
})

test.describe('further headers', () => {
  test.use({ extraHTTPHeaders: { 'Idempotency-Key': 'acme' } })
  test('stand beside the API key', async ({ request }) => {
    const response = await request.get('/public/v1/customers/')
    expect(response.status()).toBe(200)
  })
})

test('one key for two writes', async ({ request, simulator }) => {
  await request.post('/public/v1/customers/', writes('acme'))
  await request.post('/public/v1/customers/', { ...writes('acme'), data: { ...customer, name: 'Ajax' } })
  expect(simulator.records.customers.count({ name: 'Ajax' })).toBe(1)
})

test('a held answer', async ({ request, simulator }) => {
  test.setTimeout(2000)
  simulator.faults.inject({ then: { delay: '1 minute' } })
  await request.get('/public/v1/customers/')
})

test('soft expectations', async ({ request, simulator }) => {
  await request.get('/public/v1/customers/')
  expect.soft(simulator.traffic.length).toBe(2)
  expect.soft(simulator.traffic.length).toBe(3)
})

test('is skipped half way, and tells nothing', async ({ simulator }) => {
  simulator.faults.inject({ then: { status: 503 } })
  test.skip()
})

test('is expected to fail, and tells nothing', async ({ simulator }) => {
  test.fail()
  simulator.faults.inject({ then: { status: 503 } })
  expect(simulator.traffic).toHaveLength(1)
})

test('a matcher that compares nothing', async ({ request, simulator }) => {
  await request.get('/public/v1/customers/')
  expect(simulator).toHaveNoDuplicates()
})
