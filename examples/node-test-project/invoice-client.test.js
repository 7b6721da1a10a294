import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { createSimulator } from 'accounting-simulator'
import { matchers, runTest } from 'accounting-simulator/matchers'
import { withVirtualTime } from 'accounting-simulator/time'
import { createInvoice } from './invoice-client.js'

const invoice = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  reference_number: 'A-1',
  items: [{ item_id: 1, quantity: '3', rate: '19.995' }],
}

function holds({ pass, message }) {
  assert.ok(pass, message())
}

let simulator
let options
// The client calls the global fetch, which is the simulator's own for the time of a test.
beforeEach(({ mock }) => {
  simulator = createSimulator()
  options = { apiKey: simulator.apiKey, sleep: (seconds) => simulator.clock.advance({ seconds }) }
  mock.method(globalThis, 'fetch', simulator.fetch)
})
afterEach(() => simulator[Symbol.dispose]())

/** A failing test shows the timeline. A test that leaves a fault unused, or broken books, fails. */
const it = (name, body) => test(name, () => runTest(simulator, body))

it('a storm of 429s is waited out', async () => {
  const storm = simulator.faults.inject({ times: 3, then: { status: 429, retryAfter: 30 } })
  await createInvoice(invoice, options)
  assert.equal(storm.hits, 3)
  assert.equal(simulator.clock.now, '2026-01-15T09:01:30.000Z')
  holds(matchers.toHaveHonouredRetryAfter(simulator))
})

it('a lost answer leads to one invoice', async () => {
  simulator.faults.inject({ on: 'POST /public/v1/invoices/', then: { loseResponse: true } })
  const { number } = await createInvoice(invoice, options)
  assert.equal(simulator.records.invoices.get(number).amount, '59.99')
  assert.equal(simulator.records.invoices.count(), 1)
  holds(matchers.toHaveReceived(simulator, 'POST /public/v1/invoices/', invoice))
  holds(matchers.toHaveUsedIdempotencyKeys(simulator))
  holds(matchers.toHaveNoDuplicates(simulator))
})

it('a client that does not wait is found out', async () => {
  simulator.faults.inject({ times: 2, then: { status: 429, retryAfter: 30 } })
  await createInvoice(invoice, { ...options, sleep: async () => {} })
  const { pass, message } = matchers.toHaveHonouredRetryAfter(simulator)
  assert.equal(pass, false)
  assert.match(message(), /came before 2026-01-15T09:00:30\.000Z/)
})

test('the error of a failing test carries the timeline', async () => {
  const failing = async () => {
    await createInvoice(invoice, options)
    assert.equal(simulator.records.invoices.count(), 2)
  }
  await assert.rejects(runTest(simulator, failing), /Timeline:[\s\S]*#1 POST .* created Invoice 1/)
})

it('on virtual time a storm of five minutes is waited out by the client as it is', () =>
  withVirtualTime(simulator, async () => {
    simulator.faults.inject({ times: 4, then: { status: 429, retryAfter: 75 } })
    // Without a sleep of ours it pauses by node:timers/promises, as in production.
    await createInvoice(invoice, { apiKey: simulator.apiKey })
    assert.equal(new Date().toISOString(), '2026-01-15T09:05:00.000Z')
    assert.equal(simulator.clock.now, '2026-01-15T09:05:00.000Z')
  }))
