import type { HttpHandler } from 'msw'
import type { SetupServer } from 'msw/node'
import { vitestTask } from '../../host-time/running-test'
import { handlersBelow } from '../msw/handlers-below'
import type { Served } from '../served'
import { type Door, strangers } from './strangers'

/** A variable: bundlers for browsers would try to resolve a literal import, and fail without a helpful message. */
const MSW_FOR_NODE = 'msw/node'

interface OwnDoor extends Served, Door {
  /** Thrown if another simulator for the origin belongs to the same suite. */
  readonly rivalry: Error
}

/** The doors of this process's only msw server: a second one would silence the first. The inner suite answers first. */
const doors: OwnDoor[] = []
const suites = new WeakMap<OwnDoor, unknown>()
let server: SetupServer | undefined

/**
 * Sends requests for the simulator's origin to it, and treats those to other origins as it says.
 * @throws Error if the suite has another simulator for the origin
 */
export async function interceptOrigin(door: OwnDoor): Promise<void> {
  const suite = vitestTask()
  if (suite && doors.some((one) => one.baseUrl === door.baseUrl && suites.get(one) === suite))
    throw door.rivalry
  suites.set(door, suite)
  const { setupServer } = (await import(/* @vite-ignore */ MSW_FOR_NODE)) as typeof import('msw/node')
  doors.unshift(door)
  if (server === undefined) {
    server = setupServer()
    // msw 3 has another name for the option.
    server.listen({ onUnhandledRequest: 'bypass', ...{ onUnhandledFrame: 'bypass' } })
  }
  server.resetHandlers(...everyHandler())
}

export function letThrough(door: OwnDoor): void {
  const position = doors.indexOf(door)
  if (position < 0) return
  doors.splice(position, 1)
  server?.resetHandlers(...everyHandler())
  if (doors.length > 0) return
  server?.close()
  server = undefined
}

const everyHandler = (): HttpHandler[] =>
  doors.length === 0 ? [] : [...doors.flatMap((door) => handlersBelow(door, '/')), strangers(doors)]
