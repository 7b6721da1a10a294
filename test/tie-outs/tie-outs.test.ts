import { expect, test } from 'vitest'
import { expectHledgerAgrees, isHledgerInstalled } from '../support/hledger'
import { isThorough } from '../support/thorough'
import { problemsOf } from './problems'
import { KEPT_SEEDS } from './seeds'
import { takeStep } from './steps'
import { Story } from './story'

/** How many worlds live through how many steps; TIE_OUTS=10x3000 makes it as long as one likes. */
const [RUNS = 0, STEPS = 0] = (process.env.TIE_OUTS ?? (isThorough ? '10x3000' : '3x150'))
  .split('x')
  .map(Number)
/** The first of the seeds. */
const FIRST = Number(process.env.TIE_OUTS_SEED ?? 1)

/** What happens, and is not refused, in each world that lives long. */
const EVERY_STORY_HAS = [
  ...['sell', 'activate', 'use', 'pay', 'credit', 'archive', 'terminate', 'archive contract'],
  ...['put memo', 'put rate', 'put date', 'put price'],
  ...['buy USD', 'buy EUR', 'edit asset', 'dispose'],
  ...['owe', 'pay entry', 'put entry as it is', 'put entry archived', 'put entry no ids refused: items'],
  ...[
    'put payment posted',
    'put payment archived',
    'name source',
    'put bill without ids',
    'template',
    'file',
  ],
]

async function live(seed: number, steps: number): Promise<Story> {
  const story = new Story(seed)
  for (let step = 1; step <= steps; step += 1) {
    await takeStep(story)
    // Changes are told after the step that made them.
    await new Promise((resolve) => setImmediate(resolve))
    expect(
      problemsOf(story, step === steps ? 0 : step),
      `seed ${seed}, step ${step}, ${story.today}`,
    ).toEqual([])
  }
  if (isHledgerInstalled) expectHledgerAgrees(story.simulator)
  return story
}

test.each(Array.from({ length: RUNS }, (_, index) => FIRST + index))(
  'seed %d ties out after every step',
  { timeout: 600_000 + STEPS * 2_000 },
  async (seed) => {
    const { seen } = await live(seed, STEPS)
    if (process.env.TIE_OUTS_SEEN)
      console.log(
        [...seen]
          .sort()
          .map((line) => line.join(': '))
          .join('\n'),
      )
    if (STEPS < 3000) return
    expect(EVERY_STORY_HAS.filter((what) => !seen.has(what))).toEqual([])
  },
)

test.each(KEPT_SEEDS)('kept seed %d of %d steps: %s', async (seed, steps) => {
  await live(seed, steps)
})
