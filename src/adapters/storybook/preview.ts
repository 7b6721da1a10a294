import { addons } from 'storybook/preview-api'
import type { Simulator } from '../../index'
import { startWorker } from '../browser/start-worker'
import { PanelAnswers } from './answer-panel'
import type { Channel } from './channel'
import type { AccountingSimulatorParameters } from './parameters'
import { simulatorFor } from './story-simulator'
import { Switchboard, type Worker } from './switchboard'

/** What the addon adds to the context of a story. */
export interface StorySimulator {
  /** The story's own simulator: a fork, disposed of when the story ends. */
  simulator: Simulator
}

interface StoryContext extends Partial<StorySimulator> {
  readonly parameters: { readonly accountingSimulator?: AccountingSimulatorParameters }
  /** msw's worker, if msw-storybook-addon is there, too. */
  readonly msw?: Worker
}

const switchboard = new Switchboard()
let ownWorker: Promise<Worker> | undefined
let answers: PanelAnswers | undefined

/** Stories on one docs page would share a window, and with it the world: each gets a frame of its own. */
export const parameters = { docs: { story: { inline: false, height: '320px' } } }

export async function beforeEach(context: StoryContext): Promise<() => void> {
  const simulator = await simulatorFor(context.parameters.accountingSimulator ?? {})
  const end = switchboard.lead(context.msw ?? (await workerOfPage()), simulator)
  context.simulator = simulator
  const panel = panelAnswers()
  panel?.show(simulator)
  return () => {
    end()
    panel?.show(undefined)
    simulator[Symbol.dispose]()
  }
}

function workerOfPage(): Promise<Worker> {
  ownWorker ??= startWorker({})
  return ownWorker
}

/** Undefined where there is no manager, as under vitest. */
function panelAnswers(): PanelAnswers | undefined {
  if (!addons.hasChannel()) return undefined
  answers ??= new PanelAnswers(addons.getChannel() as unknown as Channel)
  return answers
}
