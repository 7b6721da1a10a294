const axios = require('axios')
const { createSimulator } = require('accounting-simulator')
const { matchers, runTest } = require('accounting-simulator/matchers')

expect.extend(matchers)

let simulator
let client
beforeEach(() => {
  simulator = createSimulator()
  const { baseUrl: baseURL, apiKey, fetch } = simulator
  // Without an adapter axios takes node:http, which asks the network: the test then fails and says so.
  client = axios.create({ baseURL, adapter: 'fetch', env: { fetch }, headers: { 'X-API-KEY': apiKey } })
})
afterEach(() => simulator[Symbol.dispose]())

const it = (name, body) => test(name, () => runTest(simulator, body))

it('axios creates a customer once, though the first answer is lost', async () => {
  simulator.faults.inject({ on: 'POST /public/v1/customers/', then: { loseResponse: true } })
  const customer = { name: 'Acme', email: 'a@acme.example', address: '', country: '', phone: '', website: '' }
  const create = () =>
    client.post('/public/v1/customers/', customer, { headers: { 'Idempotency-Key': 'customer-acme' } })
  const { status, data } = await create().catch(create)
  expect([status, data.name]).toEqual([201, 'Acme'])
  expect(simulator.records.customers.count({ name: 'Acme' })).toBe(1)
  expect(simulator).toHaveNoDuplicates()
})
