import type { Simulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'

/** HTTP on a loopback port. */
export async function open(simulator: Simulator) {
  const server = await serve(simulator)
  return { baseUrl: server.url, fetch: globalThis.fetch, close: () => server.close() }
}
