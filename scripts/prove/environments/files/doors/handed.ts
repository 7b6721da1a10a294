import type { Simulator } from 'accounting-simulator'

/** The client is given the simulator's fetch. */
export const open = async ({ baseUrl, fetch }: Simulator) => ({ baseUrl, fetch, async close() {} })
