import type { Simulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { setupWorker } from 'msw/browser'

/** The service worker of msw, which sees the requests of the page. */
export async function open(simulator: Simulator) {
  const worker = setupWorker(...handlers(simulator))
  await worker.start({ quiet: true, onUnhandledRequest: 'bypass' })
  const close = async (): Promise<void> => worker.stop()
  return { baseUrl: simulator.baseUrl, fetch: globalThis.fetch.bind(globalThis), close }
}
