import { refuseSurplus } from '../errors/at-caller'
import { checkOptionNames } from '../errors/option-names'
import type { Simulator, SimulatorOptions } from '../index'
import { optionsFingerprint } from './browser/fingerprint'
import { openWorld } from './browser/page-world'
import type { SharedSimulator } from './browser/shared-world'
import { placeOfTab } from './browser/tab'
import { interceptPage } from './browser/worker'
import type { WorkerOptions } from './browser/worker-script'
import type { Served } from './served'

export type { SharedSimulator, WorkerOptions }

export interface BrowserOptions extends SimulatorOptions {
  /**
   * The movement of virtual time. With a manual clock a rate limit never refills while a person waits.
   * @default 'live'
   */
  readonly clock?: 'manual' | 'auto' | 'live'
  /** True if all tabs of this origin share one world. @default false: each tab has its own */
  readonly shared?: boolean
  /** The URL and the scope of msw's worker script. */
  readonly worker?: WorkerOptions
}

/** The result of `startInBrowser`. With `shared: true` the simulator is a port to the world of all tabs. */
export interface InBrowser<S = Simulator> {
  /** The simulator that answers the page. */
  readonly simulator: S
  /** Saves the world, ends the interception and disposes of the simulator. */
  stop(): Promise<void>
  /** Resets the world to the one that the options describe, also for later page loads. */
  reset(): Promise<void>
}

/** Stored on the page, because after a hot reload the module may exist twice. */
interface PageState {
  readonly running: Map<
    string,
    { readonly options: string; readonly handle: Promise<InBrowser<Simulator | SharedSimulator>> }
  >
  readonly network: Parameters<typeof interceptPage>[0]
}

const STATE = Symbol.for('accounting-simulator.browser')

/**
 * Runs a simulator in this page: requests of the page to its `baseUrl` reach it through msw's service worker. The
 * world is kept in IndexedDB, so it survives reloads (docs/browser.md). A second call with equal options, such as
 * after a hot reload, gives the same simulator; with other options it replaces it.
 *
 * If `baseUrl` is the page's own origin, the simulator answers paths below `/public/` only.
 *
 * @throws OptionError naming the invalid option
 * @throws Error that says what to do if the worker script is missing or cannot control this page
 * @example
 * if (import.meta.env.DEV) {
 *   const { startInBrowser } = await import('accounting-simulator/browser')
 *   const { simulator } = await startInBrowser({ baseUrl: 'https://accounting.test' })
 * }
 */
export function startInBrowser(
  options: BrowserOptions & { readonly shared: true },
): Promise<InBrowser<SharedSimulator>>
export function startInBrowser(options?: BrowserOptions & { readonly shared?: false }): Promise<InBrowser>
export async function startInBrowser(
  options: BrowserOptions = {},
): Promise<InBrowser<Simulator | SharedSimulator>> {
  refuseSurplus(startInBrowser, arguments, 1)
  if (typeof window === 'undefined' || typeof document === 'undefined')
    throw new Error('startInBrowser needs a page. In Node use createSimulator with accounting-simulator/msw.')
  checkOptionNames(options, ['shared', 'worker'])
  const { running, network } = stateOfPage()
  const { baseUrl = 'https://accounting.test' } = options
  const wanted = optionsFingerprint(options)
  const before = running.get(baseUrl)
  if (before?.options === wanted) return before.handle
  const handle = (async () => {
    await before?.handle.then(
      ({ stop }) => stop(),
      () => undefined,
    )
    return start(options, network, () => {
      if (running.get(baseUrl)?.handle === handle) running.delete(baseUrl)
    })
  })()
  running.set(baseUrl, { options: wanted, handle })
  handle.catch(() => running.delete(baseUrl))
  return handle
}

function stateOfPage(): PageState {
  const page = globalThis as { [STATE]?: PageState }
  page[STATE] ??= { running: new Map(), network: { doors: [] } }
  return page[STATE]
}

async function start(
  { shared = false, worker = {}, clock = 'live', ...rest }: BrowserOptions,
  network: PageState['network'],
  ended: () => void,
): Promise<InBrowser<Simulator | SharedSimulator>> {
  const options = { ...rest, clock }
  const origin = rest.baseUrl ?? 'https://accounting.test'
  const world = shared
    ? await (await import('./browser/shared-world')).openSharedWorld(options, origin)
    : await openWorld(options, (worlds) => placeOfTab(worlds, origin))
  const door: Served = world.simulator
  try {
    const release = await interceptPage(network, door, worker)
    return {
      simulator: world.simulator,
      reset: () => world.reset(),
      async stop() {
        ended()
        await release()
        await world.close()
      },
    }
  } catch (error) {
    await world.close()
    throw error
  }
}
