import * as timers from 'node:timers'
import * as timersPromises from 'node:timers/promises'

/** Where a patched function keeps the one of the host; `host-time.ts` looks for it, too. */
export const REAL = Symbol.for('accounting-simulator.real')

/** The host's own, also where another copy of this file has patched it. */
const realOf = <F>(patched: F): F => (patched as F & { readonly [REAL]?: F })[REAL] ?? patched

/** The host's own timers and clocks, taken before they are patched. */
export const real = {
  setTimeout: realOf(globalThis.setTimeout),
  clearTimeout: realOf(globalThis.clearTimeout),
  setInterval: realOf(globalThis.setInterval),
  clearInterval: realOf(globalThis.clearInterval),
  setImmediate: realOf(globalThis.setImmediate),
  Date: realOf(globalThis.Date),
  abortAfter: realOf(AbortSignal.timeout),
  performanceNow: realOf(performance.now),
  pause: realOf(timersPromises.setTimeout),
  ticks: realOf(timersPromises.setInterval),
  nodeTimers: { ...timers },
}

export const realNow = (): number => real.performanceNow.call(performance)

export const realTurn = (): Promise<void> => new Promise((resolve) => real.setImmediate(() => resolve()))

export const realPause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    real.setTimeout(resolve, milliseconds).unref?.()
  })
