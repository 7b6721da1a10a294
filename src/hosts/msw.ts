import type { HttpHandler } from 'msw'
import { refuseSurplus } from '../errors/at-caller'
import { isSeen, onSent, pastMsw } from '../tools/ending/past-msw'
import { handlersBelow, isVersion3 } from './msw/handlers-below'
import { madeFor, noteHandlers } from './msw/other-handlers'
import { isKnownServer, readServed, type Served } from './served'

/**
 * Handlers for `setupServer` or `setupWorker` of msw that serve the whole simulator at its `baseUrl`.
 *
 * The first handler is a catch-all: `simulator.fetch` answers every path and method of the simulator's
 * origin. So no request to it reaches a real server, whatever the option for unhandled requests is. The
 * second handler lets webhook deliveries pass to connected loopback servers.
 *
 * @throws OptionError for what is no simulator; Error if msw 3 does not support the runtime
 */
export function handlers(simulator: Served): HttpHandler[] {
  refuseSurplus(handlers, arguments, 1)
  readServed(simulator, 'simulator')
  noteHandlers(simulator)
  if (simulator.hosting) simulator.hosting.usesMsw3 = isVersion3()
  warnOfSent()
  return handlersBelow(simulator, '/')
}
let isWarning = false
/** Origins that were warned of: one warning for each is enough. */
const warned = new Set<string>()

/** Warns of requests that msw cannot intercept. `useSimulator` and `runTest` fail the test instead. */
function warnOfSent(): void {
  if (isWarning) return
  isWarning = true
  onSent((sent) => {
    if (isSeen(sent, isVersion3())) return
    const served = warned.has(sent.origin) ? [] : madeFor(sent.origin)
    if (served.length === 0 || served.some((one) => isKnownServer(one, sent.url))) return
    warned.add(sent.origin)
    console.warn(`accounting-simulator: ${pastMsw(sent)}`)
  })
}

export type { Served } from './served'
