import { explore } from 'accounting-simulator/explore'
import { describe, expect, it } from 'vitest'
import { CORRECT, PLANTED } from './clients/planted'

describe('a planted bug is found with the default budget', () => {
  it.each(PLANTED)('%s', async (name, experiment) => {
    const report = await explore({ ...experiment(), ...(process.env.SHOW && { budget: { time: '10 minutes' } }) })
    if (process.env.SHOW) console.log(`### ${name}\n${report}`)
    expect(report.survived).toBe(false)
    expect(report.failure?.plan.length).toBeGreaterThanOrEqual(1)
    expect(report.failure?.plan.length).toBeLessThanOrEqual(2)
  })
})

describe('a correct client survives', () => {
  it.each(CORRECT)('%s', async (_, experiment) => {
    const report = await explore({ ...experiment(), budget: { runs: Number(process.env.RUNS ?? 60), time: '30 minutes' } })
    if (process.env.SHOW) console.log(String(report))
    expect(report.failure?.story).toBeUndefined()
  })
})
