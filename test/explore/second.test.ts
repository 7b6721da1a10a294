import { type Experiment, explore } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { isThorough } from '../support/thorough'
import { BY_ORDERS, SECOND } from './clients/second'

/** A search takes hundreds of runs, so a sample is played of the bugs that only longer ones find. */
const sampled = <T>(bugs: readonly T[]): readonly T[] =>
  isThorough ? bugs : bugs.filter((_, at) => at % 3 === 0)

const PATIENCE = isThorough ? 3_600_000 : 120_000

/** What is found fails again in the same way. */
async function isFound(experiment: Experiment): Promise<void> {
  const { failure } = await explore({ ...experiment, budget: { runs: 1000, requests: 20_000 } })
  expect(failure?.plan.length).toBeGreaterThanOrEqual(1)
  expect(failure?.plan.length).toBeLessThanOrEqual(2)
  const again = await explore.once(experiment, failure?.plan ?? [])
  expect(again.failure?.story).toBe(failure?.story)
}

describe('a planted bug', () => {
  it.each(sampled(SECOND))('%s: found by default', { timeout: PATIENCE }, async (_, make) =>
    isFound(await make(false)),
  )

  it.each(sampled(BY_ORDERS))('%s: found without any fault', { timeout: PATIENCE }, async (_, make) =>
    isFound({ ...(await make(false)), faults: 'orders' }),
  )
})
