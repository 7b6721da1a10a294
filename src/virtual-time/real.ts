import { performance } from 'node:perf_hooks'
import * as timers from 'node:timers'
import { realOf } from '../host-time/platform'

/** Captured before anything is patched, from Node's module, because jsdom has its own timers. */
const now = realOf(performance.now)
const immediate = realOf(timers.setImmediate)
const timeout = realOf(timers.setTimeout)
const cancel = realOf(timers.clearTimeout)

export const realNow = (): number => now.call(performance)

export const realTurn = (): Promise<void> => new Promise((resolve) => immediate(() => resolve()))

/** Calls back after that time. Returns the function that cancels. Does not keep the process alive. */
export function realAfter(milliseconds: number, wake: () => void): () => void {
  const timer = timeout(wake, milliseconds).unref()
  return () => void cancel(timer)
}

/** Clears a timer of the host. */
export const realClear = (timer: object): void => cancel(timer as NodeJS.Timeout)

/** Keeps the process alive. Otherwise a program that waits for nothing real would exit before the warning. */
export const realPause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    timeout(resolve, milliseconds)
  })
