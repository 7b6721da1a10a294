import type { Simulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'

/** An msw server for the time of a test. */
export async function open(simulator: Simulator) {
  const server = setupServer(...handlers(simulator))
  server.listen({ onUnhandledRequest: 'bypass' })
  const close = async (): Promise<void> => server.close()
  return { baseUrl: simulator.baseUrl, fetch: globalThis.fetch, close }
}
