import { type AssumptionId, type AssumptionOverrides, createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { type Turned, trailOf } from '../../src/tools/replay/checkpoints'
import { earlierRecords } from '../../src/tools/replay/earlier-records'
import { replayAlong, turnedTrail } from '../../src/tools/replay/incremental-replay'
import { readLimits, readRecording } from '../../src/tools/replay/read-recording'
import { playOne, type ReplayOutcome, type Run } from '../../src/tools/replay/replay-run'
import { Replayer } from '../../src/tools/replay/replayer'
import { serviceCalls } from '../../src/tools/replay/service-calls'
import { type Session, sessionOf } from '../../src/tools/replay/session'
import { isThorough } from '../support/thorough'
import { withNoise } from './noise'
import { castOf, chanceOf, randomSession } from './random-session'

const flips = createSimulator()
  .assumptions.register()
  .flatMap(({ id, default: standard, alternatives }) =>
    alternatives.filter((value) => value !== standard).map((value) => [id, value] as const),
  )

/** Replays everything from the beginning. */
async function replayWhole(session: Session, turned: Turned): Promise<Run> {
  const player = await Replayer.begin(session, Object.fromEntries(turned) as AssumptionOverrides)
  const { isWhole } = player
  const outcomes: ReplayOutcome[] = []
  for (const call of session.calls) outcomes.push(await playOne(player, call))
  return { outcomes, isWhole }
}

const told = ({ outcomes, isWhole }: Run) => ({
  isWhole,
  outcomes: outcomes.map(({ call: _, ...outcome }) => outcome),
})

test.each([
  ['empty', 'amount-rendering'],
  ['small-company', 'customer-type'],
] as const)('a replay in part knows which assumptions the world %s asked for: %s', async (world, id) => {
  expect((await trailOf(sessionOf([], [], { world }))).askedToBegin).toContain(id)
})

const seeds = Array.from({ length: isThorough ? 40 : 2 }, (_, seed) => seed + 1)

test.each(seeds)(
  'what is replayed in part tells the same as the whole: %i',
  { timeout: 240_000 },
  async (seed) => {
    const chance = chanceOf(seed + 31)
    const some = (count: number): [AssumptionId, unknown][] =>
      Array.from(
        { length: count },
        () => flips[Math.floor(chance() * flips.length)] as [AssumptionId, unknown],
      )
    const turned: AssumptionOverrides = Object.fromEntries(some(3))
    const recorded = withNoise(await randomSession(seed, turned, castOf(seed)), chance)
    const { calls } = serviceCalls(readRecording(recorded, readLimits()), undefined, {
      ...readLimits(),
    })
    const session = sessionOf(calls, earlierRecords(calls), {})
    let trail = await trailOf(session)
    for (let step = 0; step < 3; step += 1) {
      for (const [id, value] of some(8)) {
        const turned = new Map([...trail.turned, [id, value]])
        const run = await replayAlong(trail, turned, () => false)
        expect(told(run), JSON.stringify([...turned])).toEqual(told(await replayWhole(session, turned)))
      }
      // With others, and some of those no more.
      trail = await turnedTrail(trail, new Map([...[...trail.turned].slice(1), ...some(2)]))
      expect(told(trail)).toEqual(told(await replayWhole(session, trail.turned)))
    }
  },
)
