import type { Simulator, SimulatorFetch } from '../../../index'
import { internalsOf } from '../../../simulator/internals-of'
import { currentScope } from '../../../virtual-time/time-scope'
import { Life } from '../run/life'

/** The function that answers requests which a program sends without the injected `fetch`. */
type FetchOf = (life: Life) => SimulatorFetch

const EVENTS = ['unhandledRejection', 'uncaughtException'] as const
type Listener = (...given: unknown[]) => void

const lifeAtWork = (): Life | undefined => {
  const scope = currentScope()
  return scope instanceof Life ? scope : undefined
}

/** Leads requests to the plan's simulator and unhandled errors to its trial, until the returned function is called. */
export function guardHost({
  world,
  portOf,
  unhandled,
}: {
  world: Simulator
  portOf: FetchOf
  unhandled(error: unknown): void
}): () => void {
  const origin = new URL(world.baseUrl).origin
  const stopDiverting = internalsOf(world).redirect.start(() => {
    const life = lifeAtWork()
    return life && portOf(life)
  })
  const { fetch } = globalThis
  const ours: typeof fetch = (input, init) => {
    const life = lifeAtWork()
    return life && originOf(input) === origin ? portOf(life)(input as Request, init) : fetch(input, init)
  }
  globalThis.fetch = ours
  const before = EVENTS.map((event) => process.listeners(event as 'uncaughtException') as Listener[])
  for (const event of EVENTS) {
    process.removeAllListeners(event)
    process.on(event, unhandled)
  }
  return () => {
    stopDiverting()
    if (globalThis.fetch === ours) globalThis.fetch = fetch
    for (const [index, event] of EVENTS.entries()) {
      process.removeListener(event, unhandled)
      for (const listener of before[index] ?? []) process.on(event, listener)
    }
  }
}

function originOf(input: Request | URL | string): string | undefined {
  const url = input instanceof Request ? input.url : String(input)
  return URL.canParse(url) ? new URL(url).origin : undefined
}
