import { callback as asFunction, form } from '../errors/reader'
import { type HostTime, ownDate, ownPerformance } from '../host-time/host-time'
import { platform } from '../host-time/platform'
import type { TimeDriver } from './time-driver'
import type { Wait } from './waits'

/** The return type of the virtual `setTimeout` and `setInterval`, with the members of Node's own. */
export interface TimerHandle {
  /** Makes an automatic clock move for this timer. */
  ref(): this
  /** Stops an automatic clock from moving for this timer. */
  unref(): this
  /** True if an automatic clock moves for this timer. */
  hasRef(): boolean
  /** Restarts the timer. */
  refresh(): this
  /** Clears the timer. */
  close(): this
  [Symbol.toPrimitive](): number
}

export type Callback = (...given: never[]) => unknown

/** Timer functions on virtual time, for clients that accept them in place of the global ones. */
export interface VirtualTimers {
  /** Calls back once, after virtual milliseconds. */
  setTimeout(callback: Callback, milliseconds?: number, ...given: unknown[]): TimerHandle
  /** Clears a timer of `setTimeout`. */
  clearTimeout(handle?: TimerHandle | number | string | null): void
  /** Calls back repeatedly. */
  setInterval(callback: Callback, milliseconds?: number, ...given: unknown[]): TimerHandle
  /** Clears a timer of `setInterval`. */
  clearInterval(handle?: TimerHandle | number | string | null): void
  /** A `Date` whose now is virtual. */
  readonly Date: DateConstructor
  /** Milliseconds since the simulator was created. A rewind does not reduce them. */
  readonly performance: { now(): number }
  /** Its `timeout` uses virtual time. */
  readonly AbortSignal: { timeout(milliseconds: number): AbortSignal }
}

const LONGEST = 2 ** 31 - 1

/** As in Node: a delay outside of 1 ms to 24.8 days becomes 1 ms, with a warning if it is longer. */
function delayOf(milliseconds: unknown, host: HostTime): number {
  const delay = Math.trunc(Number(milliseconds))
  if (delay >= 1 && delay <= LONGEST) return delay
  if (delay > LONGEST)
    host.emitWarning(
      `${milliseconds} does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.`,
      'TimeoutOverflowWarning',
    )
  return 1
}

const readCallback = asFunction()
const readDelay = form<number>(
  'a number of milliseconds, 0 or more',
  (given) => typeof given === 'number' && given >= 0,
)

export function virtualTimers(time: TimeDriver, now: () => number): VirtualTimers {
  const handles = new Map<number, TimerHandle>()

  function start(
    callback: Callback,
    milliseconds: unknown,
    given: unknown[],
    isRepeated: boolean,
  ): TimerHandle {
    readCallback(callback, 'callback')
    const after = delayOf(milliseconds, time.host)
    const call = time.host.bound(() => {
      try {
        ;(callback as (...given: unknown[]) => unknown)(...given)
      } catch (error) {
        throwAside(error)
      }
    })
    const wake = (inOwnTurn: boolean): void => {
      if (isRepeated) time.restart(wait, after)
      else handles.delete(wait.id)
      if (inOwnTurn) call()
      else void time.host.turn(call)
    }
    const wait = time.wait({ after, kind: 'timer', movesAutoClock: true, wake })
    const handle = handleOf(time, wait, {
      refresh() {
        time.restart(wait, after)
        handles.set(wait.id, handle)
      },
      close: () => handles.delete(wait.id),
    })
    handles.set(wait.id, handle)
    return handle
  }

  function stop(handle: TimerHandle | number | string | null | undefined): void {
    if (typeof handle === 'object') handle?.close?.()
    else if (typeof handle !== 'symbol') handles.get(Number(handle))?.close()
  }

  return {
    setTimeout: (callback, milliseconds, ...given) => start(callback, milliseconds, given, false),
    clearTimeout: stop,
    setInterval: (callback, milliseconds, ...given) => start(callback, milliseconds, given, true),
    clearInterval: stop,
    Date: virtualDate(now),
    performance: ownPerformance(() => time.elapsed),
    AbortSignal: {
      timeout(milliseconds) {
        readDelay(milliseconds, 'milliseconds')
        const controller = new platform.AbortController()
        const wake = (): void =>
          controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
        // Node's AbortSignal.timeout does not keep the process alive, so this one does not move the clock.
        time.wait({ after: Math.max(0, Number(milliseconds)), kind: 'timer', movesAutoClock: false, wake })
        return controller.signal
      },
    },
  }
}

function handleOf(time: TimeDriver, wait: Wait, on: { refresh(): void; close(): void }): TimerHandle {
  return {
    ref() {
      time.setMovesAutoClock(wait, true)
      return this
    },
    unref() {
      time.setMovesAutoClock(wait, false)
      return this
    },
    hasRef: () => wait.movesAutoClock,
    refresh() {
      on.refresh()
      return this
    },
    close() {
      time.cancel(wait)
      on.close()
      return this
    },
    [Symbol.toPrimitive]: () => wait.id,
  }
}

/** Throws in a microtask, so that the caller cannot catch the error, as in a timer's callback. */
function throwAside(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}

/** A `Date` class with a virtual current time. Explicit dates and times are unchanged. */
function virtualDate(now: () => number): DateConstructor {
  return ownDate({
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
    apply: () => new Date(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
