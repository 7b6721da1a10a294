import type { HttpHandler } from 'msw'
import { handlersBelow } from './msw/handlers-below'
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
export const handlers = (simulator: Served): HttpHandler[] => handlersBelow(simulator, '/')
export type { Served } from './served'
