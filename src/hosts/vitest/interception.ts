import type { HttpHandler } from 'msw'
import type { SetupServer } from 'msw/node'
import { vitestTask } from '../../running-test/vitest'
import { handlersBelow } from '../msw/handlers-below'
import type { Served } from '../served'
import { type OriginOwner, unhandledRequests } from './unhandled-requests'

/** A variable, because bundlers for browsers would try to resolve a literal import and fail unclearly. */
const MSW_FOR_NODE = 'msw/node'

interface OwnOrigin extends Served, OriginOwner {
  /** Thrown if another simulator for the origin belongs to the same suite. */
  readonly duplicateError: Error
}

/** The simulators of the only msw server; a second would silence the first. Inner suites come first. */
const owners: OwnOrigin[] = []
const suites = new WeakMap<OwnOrigin, unknown>()
let server: SetupServer | undefined

/**
 * Sends requests for the simulator's origin to it, and treats other requests as its `unhandled` says.
 * @throws Error if the suite has another simulator for the origin
 */
export async function interceptOrigin(owner: OwnOrigin): Promise<void> {
  const suite = vitestTask()
  if (suite && owners.some((one) => one.baseUrl === owner.baseUrl && suites.get(one) === suite))
    throw owner.duplicateError
  suites.set(owner, suite)
  const { setupServer } = (await import(/* @vite-ignore */ MSW_FOR_NODE)) as typeof import('msw/node')
  owners.unshift(owner)
  if (server === undefined) {
    server = setupServer()
    // msw 3 renamed the option `onUnhandledRequest`.
    server.listen({ onUnhandledRequest: 'bypass', ...{ onUnhandledFrame: 'bypass' } })
  }
  server.resetHandlers(...everyHandler())
}

export function letThrough(owner: OwnOrigin): void {
  const position = owners.indexOf(owner)
  if (position < 0) return
  owners.splice(position, 1)
  server?.resetHandlers(...everyHandler())
  if (owners.length > 0) return
  server?.close()
  server = undefined
}

const everyHandler = (): HttpHandler[] =>
  owners.length === 0
    ? []
    : [...owners.flatMap((owner) => handlersBelow(owner, '/')), unhandledRequests(owners)]
