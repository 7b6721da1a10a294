import { afterEach, expect, test, vi } from 'vitest'
import { zero } from '../../src/kernel/money'
import { Table } from '../../src/kernel/table'
import { METERED, metered, TIERED } from '../support/worlds/metered-contract'
import { trading } from '../support/worlds/trade'

afterEach(() => vi.restoreAllMocks())

/** Sums and look-ups of one bulk upsert of so many records, counted: a count is the same on every machine. */
async function workOf(place: number, count: number): Promise<number> {
  const simulator = trading({ strict: false })
  const { use, upsert } = metered(simulator)
  const spies = [
    vi.spyOn(Object.getPrototypeOf(zero) as { plus: () => unknown }, 'plus'),
    vi.spyOn(Table.prototype, 'get'),
    vi.spyOn(Table.prototype, 'keysWhere'),
  ]
  const items = Array.from({ length: count }, () => use(place, '2026-01-10', 1))
  expect((await upsert(...items)).status).toBe(200)
  const work = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  vi.restoreAllMocks()
  return work
}

/** docs/service.md §13.5: tiers are cumulated once for a batch, so a record costs the same in a long one. */
test.each([
  ['by the unit', METERED],
  ['by tiers', TIERED],
])('a batch of usage %s is linear work', async (_, place) => {
  const [one = 0, two = 0, four = 0] = [
    await workOf(place, 100),
    await workOf(place, 200),
    await workOf(place, 400),
  ]
  expect(two - one).toBeGreaterThan(100)
  expect((four - two) / (two - one)).toBeLessThan(2.2)
})
