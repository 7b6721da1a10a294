import { expect, test } from 'vitest'
import { seedOf } from '../support/chance'
import { isThorough } from '../support/thorough'
import { takeServiceStep } from './service-steps'
import { ServiceStory } from './service-story'

/** How many services live through how many steps; SERVICE=10x3000 makes it as long as one likes. */
const [RUNS = 0, STEPS = 0] = (process.env.SERVICE ?? (isThorough ? '20x1000' : '3x100'))
  .split('x')
  .map(Number)
/** The first of the seeds: another one every time, unless one is to be played again. */
const FIRST = seedOf('SERVICE_SEED')

/** Plays some steps of a seed. @returns what went wrong, and at which step */
async function play(
  seed: number,
  steps: readonly number[],
): Promise<{ story: ServiceStory; step?: number; error?: unknown }> {
  const story = new ServiceStory(seed)
  await story.open()
  for (const step of steps) {
    try {
      await takeServiceStep(story, step)
    } catch (error) {
      return { story, step, error }
    }
  }
  try {
    await story.conclude()
  } catch (error) {
    return { story, step: steps.at(-1) ?? 0, error }
  }
  return { story }
}

/** The fewest steps that go wrong in the same way: each is left out that is not needed. */
async function shrunk(seed: number, steps: readonly number[], message: string): Promise<readonly number[]> {
  let kept = steps
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < kept.length; ) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)]
      const { error } = await play(seed, fewer)
      if (error && firstLine(error) === message) kept = fewer
      else at += size
    }
  return kept
}

/** The message without its numbers, which are others when steps are left out. */
const firstLine = (error: unknown): string => String(error).split('\n')[0]?.replaceAll(/\d+/g, '#') ?? ''

test.each(Array.from({ length: RUNS }, (_, index) => FIRST + index))(
  'seed %d keeps every promise after every step',
  { timeout: 600_000 + STEPS * 2_000 },
  async (seed) => {
    const only = process.env.SERVICE_STEPS?.split(',').map(Number)
    const steps = only ?? Array.from({ length: STEPS }, (_, index) => index + 1)
    const { error, step, story } = await play(seed, steps)
    if (process.env.SERVICE_SEEN)
      console.log(
        [...story.counts]
          .sort()
          .map((line) => line.join(': '))
          .join('\n'),
      )
    if (!error) return expect(story.told.length).toBeGreaterThan(0)
    if (process.env.SERVICE_UNSHRUNK) throw error
    const needed =
      only ?? (await shrunk(seed, steps.slice(0, steps.indexOf(step as number) + 1), firstLine(error)))
    const { story: last } = await play(seed, needed)
    console.log(
      `SERVICE_SEED=${seed} SERVICE_STEPS=${needed} SERVICE=1x1 npx vitest run test/simulation/service.test.ts\n${last.told.join('\n')}`,
    )
    throw error
  },
)
