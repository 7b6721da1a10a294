/** Where a patched function keeps the one of the host; `host-time.ts` looks for it, too. */
export const REAL = Symbol.for('accounting-simulator.real')

/** The host's own, also where another copy of this file has patched it. */
export const realOf = <F>(patched: F): F => (patched as F & { readonly [REAL]?: F })[REAL] ?? patched

/** Taken before anything is patched. */
const now = realOf(performance.now)
const immediate = realOf(setImmediate)
const timeout = realOf(setTimeout)

export const realNow = (): number => now.call(performance)

export const realTurn = (): Promise<void> => new Promise((resolve) => immediate(() => resolve()))

/** Keeps no process alive. */
export const realPause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    timeout(resolve, milliseconds).unref?.()
  })
