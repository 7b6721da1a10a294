import type { HttpHandler } from 'msw'
import * as msw from 'msw'
import { internalServerError } from './internal-server-error'
import { isNetworkError } from './is-network-error'
import type { Served } from './served'

/**
 * Handlers for `setupServer` or `setupWorker` of msw that serve the whole simulator at its `baseUrl`.
 *
 * The first handler is a catch-all: `simulator.fetch` answers every path and method of the simulator's
 * origin. So no request to it reaches a real server, whatever the option for unhandled requests is. The
 * second handler lets webhook deliveries pass to connected loopback servers.
 *
 * @throws Error if msw 3 does not support the runtime
 */
export function handlers(simulator: Served): HttpHandler[] {
  refuseUnfitRuntime()
  return [
    msw.http.all(everyUrlOf(simulator.baseUrl), async ({ request }) => {
      try {
        return await simulator.fetch(request)
      } catch (error) {
        return isNetworkError(error, request) ? msw.HttpResponse.error() : internalServerError(error)
      }
    }),
    msw.http.all(new ConnectedServers(simulator), () => msw.passthrough()),
  ]
}

/**
 * Matches the loopback servers connected at the time of the request. msw counts a request that a handler
 * passes on as handled, so the match must decide. msw before 2.11 takes no predicate, but calls every RegExp.
 */
class ConnectedServers extends RegExp {
  readonly #simulator: Served

  constructor(simulator: Served) {
    super('^http://', 'i')
    this.#simulator = simulator
  }

  override exec(url: string): RegExpExecArray | null {
    return this.#simulator.webhooks?.reaches(url) ? super.exec(url) : null
  }
}

/**
 * A RegExp, because msw 2 decodes the path for text patterns and fails on `/%zz/` before any handler runs.
 */
function everyUrlOf(baseUrl: string): RegExp {
  const origin = new URL(baseUrl).origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${origin}(?:[/?#]|$)`, 'i')
}

/** On an older runtime msw 3 loads without an error and then fails every request. */
function refuseUnfitRuntime(): void {
  const isVersion3 = !('cleanUrl' in msw)
  if (!isVersion3 || 'withResolvers' in Promise) return
  throw new Error(
    'msw 3 needs Promise.withResolvers, that is Node 22.12 or later. Install msw 2 or a newer Node.',
  )
}
