import type { Simulator } from 'accounting-simulator'

/** Requests to the simulator's origin are intercepted already. */
export const open = async ({ baseUrl }: Simulator) => ({ baseUrl, fetch: globalThis.fetch, async close() {} })
