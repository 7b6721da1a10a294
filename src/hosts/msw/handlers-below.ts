import { type HttpHandler, HttpResponse, http, passthrough, RequestHandler } from 'msw'
import { escapeRegExp } from '../../kernel/escape-reg-exp'
import { internalServerError } from '../internal-server-error'
import { isNetworkError } from '../is-network-error'
import { isKnownServer, type Served, sendBy } from '../served'
import { isFirst, noteAnswer } from './other-handlers'

/**
 * The handlers of `./msw` for the paths of the simulator's origin that begin with `below`.
 * @throws Error if msw 3 does not support the runtime
 */
export function handlersBelow(simulator: Served, below: string): HttpHandler[] {
  refuseUnfitRuntime()
  return [
    http.all(everyUrlOf(simulator.baseUrl, below), async ({ request, requestId }) => {
      if (!isFirst(requestId)) return new HttpResponse()
      noteAnswer(simulator, request)
      try {
        return await sendBy('msw', simulator, request)
      } catch (error) {
        return isNetworkError(error, request) ? HttpResponse.error() : internalServerError(error)
      }
    }),
    http.all(new ConnectedServers(simulator), () => passthrough()),
  ]
}

/** Path prefix for a page. The page's own origin also serves the app and the worker script. */
export const pathsOf = (baseUrl: string): string =>
  new URL(baseUrl).origin === location.origin ? '/public/' : '/'

/**
 * Matches the currently connected loopback servers. msw counts a request as handled even if its handler
 * passes it through, so the predicate must decide. msw before 2.11 takes no function, but calls every RegExp.
 */
class ConnectedServers extends RegExp {
  readonly #simulator: Served

  constructor(simulator: Served) {
    super('^http://', 'i')
    this.#simulator = simulator
  }

  override exec(url: string): RegExpExecArray | null {
    return isKnownServer(this.#simulator, url) ? super.exec(url) : null
  }
}

/** A RegExp, because msw 2 decodes the path for text patterns and fails on `/%zz/` before handlers run. */
function everyUrlOf(baseUrl: string, below: string): RegExp {
  const origin = escapeRegExp(new URL(baseUrl).origin)
  return new RegExp(below === '/' ? `^${origin}(?:[/?#]|$)` : `^${origin}${escapeRegExp(below)}`, 'i')
}

/** Only msw 3's RequestHandler extends a class. A namespace import would pull all of msw into bundles. */
export const isVersion3 = (): boolean => Object.getPrototypeOf(RequestHandler) !== Function.prototype

/** On an older runtime msw 3 loads without an error and then fails every request. */
function refuseUnfitRuntime(): void {
  if (!isVersion3() || 'withResolvers' in Promise) return
  throw new Error(
    'msw 3 needs Promise.withResolvers, that is Node 22.12 or later. Install msw 2 or a newer Node.',
  )
}
