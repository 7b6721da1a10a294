import { controls } from 'accounting-simulator/controls'
import type { SimulatorOptions } from '../../index'
import { own, ownWhenFree } from './ownership'
import { openWorld, type PageWorld, type WorldPlace } from './page-world'
import type { SavedWorlds } from './saved-worlds'
import { TabRelay } from './tab-relay'

/** Access to the world that all tabs of an origin share. */
export interface SharedSimulator {
  /** The address of the service. */
  readonly baseUrl: string
  /** A key with all permissions. */
  readonly apiKey: string
  /** Sends a request to the service, as `simulator.fetch` does. */
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response>
  /** The controls of the shared simulator, as a function of web requests (docs/controls.md). */
  controls(request: Request): Promise<Response>
}

interface SharedWorld {
  readonly simulator: SharedSimulator
  reset(): Promise<void>
  close(): Promise<void>
}

/**
 * One tab holds the simulator, and the other tabs send their requests to it. When that tab closes, the next
 * one takes over with the saved world. A SharedWorker is not used, because bundlers disagree on how a library
 * finds its worker (decisions/0022-one-tab-holds-the-shared-world.md).
 */
export async function openSharedWorld(options: SimulatorOptions, origin: string): Promise<SharedWorld> {
  if (!('locks' in navigator))
    throw new Error('startInBrowser: shared: true needs a secure context. Use https or http://localhost.')
  const name = `accounting-simulator shared ${origin}`
  const leaving = new AbortController()
  const relay = new TabRelay(name)
  let held: PageWorld | undefined

  const hold = async (release: () => void): Promise<void> => {
    held = await openWorld(options, (worlds) => sharedPlace(worlds, name, release))
    relay.answerWith(doorsOf(held))
  }
  const release = await own(name)
  if (release) await hold(release)
  else void ownWhenFree(name, leaving.signal).then((freed) => freed && hold(freed))

  const base = new URL(origin).origin
  const index = await relay.call('controls', new Request(`${base}/__simulator/`))
  const { apiKey } = (await index.json()) as { readonly apiKey: string }
  return {
    simulator: {
      baseUrl: base,
      apiKey,
      fetch: (input, init) =>
        relay.call(
          'service',
          new Request(
            typeof input === 'string' && input.startsWith('/') ? new URL(input, base) : input,
            init,
          ),
        ),
      controls: (request) => relay.call('controls', request),
    },
    async reset() {
      await relay.call('reset', new Request(base, { method: 'POST' }))
    },
    async close() {
      leaving.abort()
      relay.close()
      await held?.close()
    },
  }
}

function doorsOf(world: PageWorld): Record<string, (request: Request) => Promise<Response>> {
  const { simulator } = world
  return {
    service: (request) => simulator.fetch(request),
    controls: controls(simulator),
    async reset() {
      await world.reset()
      return new Response()
    },
  }
}

/** The slot of the shared world. localStorage tells its id to all tabs. */
async function sharedPlace(worlds: SavedWorlds, name: string, release: () => void): Promise<WorldPlace> {
  const known = Number(localStorage.getItem(name) ?? 0)
  const saved = known > 0 ? await worlds.get(known) : undefined
  if (saved) return { id: known, saved, release }
  const id = await worlds.newId()
  localStorage.setItem(name, String(id))
  return { id, saved: undefined, release }
}
