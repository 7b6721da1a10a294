import { FORCE_REMOUNT, STORY_PREPARED } from 'storybook/internal/core-events'
import { addons } from 'storybook/preview-api'
import type { Simulator } from '../../index'
import { startWorker } from '../browser/start-worker'
import { foldersOfStories, type WorkerUser } from '../browser/worker-script'
import { PanelAnswers } from './answer-panel'
import type { Channel } from './channel'
import { FRAME_HEIGHT, fitFrame } from './docs-frame'
import { KeptWorld, type Mounted } from './kept-world'
import type { AccountingSimulatorParameters, StoryArgs } from './parameters'
import { ReadArgs } from './read-args'
import { type MswWorker, StoryRouter } from './story-router'
import { checkName, simulatorFor } from './story-simulator'
import { notPlayedAgain, type PreparedStory, tellInPlay, tellInTest } from './tell-timeline'
import { chosen, type ToolbarGlobals } from './toolbar'

const DEFAULT_SERVICE = 'https://accounting.test'

export { globalTypes, initialGlobals } from './toolbar'

/** The addon adds these members to the context of a story. */
export interface StorySimulator {
  /** The story's own simulator: a fork, disposed of when the story ends. */
  simulator: Simulator
}

interface StoryContext extends Partial<StorySimulator> {
  readonly id: string
  readonly args: StoryArgs
  readonly globals: ToolbarGlobals
  readonly parameters: {
    readonly accountingSimulator?: AccountingSimulatorParameters
    readonly docs?: { readonly story?: { readonly height?: unknown } }
  }
  /** msw's worker. Of this addon and msw-storybook-addon, the one that comes first puts it there. */
  msw?: MswWorker
  /** One signal for as long as the story stays mounted. */
  readonly abortSignal: AbortSignal
}

/** From the beginning, because modules of stories may ask before a story begins. This is also read without a page. */
let router = typeof XMLHttpRequest === 'undefined' ? undefined : new StoryRouter(DEFAULT_SERVICE)
let ownWorker: Promise<MswWorker> | undefined
let answers: PanelAnswers | undefined
/** A story whose arguments change is rendered again, and goes on in its world unless that was made from them. */
const mounted = new WeakMap<AbortSignal, Mounted>()
const keptWorld = new KeptWorld()

/** Stories on one docs page would share a window, and with it the world: each gets a frame of its own. */
export const parameters = { docs: { story: { inline: false, height: FRAME_HEIGHT } } }

/** Without a manager, no channel is ever ready. */
void addons.ready().then((channel) => {
  keptWorld.hear(channel)
  channel.on(STORY_PREPARED, () => {
    const { __STORYBOOK_PREVIEW__: preview } = globalThis as {
      __STORYBOOK_PREVIEW__?: { readonly currentRender?: { readonly story?: PreparedStory } }
    }
    const story = preview?.currentRender?.story
    if (!story) return
    router?.expect(serviceOf(story.parameters))
    tellInPlay(story)
  })
})

export async function beforeEach(context: StoryContext): Promise<() => void | Promise<void>> {
  const before = mounted.get(context.abortSignal)
  if (before) {
    context.simulator = before.simulator
    context.msw ??= before.msw
    const { args, toolbar } = before.world
    if (!args.areIn(context.args) || toolbar !== JSON.stringify(chosen(context.globals)))
      addons.getChannel().emit(FORCE_REMOUNT, { storyId: context.id })
    return () => undefined
  }
  checkName(context.parameters)
  const kept = keptWorld.take(context.id)
  const args = kept?.world.args ?? new ReadArgs(context.args)
  const given = { ...context.parameters.accountingSimulator, ...chosen(context.globals) }
  router ??= new StoryRouter(DEFAULT_SERVICE)
  router.expect(serviceOf({ accountingSimulator: given }))
  const simulator = kept?.simulator ?? (await simulatorFor(given, args.read))
  if (kept) notPlayedAgain(simulator)
  const isOurs = context.msw === undefined
  const worker = context.msw ?? (await workerOfPage())
  // msw-storybook-addon starts no second worker if there is one.
  context.msw = worker
  const end = await router.lead(worker, simulator)
  const { Date: ownDate } = globalThis
  if (given.date === 'virtual') globalThis.Date = simulator.clock.timers.Date
  context.simulator = simulator
  tellInTest(simulator)
  const world = { args, toolbar: JSON.stringify(chosen(context.globals)) }
  const own: Mounted = { id: context.id, simulator, msw: worker, world }
  mounted.set(context.abortSignal, own)
  keptWorld.begin(own)
  const panel = panelAnswers()
  panel?.show(simulator)
  const endFitting = fitFrame(context.parameters.docs?.story?.height)
  return () => {
    endFitting()
    globalThis.Date = ownDate
    const ended = end()
    mounted.delete(context.abortSignal)
    // Handlers that the story has added itself.
    if (isOurs) worker.resetHandlers()
    panel?.show(undefined)
    keptWorld.end(own)
    return ended
  }
}

/** Parameters are not checked before their story begins. */
const serviceOf = ({ accountingSimulator }: StoryContext['parameters'] = {}): string =>
  String(accountingSimulator?.options?.baseUrl ?? DEFAULT_SERVICE)

const IN_STORYBOOK: WorkerUser = {
  name: 'accounting-simulator/storybook',
  placing: "and let Storybook serve that folder: staticDirs: ['../public'] in .storybook/main.",
  folders: foldersOfStories,
  scoping: "Serve the script from Storybook's own folder or above it.",
}

function workerOfPage(): Promise<MswWorker> {
  ownWorker ??= startWorker({}, IN_STORYBOOK)
  return ownWorker
}

/** Undefined where there is no manager, as under vitest. */
function panelAnswers(): PanelAnswers | undefined {
  if (!addons.hasChannel()) return undefined
  answers ??= new PanelAnswers(addons.getChannel() as Channel)
  return answers
}
