import { createSimulator, type Scenario, type Simulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { serve } from 'accounting-simulator/node'
import { scenarios } from 'accounting-simulator/scenarios'
import { withVirtualTime } from 'accounting-simulator/time'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { INVOICE, INVOICES } from '../support/worlds/shop'
import { CLIENTS, type Client, type ClientName } from './clients'
import { HEADERS } from './instants'

/** Every client, as it comes, lives for a while in every named scenario. */
const DAY = 86_400_000
const NAMES = Object.keys(CLIENTS) as ClientName[]
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
afterEach(() => server.resetHandlers())
afterAll(() => {
  server.close()
  const days = (passed.virtual / DAY).toFixed(0)
  console.info(`${days} days of virtual time in ${(passed.real / 1000).toFixed(1)} s of real time`)
})
const passed = { virtual: 0, real: 0 }

/** Minutes in which something happens, then days until nothing is to come. */
function hoursOf(unfired: readonly { due: string | null }[], start: number): number[] {
  const last = Math.max(start, ...unfired.map(({ due }) => (due === null ? start : Date.parse(due))))
  const days = Math.ceil((last - start) / DAY) + 1
  const minutes = Array.from({ length: 10 }, (_, turn) => turn / 20)
  return [...minutes, ...Array.from({ length: 3 }, (_, turn) => 8 * days * (turn + 1))]
}

async function live(simulator: Simulator, client: Client, baseUrl: string, scenario: Scenario) {
  const start = Date.now()
  const hook = { url: 'https://hooks.example.com/in', topics: ['core.invoice/created'] }
  const registered = await simulator.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify(hook),
  })
  expect(registered.status).toBe(201)
  simulator.webhooks.connect(hook.url, () => new Response())
  const play = await simulator.play(scenario)
  const statuses: Record<number, number> = {}
  const ask = async (call: Pick<Parameters<Client>[0], 'method' | 'body'>, key: string): Promise<void> => {
    const headers = { ...HEADERS, 'Idempotency-Key': key }
    const status = await client({ ...call, url: baseUrl + INVOICES, headers })
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  for (const hour of hoursOf(play.unfired, start)) {
    await simulator.clock.sleep(Math.max(0, start + hour * 3_600_000 - Date.now()))
    const body = JSON.stringify({ ...INVOICE, reference_number: `R-${hour}` })
    await Promise.all([ask({ method: 'POST', body }, `post-${hour}`), ask({ method: 'GET' }, `get-${hour}`)])
  }
  return { play, statuses }
}

describe.each(NAMES)('%s', (name) => {
  it.each(Object.entries(scenarios))('%s', { timeout: 120_000 }, async (_, scenario) => {
    const simulator = createSimulator()
    const isOverHttp = name === 'undici'
    const http = isOverHttp ? await serve(simulator) : undefined
    if (!http) server.use(...handlers(simulator))
    const began = process.hrtime.bigint()
    const from = simulator.clock.now
    const { play, statuses } = await withVirtualTime(
      simulator,
      () => live(simulator, CLIENTS[name], http?.url ?? simulator.baseUrl, scenario),
      { maxJumps: 100_000 },
    )
    passed.real += Number(process.hrtime.bigint() - began) / 1e6
    passed.virtual += Date.parse(simulator.clock.now) - Date.parse(from)
    expect(play.fired.length).toBeGreaterThan(0)
    expect(statuses[200] ?? 0).toBeGreaterThan(0)
    expect(simulator.books.check()).toEqual([])
    simulator[Symbol.dispose]()
    await http?.close()
  })
})
