const { createSimulator } = require('accounting-simulator')
const { matchers, runTest } = require('accounting-simulator/matchers')
const { serve } = require('accounting-simulator/node')
const { withVirtualTime } = require('accounting-simulator/time')
const { createInvoice } = require('./invoice-client.js')

expect.extend(matchers)

const invoice = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  reference_number: 'A-1',
  items: [{ item_id: 1, quantity: '3', rate: '19.995' }],
}

let simulator
let server
beforeEach(() => {
  simulator = createSimulator()
})
afterEach(async () => {
  simulator[Symbol.dispose]()
  await server?.close()
  server = undefined
})

/** A failing test shows the timeline. A test that leaves a fault unused, or broken books, fails. */
const it = (name, body) => test(name, () => runTest(simulator, body))

/** jest in CommonJS cannot load msw: hand the simulator's fetch to the client, or let it speak HTTP. */
const doors = {
  'simulator.fetch handed in': async () => ({ baseUrl: simulator.baseUrl, fetch: simulator.fetch }),
  'HTTP on a loopback port': async () => {
    server = await serve(simulator)
    return { baseUrl: server.url, fetch }
  },
}

describe.each(Object.entries(doors))('%s', (_, open) => {
  const options = async () => ({
    ...(await open()),
    apiKey: simulator.apiKey,
    sleep: (seconds) => simulator.clock.advance({ seconds }),
  })

  it('a storm of 429s is waited out', async () => {
    const storm = simulator.faults.inject({ times: 3, then: { status: 429, retryAfter: 30 } })
    await createInvoice(await options(), invoice)
    expect(storm.hits).toBe(3)
    expect(simulator.clock.now).toBe('2026-01-15T09:01:30.000Z')
    expect(simulator).toHaveHonouredRetryAfter()
  })

  it('a lost answer leads to one invoice', async () => {
    simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
    const { number } = await createInvoice(await options(), invoice)
    expect(simulator.records.invoices.get(number).amount).toBe('59.99')
    expect(simulator.records.invoices.count()).toBe(1)
    expect(simulator).toHaveReceived('POST /public/v1/invoices/', invoice)
    expect(simulator).toHaveUsedIdempotencyKeys()
    expect(simulator).toHaveNoDuplicates()
  })
})

it('a client without keys makes the invoice twice, and the matcher tells', async () => {
  simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
  const send = (url, { headers, ...init }) => {
    const { 'Idempotency-Key': _, ...others } = headers
    return simulator.fetch(url, { ...init, headers: others })
  }
  const { baseUrl, apiKey, clock } = simulator
  const sleep = (seconds) => clock.advance({ seconds })
  await createInvoice({ baseUrl, apiKey, fetch: send, sleep }, invoice)
  expect(simulator.records.invoices.count()).toBe(2)
  expect(() => expect(simulator).toHaveNoDuplicates()).toThrow('made 2 times')
})

test('the error of a failing test carries the timeline', async () => {
  const failing = async () => {
    await createInvoice({ ...asInProduction(), sleep: async () => {} }, invoice)
    expect(simulator.records.invoices.count()).toBe(2)
  }
  await expect(runTest(simulator, failing)).rejects.toThrow(/Timeline:[\s\S]*#1 POST .* created Invoice 1/)
})

/** The client's own pause, as it is in production. */
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
const asInProduction = () => ({
  baseUrl: simulator.baseUrl,
  apiKey: simulator.apiKey,
  fetch: simulator.fetch,
  sleep: pause,
})

it('on virtual time a storm of five minutes is waited out by the client as it is', () =>
  withVirtualTime(simulator, async () => {
    simulator.faults.inject({ times: 4, then: { status: 429, retryAfter: 75 } })
    await createInvoice(asInProduction(), invoice)
    expect(new Date().toISOString()).toBe('2026-01-15T09:05:00.000Z')
    expect(simulator.clock.now).toBe('2026-01-15T09:05:00.000Z')
  }))
