import type { SetupServer } from 'msw/node'
import { handlers } from '../msw'
import type { Served } from '../served'

/** A variable, because browsers' bundlers would look for the module and fail before we can say why. */
const MSW_FOR_NODE = 'msw/node'

/**
 * The one msw server of this process, since a second would silence the first, and the doors behind it. An
 * earlier door goes behind a later one to the same origin.
 */
const doors: Served[] = []
let server: SetupServer | undefined

export type Unhandled = 'bypass' | 'warn' | 'error'
const STRICTER: readonly Unhandled[] = ['bypass', 'warn', 'error']
let strictest: Unhandled = 'bypass'

/** How requests to other origins are taken from the next time that the server listens. */
export function beStrict(unhandled: Unhandled): void {
  if (STRICTER.indexOf(unhandled) > STRICTER.indexOf(strictest)) strictest = unhandled
}

/** From now on what is sent to the origin of the door goes there; other origins are left alone. */
export async function intercept(door: Served): Promise<void> {
  const { setupServer } = (await import(/* @vite-ignore */ MSW_FOR_NODE)) as typeof import('msw/node')
  doors.unshift(door)
  if (server === undefined) {
    server = setupServer()
    // Version 3 of msw has another name for the option.
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
