import { explore } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { KIND_NAMES, kindOf } from '../../src/tools/explore/plan/kinds'
import { isThorough, sampled } from '../support/thorough'
import { CORRECT, PLANTED } from './clients/planted'
import { reader } from './clients/reader'

/** A client that never stops is played until its time is over. */
const PATIENCE = 120_000

describe('a planted bug', () => {
  it.each(sampled(PLANTED, 3))(
    '%s: shown by its plan, and by no calm run',
    { timeout: PATIENCE },
    async (_, plan, experiment) => {
      const report = await explore.once(experiment(), plan)
      expect(report).toMatchObject({ survived: false, unreached: [] })
      expect(await explore.once(experiment(), [])).toMatchObject({ survived: true })
    },
  )

  it.runIf(isThorough).each(PLANTED)('%s: found with the default budget', async (_, __, experiment) => {
    const { failure, survived } = await explore(experiment())
    expect(survived).toBe(false)
    expect(failure?.plan.length).toBeGreaterThanOrEqual(1)
    expect(failure?.plan.length).toBeLessThanOrEqual(2)
  })
})

describe('a correct client', () => {
  // Nobody can mirror a service that denies what it has.
  // None of these programs hears of all topics, or looks whether its webhook was disabled (told.test.ts has one),
  // or lists records with amounts (evolution.test.ts has one).
  // None has a contract, or asks for posted records only.
  const TAKING = [
    'evolve-topic',
    'evolve-large-amount',
    'receiver-down',
    'other-removes-oldest',
    'other-closes',
  ]
  it.each(KIND_NAMES.filter((kind) => !TAKING.includes(kind)))(
    '%s: whoever it can happen to survives it',
    async (kind) => {
      let met = 0
      // Two writes of others, or two outages of days, may be more than a client can put right.
      const isUsual = ['network', 'production'].includes(kindOf(kind).profile)
      for (const [name, experiment] of [...CORRECT, ['reader', reader] as const]) {
        if (kind === 'stale' && name === 'mirror') continue
        const report = await explore({
          ...(await experiment()),
          faults: [kind],
          others: false,
          budget: { runs: isThorough && isUsual ? 30 : 4 },
        })
        expect([name, report.failure?.story]).toEqual([name, undefined])
        met += report.reached.length
        // The other clients survive more than this in correct.test.ts.
        if (met > 0 && !isThorough) break
      }
      expect(met).toBeGreaterThan(0)
    },
  )
})
