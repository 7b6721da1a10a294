/** The one door to the host's clock and timers. */
export interface HostTime {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once; the function returned takes that back. Does not keep a process alive. */
  after(milliseconds: number, wake: () => void): () => void
  /** Aborts after that time, also where timers are faked. Does not keep a process alive either. */
  givesUpAfter(milliseconds: number): AbortSignal
  /** Keeps the process alive for that time, or until the function returned is called. */
  staysAwake(milliseconds: number): () => void
  /** Lets everything happen that waits for nothing but its turn, also where timers are faked. */
  turn(): Promise<void>
  /** Tells the developer something that no return value can. */
  warn(text: string): void
}

const LONGEST = 2 ** 31 - 1

/** Fake timers of test libraries carry the clock that they follow; `accounting-simulator/time` the real one. */
type Patched<F> = F & { readonly clock?: unknown; readonly [REAL]?: F }
const REAL = Symbol.for('accounting-simulator.real')

const realOf = <F>(patched: F): F => (patched as Patched<F>)[REAL] ?? patched
const isFake = (timer: unknown): boolean => (timer as Patched<object>).clock !== undefined

/** Taken when this file is loaded: later they may be faked. */
const immediate =
  typeof setImmediate === 'function' && !isFake(setImmediate) ? realOf(setImmediate) : undefined

export const hostTime: HostTime = {
  now: () => Date.now(),
  after(milliseconds, wake) {
    const timer: unknown = setTimeout(wake, Math.min(Math.max(milliseconds, 0), LONGEST))
    ;(timer as { unref?: () => void }).unref?.()
    return () => clearTimeout(timer as ReturnType<typeof setTimeout>)
  },
  givesUpAfter: (milliseconds) => realOf(AbortSignal.timeout).call(AbortSignal, milliseconds),
  staysAwake(milliseconds) {
    const timer = realOf(setTimeout)(() => undefined, Math.min(milliseconds, LONGEST))
    return () => realOf(clearTimeout)(timer)
  },
  turn: () => new Promise((resolve) => (immediate ?? nextMessage)(resolve)),
  warn: (text) => console.error(text),
}

/** Browsers slow timers down, but not messages. */
function nextMessage(resolve: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    resolve()
  }
  port2.postMessage(null)
}
