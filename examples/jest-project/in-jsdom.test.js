/** @jest-environment jsdom */
const { createSimulator } = require('accounting-simulator')
const { runTest } = require('accounting-simulator/matchers')
const { serve } = require('accounting-simulator/node')
const { withVirtualTime } = require('accounting-simulator/time')
const http = require('node:http')

/** jest's jsdom has neither fetch nor Request, TextEncoder or setImmediate: the simulator takes those of Node. */
const it = (name, body) => {
  const simulator = createSimulator()
  test(name, () => runTest(simulator, () => body(simulator)))
}

const statusOf = (url, headers) =>
  new Promise((resolve, reject) => {
    http.get(url, { headers }, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
  })

it('fetch is hidden', () => {
  expect([typeof fetch, typeof Request, typeof TextEncoder, typeof setImmediate]).toEqual(
    Array(4).fill('undefined'),
  )
})

it('the simulator answers a page that is tested in jsdom', async (simulator) => {
  simulator.make.invoice()
  const headers = { 'X-API-KEY': simulator.apiKey }
  const answer = await simulator.fetch('/public/v1/invoices/', { headers })
  expect((await answer.json()).count).toBe(1)
})

it('so does its server', async (simulator) => {
  const server = await serve(simulator)
  expect(await statusOf(`${server.url}/public/v1/invoices/`, { 'X-API-KEY': simulator.apiKey })).toBe(200)
  await server.close()
})

it('a pause of an hour takes no time', (simulator) =>
  withVirtualTime(simulator, async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_600_000))
    expect(simulator.clock.now).toBe('2026-01-15T10:00:00.000Z')
  }))
