import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSimulator } from 'accounting-simulator'
import { matchers, runTest } from 'accounting-simulator/matchers'
import { serve } from 'accounting-simulator/node'
import { request } from 'undici'

test("undici's own request creates a customer once, though the first answer is lost", async (t) => {
  const simulator = createSimulator()
  // No fetch is replaced for undici: it speaks HTTP with a server of this test.
  const server = await serve(simulator)
  t.after(() => server.close())
  await runTest(simulator, async () => {
    simulator.faults.inject({ on: 'POST /public/v1/customers/', then: { loseResponse: true } })
    const headers = {
      'X-API-KEY': simulator.apiKey,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'customer-acme',
    }
    const customer = {
      name: 'Acme',
      email: 'a@acme.example',
      address: '',
      country: '',
      phone: '',
      website: '',
    }
    const create = () =>
      request(`${server.url}/public/v1/customers/`, {
        method: 'POST',
        headers,
        body: JSON.stringify(customer),
      })
    const { statusCode } = await create().catch(create)
    assert.equal(statusCode, 201)
    assert.equal(simulator.records.customers.count({ name: 'Acme' }), 1)
    const { pass, message } = matchers.toHaveNoDuplicates(simulator)
    assert.ok(pass, message())
  })
})
