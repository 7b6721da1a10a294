import { createSimulator } from 'accounting-simulator'
import { explore } from 'accounting-simulator/explore'
import { handlers } from 'accounting-simulator/msw'
import axios from 'axios'
import axiosRetry from 'axios-retry'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onceIn, ROUTE, tiny } from './tiny'

const world = createSimulator()
const server = setupServer(...handlers(world))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

const body = {
  company_id: 1,
  customer_id: 1,
  date: '2026-01-15',
  reference_number: 'R-1',
  items: [{ item_id: 1, quantity: 1, rate: '10.00' }],
}

/** A client that knows nothing of simulators: its transport, its retries and its timers are its own. */
function withAxios(key?: string) {
  const client = axios.create({ baseURL: world.baseUrl, timeout: 20_000, adapter: 'http' })
  axiosRetry(client, {
    retries: 6,
    retryDelay: (count) => 2 ** count * 1000,
    retryCondition: ({ response }) =>
      response === undefined || response.status === 429 || response.status >= 500,
  })
  const headers = { 'X-API-KEY': world.apiKey, ...(key && { 'Idempotency-Key': key }) }
  return { run: () => client.post('/public/v1/invoices/', body, { headers }).then(() => undefined) }
}

const experiment = (key?: string) =>
  tiny({ world, start: () => withAxios(key), check: onceIn, faults: 'network', rounds: 2 })

it('axios through msw reaches the fork of the plan, on its time', async () => {
  const { failure } = await explore(experiment())
  expect(failure?.complaint).toBe('R-1 is there 2 times')
  expect(world.records.invoices.count()).toBe(0)
  expect(world.traffic).toHaveLength(0)
})

it('with a key it survives the network', async () => {
  const report = await explore({ ...experiment('R-1'), budget: { runs: 20 } })
  expect(report.failure?.story).toBeUndefined()
  expect(report.reached).toMatchObject([{ on: ROUTE }])
})

it('outside of explorations the world answers itself', async () => {
  const headers = { 'X-API-KEY': world.apiKey }
  const { status } = await axios.get('/public/v1/invoices/', { baseURL: world.baseUrl, headers })
  expect(status).toBe(200)
  expect(world.traffic).toHaveLength(1)
})
