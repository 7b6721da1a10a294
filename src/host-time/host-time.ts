import { LONGEST, pageTime } from './page-time'
import { asyncHooks, platform, realOf } from './platform'

/** The host's limit on webhook deliveries. */
export interface DeliveryLimit {
  /** True if deliveries over the limit wait in the queue; false if the call that would send them fails. */
  readonly waits: boolean
  /** Milliseconds until one more delivery is allowed; 0 if it is allowed now. */
  wait(): number
  /** Counts a delivery against the limit, now or at the time that `wait` returned. */
  take(): void
  /** @throws the error of a call over the limit; the call then sends nothing */
  refuse(): never
}

/** The only access to the host's clock and timers. */
export interface HostTime {
  /** True if the caller gave the host. Time then passes even while no simulator exists. */
  readonly isGiven: boolean
  /** The maximum number of timers that one call may fire, so that rescheduling without end is detected. */
  readonly timersAtMost: number
  /** Called before each step of a call that moves time. If it rejects, the call fails with that error. */
  readonly mayGoOn?: () => Promise<void> | undefined
  readonly runs?: (step: () => void) => void
  /** Consulted before a delivery is sent. */
  readonly deliveries?: DeliveryLimit
  /** Milliseconds since 1970. Setting the host's clock can move it forward or back. */
  now(): number
  /** Milliseconds since some fixed point. Never goes back, but may stand still while the host sleeps. */
  passed(): number
  /** Calls back once at that time. Returns the function that cancels. Does not keep the process alive. */
  at(moment: number, wake: () => void): () => void
  /** Runs the callbacks that are due, on hosts without timers. */
  wake(): void
  /** Calls back once after that time. Returns the function that cancels. Does not keep the process alive. */
  after(milliseconds: number, wake: () => void): () => void
  /** A signal that aborts after that time, also under fake timers. Does not keep the process alive. */
  timeoutSignal(milliseconds: number): AbortSignal
  /** A signal that aborts after that time. Keeps the process alive until then, or until it is released. */
  keepAliveTimeout(milliseconds: number): KeepAliveTimeout
  /** Keeps the process alive for that time, or until the returned function is called. */
  keepAliveFor(milliseconds: number): () => void
  /**
   * Lets pending tasks of the event loop run, even under fake timers. Then runs the task, and its microtasks
   * before anything else. Rejects with the task's error.
   */
  turn(task?: () => void): Promise<void>
  readonly turns: number
  /** Binds the callback to the current asynchronous context. */
  bound<Given extends unknown[]>(callback: (...given: Given) => unknown): (...given: Given) => unknown
  /** Emits a process warning, which the developer can turn off or make fatal. */
  emitWarning(text: string, name: string): void
  /** Warns the developer about a problem that no return value can report. */
  warn(text: string): void
}

export interface KeepAliveTimeout {
  readonly signal: AbortSignal
  release(): void
}

/** Fake timers of test libraries reference their clock. */
const isFake = (timer: unknown): boolean => (timer as { readonly clock?: unknown }).clock !== undefined

/** Captured before a test can replace them. */
const dateNow = Date.now
const { performance: given }: { readonly performance?: Performance } = globalThis
const performanceNow = realOf(given?.now)

/** Captured when this file loads, before a test can fake it. */
const immediate =
  typeof platform.setImmediate === 'function' && !isFake(platform.setImmediate)
    ? realOf(platform.setImmediate)
    : undefined

let turns = 0

/** The host's `Date` for each simulator's, because a page may install the latter as its global `Date`. */
const dates = new WeakMap<DateConstructor, DateConstructor>()
const hostDate = (): DateConstructor => dates.get(Date) ?? Date

/** A date class over the host's `Date`. */
export function ownDate(of: ProxyHandler<DateConstructor>): DateConstructor {
  const own = new Proxy(Date, of)
  dates.set(own, hostDate())
  return own
}

/** The original of each simulator's `performance`. */
const performances = new WeakMap<object, PassingTime>()
type PassingTime = Pick<Performance, 'now'>

const hostPerformance = (): PassingTime | undefined => {
  const { performance: current }: { readonly performance?: PassingTime } = globalThis
  return current && (performances.get(current) ?? current)
}

/** A `performance` to replace the host's. */
export function ownPerformance(now: () => number): PassingTime {
  const own = { now }
  performances.set(own, hostPerformance() ?? own)
  return own
}

/**
 * Adds up the time between readings of a source. If the source went back or was exchanged, as when fake
 * timers begin or end, the time between the two readings is unknown and does not count.
 */
export function passing(): (source: unknown, reading: number) => number {
  let known: unknown
  let last = 0
  let total = 0
  return (source, reading) => {
    if (source === known && reading > last) total += reading - last
    known = source
    last = reading
    return total
  }
}

const passed = passing()

export const hostTime: HostTime = {
  isGiven: false,
  timersAtMost: 1_000_000,
  now: () => hostDate().now(),
  passed() {
    const source = hostPerformance()
    const read = source && realOf(source.now)
    // Under fake timers, or if a test replaced only Date.now, time passes as the test moves its date.
    const isDateMoved = isFake(hostDate()) || (hostDate().now !== dateNow && read === performanceNow)
    if (!read || isDateMoved) return passed(hostDate(), hostTime.now())
    return passed(read, read.call(source))
  },
  at: (moment, wake) => hostTime.after(moment - hostTime.now(), wake),
  wake: () => undefined,
  after: pageTime.after,
  timeoutSignal: (milliseconds) =>
    realOf(platform.AbortSignal.timeout).call(platform.AbortSignal, milliseconds),
  keepAliveTimeout: (milliseconds) => ({
    signal: hostTime.timeoutSignal(milliseconds),
    release: hostTime.keepAliveFor(milliseconds),
  }),
  keepAliveFor(milliseconds) {
    const timer = realOf(setTimeout)(() => undefined, Math.min(milliseconds, LONGEST))
    return () => realOf(clearTimeout)(timer)
  },
  turn(task) {
    turns += 1
    return new Promise((resolve, reject) =>
      (immediate ?? nextMessage)(() => {
        try {
          task?.()
          resolve()
        } catch (error) {
          reject(error)
        }
      }),
    )
  },
  get turns() {
    return turns
  },
  bound(callback) {
    if (!asyncHooks) return callback
    const context = new asyncHooks.AsyncResource('VirtualTimer', { requireManualDestroy: true })
    return (...given) => context.runInAsyncScope(callback, undefined, ...given)
  },
  emitWarning(text, name) {
    const { process: runtime }: { readonly process?: NodeJS.Process } = globalThis
    if (runtime) runtime.emitWarning(text, name)
    else console.warn(`${name}: ${text}`)
  },
  warn: (text) => console.error(text),
}

/** A turn of the event loop by a message, because browsers throttle timers but not messages. */
function nextMessage(resolve: () => void): void {
  const { port1, port2 } = new platform.MessageChannel()
  port1.onmessage = () => {
    port1.close()
    resolve()
  }
  port2.postMessage(null)
}
