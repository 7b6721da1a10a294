import { explore } from 'accounting-simulator/explore'
import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OTHERS } from '../../src/tools/explore/plan/kinds'
import { isThorough, sampled } from '../support/thorough'
import { CORRECT_CLIENTS } from './clients/correct'

/** What the clients log is of no interest here. */
beforeEach(() => void vi.spyOn(console, 'debug').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

const PATIENCE = isThorough ? 3_600_000 : 120_000

const SEARCHES = {
  production: { faults: 'production' },
  orders: { faults: 'orders' },
  evolution: { faults: 'evolution' },
  'what other users do': { faults: isThorough ? 'production' : OTHERS, others: true },
} as const

test.each(
  sampled(
    CORRECT_CLIENTS.flatMap(([name, make]) =>
      Object.entries(SEARCHES).map(([what, options]) => [name, what, make, options] as const),
    ),
    // Most clients come to one of the searches, and to another one than the client before.
    5,
  ),
)('a correct client, %s, survives %s', { timeout: PATIENCE }, async (_, __, make, options) => {
  const experiment = await make()
  const server = setupServer(...handlers(experiment.world))
  server.listen()
  try {
    const budget = { runs: isThorough ? 2000 : 10 }
    const { failure, warnings } = await explore({ ...experiment, ...options, budget })
    expect(failure?.story).toBeUndefined()
    expect(warnings.join()).not.toContain('run ended')
  } finally {
    server.close()
  }
})
