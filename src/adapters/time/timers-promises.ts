import { real } from './real'
import { currentScope, type Scope } from './scope'

interface Options {
  readonly signal?: AbortSignal
  readonly ref?: boolean
}

/** `setTimeout` of `node:timers/promises`. */
export async function pause<T>(milliseconds?: number, value?: T, options: Options = {}): Promise<T> {
  const scope = currentScope()
  if (!scope) return real.pause(milliseconds, value, options) as Promise<T>
  scope.noteTimer(`setTimeout(${milliseconds}) of node:timers/promises`)
  await waited(scope, milliseconds, options)
  return value as T
}

/** `setInterval` of `node:timers/promises`. */
export async function* ticks<T>(milliseconds?: number, value?: T, options: Options = {}): AsyncGenerator<T> {
  if (!currentScope()) return yield* real.ticks(milliseconds, value, options) as AsyncIterable<T>
  for (;;) yield await pause(milliseconds, value as T, options)
}

function waited(
  { clock: { timers } }: Scope,
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

/** As Node's own. */
const abortion = (signal: AbortSignal | undefined): Error =>
  Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  })
