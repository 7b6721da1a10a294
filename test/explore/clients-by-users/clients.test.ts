import { type Experiment, explore } from 'accounting-simulator/explore'
import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isThorough, sampled } from '../../support/thorough'
import { type Make, MISTAKEN } from './all'

/** What the clients log is of no interest here. */
beforeEach(() => void vi.spyOn(console, 'debug').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

/** On a machine that has much to do, a client that asks for ever takes its time. */
const PATIENCE = isThorough ? 3_600_000 : 120_000

/** Clients with a transport of their own reach the simulator through msw. */
async function examine(make: Make, options: Partial<Experiment> = {}) {
  const experiment = { ...(await make()), ...options }
  const server = setupServer(...handlers(experiment.world))
  server.listen()
  try {
    return await explore(experiment)
  } finally {
    server.close()
  }
}

test.each(sampled(MISTAKEN, 4))(
  '%s: found, with at most two misfortunes',
  { timeout: PATIENCE },
  async (_, make, complaint) => {
    const report = await examine(make)
    expect(report.failure?.complaint).toMatch(complaint)
    expect(report.failure?.plan.length).toBeLessThanOrEqual(2)
  },
)
