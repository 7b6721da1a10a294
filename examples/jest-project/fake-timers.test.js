const { createSimulator } = require('accounting-simulator')
const { linkFakeTimers } = require('accounting-simulator/time')
const { createInvoice } = require('./invoice-client.js')

const invoice = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  reference_number: 'A-1',
  items: [{ item_id: 1, quantity: '3', rate: '19.995' }],
}

let simulator
beforeEach(() => {
  jest.useFakeTimers()
  simulator = createSimulator()
  linkFakeTimers(simulator, jest)
})
afterEach(() => jest.useRealTimers())

/** Creates the invoice with the client's own pauses, which are setTimeout. */
const call = () =>
  createInvoice(
    {
      baseUrl: simulator.baseUrl,
      apiKey: simulator.apiKey,
      fetch: simulator.fetch,
      sleep: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
    },
    invoice,
  )

const clocks = () => [simulator.clock.now, new Date().toISOString()]

/** Whatever moves one clock moves the other. */
const movers = {
  'jest.advanceTimersByTimeAsync': () => jest.advanceTimersByTimeAsync(300_000),
  'clock.advance': () => simulator.clock.advance('5 minutes'),
  'jest.runAllTimersAsync': async () => {
    // The first pause has begun once the first answer is there.
    await simulator.clock.advance({ milliseconds: 0 })
    await jest.runAllTimersAsync()
  },
}

test.each(Object.entries(movers))('a storm of five minutes is waited out, moved by %s', async (_, move) => {
  simulator.faults.inject({ times: 4, then: { status: 429, retryAfter: 75 } })
  const created = call()
  await move()
  expect(await created).toMatchObject({ amount: '59.99' })
  expect(clocks()).toEqual(['2026-01-15T09:05:00.000Z', '2026-01-15T09:05:00.000Z'])
})

test('timers of both are due in order of time', async () => {
  const seen = []
  const note = (what) => seen.push(`${what} ${clocks().join(' ')}`)
  setTimeout(() => note('timer'), 5000)
  setInterval(() => note('interval'), 4000)
  void simulator.clock.sleep('3 seconds').then(() => note('sleep'))
  await jest.advanceTimersByTimeAsync(9000)
  const at = (second) => `2026-01-15T09:00:0${second}.000Z 2026-01-15T09:00:0${second}.000Z`
  expect(seen).toEqual([`sleep ${at(3)}`, `interval ${at(4)}`, `timer ${at(5)}`, `interval ${at(8)}`])
})

test('what the service does of itself comes with the fake timers, too', async () => {
  simulator.faults.inject({ then: { delay: '1 minute' } })
  const created = call()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(await created).toMatchObject({ amount: '59.99' })
})

test('microtasks that jest fakes run when either clock moves', async () => {
  const seen = []
  process.nextTick(() => seen.push('tick'))
  queueMicrotask(() => seen.push('microtask'))
  await simulator.clock.advance('1 second')
  expect(seen).toEqual(['tick', 'microtask'])
})
