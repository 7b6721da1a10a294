import { type AssumptionOverrides, createSimulator } from 'accounting-simulator'
import { replay } from 'accounting-simulator/replay'
import { expect, test } from 'vitest'
import { isThorough } from '../support/thorough'
import { withNoise } from './noise'
import { chanceOf, randomSession } from './random-session'

const RECORDINGS = isThorough ? 500 : 5
const MOST_TURNED = 8

/**
 * Seeds that went wrong once: the number of a line, in "Line 2: ...", was taken for the identifier of an item that
 * does not exist.
 */
const KEPT_SEEDS = isThorough ? [26, 99, 100] : [26]

const values = createSimulator()
  .assumptions.register()
  .flatMap(({ id, default: standard, alternatives }) =>
    alternatives.filter((value) => value !== standard).map((value) => ({ id, value })),
  )

/** Up to eight assumptions, each with another value than its default. */
function turnedBy(chance: () => number): AssumptionOverrides {
  const turned: Record<string, unknown> = {}
  for (let left = Math.floor(chance() * (MOST_TURNED + 1)); left > 0; left -= 1) {
    const one = values[Math.floor(chance() * values.length)]
    if (one) turned[one.id] = one.value
  }
  return turned as AssumptionOverrides
}

const seeds = [...KEPT_SEEDS, ...Array.from({ length: RECORDINGS }, (_, seed) => seed + 1000)]

/**
 * Random sessions with earlier records, noise, clocks that are wrong, and beginnings in the middle: what is
 * contradicted was turned, to that value.
 */
test.each(seeds)('recording %i accuses nobody falsely', { timeout: 240_000 }, async (seed) => {
  const chance = chanceOf(seed + 7)
  const turned: Readonly<Record<string, unknown>> = turnedBy(chance)
  const { traffic } = await randomSession(seed, turned as AssumptionOverrides)
  const report = await replay(withNoise(traffic, chance))
  expect(report.exchanges).toBeGreaterThan(0)
  const wrong = report.contradicted.filter(({ id, fits }) => fits.length !== 1 || fits[0] !== turned[id])
  expect(wrong, `seed ${seed}`).toEqual([])
  if (Object.keys(turned).length === 0) expect(report.undecided).toEqual([])
})
