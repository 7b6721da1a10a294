import type { Simulator } from 'accounting-simulator'

/** The global fetch is the simulator's own for the time of a test. */
export async function open({ baseUrl, fetch }: Simulator) {
  const real = globalThis.fetch
  globalThis.fetch = fetch
  const close = async (): Promise<void> => {
    globalThis.fetch = real
  }
  return { baseUrl, fetch: globalThis.fetch, close }
}
