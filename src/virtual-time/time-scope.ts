import { AsyncLocalStorage } from 'node:async_hooks'
import type { Simulator } from '../index'
import type { RealIo } from './real-io'

/** The clock that the patched functions of the host use for some code. */
export interface TimeScope {
  readonly clock: Pick<Simulator['clock'], 'timers' | 'instant'>
  readonly io: RealIo
  /** False after the code has returned to the host's time. */
  readonly isOpen: boolean
  noteTimer(call: string): void
}

const current = new AsyncLocalStorage<TimeScope>()

/** The scope of the calling code, if any. */
export const currentScope = (): TimeScope | undefined => {
  const scope = current.getStore()
  return scope?.isOpen ? scope : undefined
}

const name = new AsyncLocalStorage<string | undefined>()

/** The name given by `runNamed` to the calling code or to the code that started it. */
export const currentName = (): string | undefined => name.getStore()

/** Runs code, and everything that it starts, under a name. */
export const runNamed = <Result>(given: string | undefined, work: () => Result): Result =>
  name.run(given, work)

/** Runs code, and everything that it starts, in a scope. */
export const runWithin = <Result>(scope: TimeScope, work: () => Result): Result => current.run(scope, work)
