import { createSimulator, type Simulator } from 'accounting-simulator'
import { INVOICE, INVOICES } from '../support/worlds/shop'

export const START = '2026-01-15T09:00:00.000Z'
export const HEADERS = { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json' }

/** So many seconds after the start. */
export const at = (seconds: number): string => new Date(Date.parse(START) + seconds * 1000).toISOString()

/** Sends one request to make an invoice. */
export const create = (simulator: Simulator, send: typeof fetch = simulator.fetch): Promise<Response> =>
  send(`${simulator.baseUrl}${INVOICES}`, { method: 'POST', headers: HEADERS, body: JSON.stringify(INVOICE) })

/** Tries until it is served, pausing as it is told to; how often it tried. */
export async function createPatiently(
  simulator: Simulator,
  pause: (seconds: number) => unknown,
): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const { status, headers } = await create(simulator)
    if (status !== 429) return tries
    await pause(Number(headers.get('Retry-After')))
  }
}

export const automatic = (): Simulator => createSimulator({ clock: 'auto' })
