import { createSimulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { fresh } from './fresh'
import { GROUPS, routesOf, supportMatrix, untold } from './support-matrix'

describe('docs/support.md', () => {
  it.each(Object.entries(GROUPS))('%s has operations', (_, group) => {
    expect(routesOf(group).length).toBeGreaterThan(0)
  })

  it('names every member of simulator.records that has operations', () => {
    const { records } = createSimulator()
    const offered = Object.keys(records).filter((name) => routesOf(name).length > 0)
    expect(Object.values(GROUPS)).toEqual(expect.arrayContaining(offered))
  })

  it('has words for every behaviour', () => expect(untold()).toEqual([]))

  it('is fresh (UPDATE=1 rewrites it)', () => fresh('docs/support.md', 'support', supportMatrix()))
})
