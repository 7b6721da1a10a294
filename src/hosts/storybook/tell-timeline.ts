import type { Simulator } from '../../index'
import { vitestTask } from '../../running-test/vitest'
import { addHints } from '../../tools/ending/ending'
import { isOnDocsPage } from './docs-frame'
import type { AccountingSimulatorParameters } from './parameters'

/** The part of a story that Storybook has prepared and is used here. */
export interface PreparedStory {
  readonly parameters?: { readonly accountingSimulator?: AccountingSimulatorParameters }
  playFunction?: (context: PlayContext) => unknown
  /** True if its play function mounts it. */
  readonly usesMount?: boolean
}

interface PlayContext {
  readonly simulator?: Simulator
  readonly parameters: { readonly docs?: { readonly story?: { readonly autoplay?: boolean } } }
}

const wrapped = new WeakSet<object>()
const played = new WeakSet<Simulator>()

/** A story that is rendered again in its world does there nothing twice. */
export const notPlayedAgain = (simulator: Simulator): void => void played.add(simulator)

/** In Storybook: the error of a play function that fails tells the timeline, also to the test runner. */
export function tellInPlay(story: PreparedStory): void {
  const { playFunction } = story
  if (!playFunction || wrapped.has(story)) return
  wrapped.add(story)
  story.playFunction = async (context) => {
    if (context.simulator && played.has(context.simulator) && !story.usesMount) return
    // With many frames on a docs page, playing them all would take long.
    if (isOnDocsPage() && !story.usesMount && !context.parameters.docs?.story?.autoplay) return
    try {
      await playFunction(context)
    } catch (error) {
      if (context.simulator && error instanceof Error) await tell(changeable(error), context.simulator)
      throw error
    }
  }
}

/** The test runner shows 1,000 characters of an error. Some have the whole page from their second line on. */
const LONG = 500

async function tell(error: Error, simulator: Simulator): Promise<void> {
  const { message: whole } = error
  const [begin = ''] = whole.length > LONG ? whole.split('\n', 1) : [whole]
  error.message = begin
  await addHints(error, simulator)
  error.message += whole.slice(begin.length)
}

/** In the vitest addon, which plays a story without Storybook: the error of the test tells the timeline. */
export function tellInTest(simulator: Simulator): void {
  const task = vitestTask()
  if (!task) return
  task.onFailed ??= []
  task.onFailed.push(async () => {
    const error = task.result?.errors?.at(-1)
    if (error) await addHints(error, simulator)
  })
}

/** The message of a DOMException cannot be set. */
const changeable = (error: Error): Error =>
  Object.defineProperty(error, 'message', { value: error.message, writable: true, configurable: true })
