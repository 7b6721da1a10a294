import { type AssumptionOverrides, createSimulator } from 'accounting-simulator'
import { replay } from 'accounting-simulator/replay'
import { expect, test } from 'vitest'
import { isThorough } from '../support/thorough'
import { withNoise } from './noise'
import { ALONE, type Cast, castOf, chanceOf, randomSession } from './random-session'
import { type Entry, wholeRecording, written } from './whole-recording'

const RECORDINGS = isThorough ? 500 : 1
const MOST_TURNED = 8

/**
 * Seeds that went wrong once: a number in a message was taken for the identifier of an item or customer that does not
 * exist, such as that of a line in "Line 2: ...", or the lengths that a key may have.
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

const recordings: [seed: number, cast: Cast][] = [
  ...KEPT_SEEDS.map((seed): [number, Cast] => [seed, ALONE]),
  [1140, castOf(140)],
  [1149, castOf(149)],
  ...Array.from({ length: RECORDINGS }, (_, seed): [number, Cast] => [seed + 1000, castOf(seed)]),
]

/**
 * Random sessions with earlier records, noise, clocks that are wrong, and beginnings in the middle, some with several
 * API keys and with deliveries of webhooks: what is contradicted was turned, to that value.
 */
test.each(recordings)('recording %i accuses nobody falsely, %j', { timeout: 240_000 }, async (seed, cast) => {
  const chance = chanceOf(seed + 7)
  const turned: Readonly<Record<string, unknown>> = turnedBy(chance)
  const recorded = await randomSession(seed, turned as AssumptionOverrides, cast)
  const report = await replay(withNoise(recorded, chance))
  expect(report.exchanges).toBeGreaterThan(0)
  const wrong = report.contradicted.filter(({ id, fits }) => fits.length !== 1 || fits[0] !== turned[id])
  expect(wrong, `seed ${seed}`).toEqual([])
  if (Object.keys(turned).length === 0) expect(report.undecided).toEqual([])
})

/** Contracts, schedules, approvals, assets, webhooks, pages, two keys and faults of the simulator itself. */
const WHOLE = isThorough ? 1000 : 1
/** Seeds that went wrong once, each for a reason of its own. */
const KEPT_WHOLE = [4, 19, 41, 61, 86, 91, 136, 182, 1108, 1682, 1817]
const wholeSeeds = [...KEPT_WHOLE, ...Array.from({ length: WHOLE }, (_, at) => at + 1000)]

test.each(wholeSeeds)('recording %i of the simulator itself agrees', { timeout: 240_000 }, async (seed) => {
  const whole = await wholeRecording(seed)
  const isAnswered = ({ request, response }: Entry): boolean =>
    response !== null && request.url.includes('/public/')
  const cut = whole.slice(Math.floor(chanceOf(seed + 0.3)() * whole.length))
  for (const [at, entries] of [whole, cut].entries()) {
    if (!entries.some(isAnswered)) continue
    const form = (seed + at) % 2 === 0 ? 'HAR' : 'JSONL'
    const { differences, contradicted, undecided } = await replay(written(entries, form))
    expect({ at, differences, contradicted, undecided }).toEqual({
      at,
      differences: [],
      contradicted: [],
      undecided: [],
    })
  }
})
