import type { Simulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { server } from './server'

/** The msw server that the project has already. It forgets these handlers after each test. */
export async function open(simulator: Simulator) {
  server.use(...handlers(simulator))
  return { baseUrl: simulator.baseUrl, fetch: globalThis.fetch, async close() {} }
}
