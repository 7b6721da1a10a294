import { addons } from 'storybook/preview-api'
import type { Simulator } from '../../index'
import { startWorker } from '../browser/start-worker'
import type { WorkerUser } from '../browser/worker-script'
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
  /** msw's worker. Of this addon and msw-storybook-addon, the one that comes first puts it there. */
  msw?: Worker
  /** One signal for as long as the story stays mounted. */
  readonly abortSignal: AbortSignal
}

/** Made with the first story: this module is also read where there is no page. */
let switchboard: Switchboard | undefined
let ownWorker: Promise<Worker> | undefined
let answers: PanelAnswers | undefined
/** A story whose arguments change is rendered again, and goes on in its world. */
const mounted = new WeakMap<AbortSignal, Required<Pick<StoryContext, 'simulator' | 'msw'>>>()

/** Stories on one docs page would share a window, and with it the world: each gets a frame of its own. */
export const parameters = { docs: { story: { inline: false, height: '320px' } } }

export async function beforeEach(context: StoryContext): Promise<() => void | Promise<void>> {
  const before = mounted.get(context.abortSignal)
  if (before) {
    context.simulator = before.simulator
    context.msw ??= before.msw
    return () => undefined
  }
  const simulator = await simulatorFor(context.parameters.accountingSimulator ?? {})
  const isOurs = context.msw === undefined
  const worker = context.msw ?? (await workerOfPage())
  // msw-storybook-addon starts no second worker if there is one.
  context.msw = worker
  switchboard ??= new Switchboard()
  const end = await switchboard.lead(worker, simulator)
  context.simulator = simulator
  mounted.set(context.abortSignal, { simulator, msw: worker })
  const panel = panelAnswers()
  panel?.show(simulator)
  return () => {
    const ended = end()
    mounted.delete(context.abortSignal)
    // Handlers that the story has added itself.
    if (isOurs) worker.resetHandlers()
    panel?.show(undefined)
    simulator[Symbol.dispose]()
    return ended
  }
}

const IN_STORYBOOK: WorkerUser = {
  name: 'accounting-simulator/storybook',
  placing: "and let Storybook serve that folder: staticDirs: ['../public'] in .storybook/main.",
  scoping: "Serve the script from Storybook's own folder or above it.",
}

function workerOfPage(): Promise<Worker> {
  ownWorker ??= startWorker({}, IN_STORYBOOK)
  return ownWorker
}

/** Undefined where there is no manager, as under vitest. */
function panelAnswers(): PanelAnswers | undefined {
  if (!addons.hasChannel()) return undefined
  answers ??= new PanelAnswers(addons.getChannel() as unknown as Channel)
  return answers
}
