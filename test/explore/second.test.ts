import { type Experiment, explore } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { isThorough, sampled } from '../support/thorough'
import { BY_ORDERS, SECOND } from './clients/second'

const PATIENCE = isThorough ? 3_600_000 : 120_000

/** What is found fails again in the same way. */
async function isFound(experiment: Experiment): Promise<void> {
  const { failure } = await explore({ ...experiment, budget: { runs: 1000, requests: 20_000 } })
  expect(failure?.plan.length).toBeGreaterThanOrEqual(1)
  expect(failure?.plan.length).toBeLessThanOrEqual(2)
  const again = await explore.once(experiment, failure?.plan ?? [])
  expect(again.failure?.story).toBe(failure?.story)
}

// A search takes hundreds of runs.
describe('a planted bug', () => {
  it.each(sampled(SECOND, 6, 3))('%s: found by default', { timeout: PATIENCE }, async (_, make) =>
    isFound(await make(false)),
  )

  it.each(sampled(BY_ORDERS, 3))('%s: found without any fault', { timeout: PATIENCE }, async (_, make) =>
    isFound({ ...(await make(false)), faults: 'orders' }),
  )
})
