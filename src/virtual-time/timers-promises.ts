import { currentScope, type TimeScope } from './time-scope'

interface Options {
  readonly signal?: AbortSignal
  readonly ref?: boolean
}

type Pause = <T>(milliseconds?: number, value?: T, options?: Options) => Promise<T>
type Ticks = <T>(milliseconds?: number, value?: T, options?: Options) => AsyncIterable<T>

/** `setTimeout` of `node:timers/promises`, with the original as fallback. */
export const pauseOr =
  (before: Pause): Pause =>
  async (milliseconds, value, options = {}) => {
    const scope = currentScope()
    if (!scope) return before(milliseconds, value, options)
    scope.noteTimer(`setTimeout(${milliseconds}) of node:timers/promises`)
    await waited(scope, milliseconds, options)
    return value as NonNullable<typeof value>
  }

/** `setInterval` of `node:timers/promises`. */
export const ticksOr = (before: Ticks): Ticks =>
  async function* (milliseconds, value, options = {}) {
    const scope = currentScope()
    if (!scope) return yield* before(milliseconds, value, options)
    for (;;) {
      scope.noteTimer(`setInterval(${milliseconds}) of node:timers/promises`)
      await waited(scope, milliseconds, options)
      yield value as NonNullable<typeof value>
    }
  }

function waited(
  { clock: { timers } }: TimeScope,
  milliseconds: number | undefined,
  { signal, ref = true }: Options,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortion(signal))
    const abort = (): void => {
      timer.close()
      reject(abortion(signal))
    }
    const timer = timers.setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    if (!ref) timer.unref()
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** The same error as Node's. */
const abortion = (signal: AbortSignal | undefined): Error =>
  Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  })
