import { createSimulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { serve } from 'accounting-simulator/node'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS, type ClientName } from '../../examples/sleeping-clients/clients.js'
import { live, TROUBLES } from '../../examples/sleeping-clients/life.js'
import { isThorough } from '../support/thorough'

/**
 * Every client, as it comes, lives for a while in every named scenario. The example plays all of it with the packed
 * package (node:test and jest); here each client lives in one of five troubles, unless PROVE=1 asks for all.
 */
const NAMES = Object.keys(CLIENTS) as ClientName[]
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
afterEach(() => server.resetHandlers())
afterAll(() => {
  server.close()
  const seconds = (passed.milliseconds / 1000).toFixed(1)
  console.info(`vitest: ${passed.days.toFixed(0)} days of virtual time in ${seconds} s of real time`)
})
const passed = { days: 0, milliseconds: 0 }

const lives = (client: number) =>
  Object.entries(TROUBLES).filter((_, at) => isThorough || (at + 2 * client) % NAMES.length === 0)

describe.each(NAMES)('%s', (name) => {
  it.each(lives(NAMES.indexOf(name)))('%s', { timeout: 120_000 }, async (_, trouble) => {
    const simulator = createSimulator()
    // msw does not reach undici.
    const http = name === 'undici' ? await serve(simulator) : undefined
    if (!http) server.use(...handlers(simulator))
    const baseUrl = http?.url ?? simulator.baseUrl
    const { steps, statuses, days, milliseconds } = await live(simulator, CLIENTS[name], baseUrl, trouble)
    passed.days += days
    passed.milliseconds += milliseconds
    expect(steps).toBeGreaterThan(0)
    expect(statuses[200] ?? 0).toBeGreaterThan(0)
    expect(simulator.books.check()).toEqual([])
    simulator[Symbol.dispose]()
    await http?.close()
  })
})
