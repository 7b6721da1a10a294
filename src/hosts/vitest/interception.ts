import type { HttpHandler } from 'msw'
import type { SetupServer } from 'msw/node'
import { handlersBelow } from '../msw/handlers-below'
import type { Served } from '../served'
import { type Door, strangers } from './strangers'

/**
 * A variable, because bundlers for browsers would try to resolve a literal import and fail without a helpful
 * message.
 */
const MSW_FOR_NODE = 'msw/node'

/**
 * The only msw server of this process, because a second one would silence the first, with the simulators
 * behind it. Of two for the same origin the later one answers.
 */
const doors: (Served & Door)[] = []
let server: SetupServer | undefined

/** Sends requests for the simulator's origin to it, and treats those to other origins as it says. */
export async function intercept(door: Served & Door): Promise<void> {
  const { setupServer } = (await import(/* @vite-ignore */ MSW_FOR_NODE)) as typeof import('msw/node')
  doors.unshift(door)
  if (server === undefined) {
    server = setupServer()
    // msw 3 has another name for the option.
    server.listen({ onUnhandledRequest: 'bypass', ...{ onUnhandledFrame: 'bypass' } })
  }
  server.resetHandlers(...everyHandler())
}

export function letThrough(door: Served & Door): void {
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
