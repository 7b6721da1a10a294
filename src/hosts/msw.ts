import type { HttpHandler } from 'msw'
import { handlersBelow } from './msw/handlers-below'
import { noteHandlers } from './msw/rivals'
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
  noteHandlers(simulator)
  return handlersBelow(simulator, '/')
}
export type { Served } from './served'
