import type { SetupServer } from 'msw/node'
import { handlers } from '../msw'
import type { Served } from '../served'

/**
 * A variable, because bundlers for browsers would try to resolve a literal import and fail without a helpful
 * message.
 */
const MSW_FOR_NODE = 'msw/node'

/**
 * The only msw server of this process, because a second one would silence the first, with the simulators
 * behind it. Of two for the same origin the later one answers.
 */
const doors: Served[] = []
let server: SetupServer | undefined

export type Unhandled = 'bypass' | 'warn' | 'error'
const STRICTER: readonly Unhandled[] = ['bypass', 'warn', 'error']
let strictest: Unhandled = 'bypass'

/** Sets how requests to other origins are handled from the next start of the server. */
export function beStrict(unhandled: Unhandled): void {
  if (STRICTER.indexOf(unhandled) > STRICTER.indexOf(strictest)) strictest = unhandled
}

/** Sends requests for the simulator's origin to it. Other origins are unaffected. */
export async function intercept(door: Served): Promise<void> {
  const { setupServer } = (await import(/* @vite-ignore */ MSW_FOR_NODE)) as typeof import('msw/node')
  doors.unshift(door)
  if (server === undefined) {
    server = setupServer()
    // msw 3 has another name for the option.
    server.listen({ onUnhandledRequest: strictest, ...{ onUnhandledFrame: strictest } })
  }
  server.resetHandlers(...doors.flatMap(handlers))
}

export function letThrough(door: Served): void {
  const position = doors.indexOf(door)
  if (position < 0) return
  doors.splice(position, 1)
  server?.resetHandlers(...doors.flatMap(handlers))
  if (doors.length > 0) return
  server?.close()
  server = undefined
}
