import { explore, type Plan } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { sampled } from '../support/thorough'
import { welcomer } from './clients/welcomer'

const created = (kind: string, more: object = {}): Plan =>
  [{ on: 'DELIVERY core.customer/created', delivery: 1, do: kind, ...more }] as unknown as Plan

const updated = { on: 'DELIVERY core.customer/updated', delivery: 1 }

describe('a receiver that looks and then does', { timeout: 120_000 }, () => {
  it.each([
    ['its event twice at once', {}, created('delivery-twice-at-once')],
    ['its event beside the nightly run', { hasRun: true }, created('delivery-beside-run')],
    ['two events at once', { writesTwice: true }, created('hold', { leg: 'in', until: updated })],
  ] as const)('%s: it does it twice, and one that takes turns does not', async (_, habits, plan) => {
    const { failure } = await explore.once(await welcomer(habits), plan)
    expect(failure?.complaint).toBe('C-1 was welcomed 2 times')
    expect(failure?.story).toMatchSnapshot()
    expect(await explore.once(await welcomer(habits), [])).toMatchObject({ survived: true })
    const careful = await explore.once(await welcomer({ ...habits, takesTurns: true }), plan)
    expect(careful).toMatchObject({ survived: true, unreached: [] })
  })

  const FOUND = [
    ['twice at once', {}, 62],
    ['beside the run', { hasRun: true }, 70],
    ['two at once', { writesTwice: true }, 70],
  ] as const
  it.each(sampled(FOUND, 3, 1))(
    '%s: found with the default budget, and the careful one survives',
    async (_, habits, runs) => {
      const found = await explore(await welcomer(habits))
      expect(found.failure?.plan).toHaveLength(1)
      expect(found.runs).toBeLessThan(runs)
      const careful = await welcomer({ ...habits, takesTurns: true })
      const report = await explore({ ...careful, budget: { runs: 80 } })
      expect(report.failure?.story).toBeUndefined()
    },
  )

  it('a program without a run has none beside it: the misfortune did not happen', async () => {
    const { start, ...experiment } = await welcomer({ takesTurns: true })
    experiment.world.make.customer({ unique_id: 'C-1' } as never)
    const receives = (stage: Parameters<typeof start>[0]) => ({ receive: Object(start(stage)).receive })
    const report = await explore.once({ ...experiment, start: receives }, created('delivery-beside-run'))
    expect(report).toMatchObject({ survived: true, unreached: [{ kinds: ['delivery-beside-run'] }] })
  })
})
