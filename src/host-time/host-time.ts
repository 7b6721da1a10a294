import { LONGEST, pageTime } from './page-time'
import { asyncHooks, platform, realOf } from './platform'

/** The limit of a host on deliveries of webhooks. */
export interface DeliveryLimit {
  /** True if deliveries wait in the queue for room; false if the call that would send them fails. */
  readonly waits: boolean
  /** Milliseconds until there is room for one more; 0 if there is some now. */
  wait(): number
  /** Takes a place: one of now, or that of the time which `wait` told. */
  take(): void
  /** @throws the error of a call that would send more than there is room for; nothing is sent then */
  refuse(): never
}

/** The only access to the host's clock and timers. */
export interface HostTime {
  /** True if the caller gave it. Then time goes on while no simulator is there. */
  readonly isGiven: boolean
  /** Timers that one call may fire, so that none reschedules itself without end. */
  readonly timersAtMost: number
  /** Asked before each step of a call that moves time; if it rejects, the call fails with its error. */
  readonly mayGoOn?: () => Promise<void> | undefined
  readonly runs?: (step: () => void) => void
  /** Asked before a delivery is sent. */
  readonly deliveries?: DeliveryLimit
  /** Milliseconds since 1970. Whoever sets the host's clock moves it forward or back. */
  now(): number
  /** Milliseconds that have passed since some moment. Never goes back, but may stand still while the host sleeps. */
  passed(): number
  /** Calls back once at that moment; returns the function that cancels. Does not keep the process alive. */
  at(moment: number, wake: () => void): () => void
  /** Runs the callbacks that are due, on hosts without timers. */
  wake(): void
  /** Calls back once; returns the function that cancels. Does not keep the process alive. */
  after(milliseconds: number, wake: () => void): () => void
  /** A signal that aborts after that time, also under fake timers. Does not keep the process alive. */
  timeoutSignal(milliseconds: number): AbortSignal
  /** A signal that aborts after that time. Keeps the process alive until then, or until it is released. */
  keepAliveTimeout(milliseconds: number): KeepAliveTimeout
  /** Keeps the process alive for that time, or until the returned function is called. */
  keepAliveFor(milliseconds: number): () => void
  /**
   * Lets pending tasks of the event loop run, also under fake timers, then the task, whose microtasks run before
   * anything else does. Rejects with its error.
   */
  turn(task?: () => void): Promise<void>
  readonly turns: number
  /** The callback, bound to the asynchronous context of this call. */
  bound<Given extends unknown[]>(callback: (...given: Given) => unknown): (...given: Given) => unknown
  /** A warning of the runtime, which the developer may treat as such. */
  emitWarning(text: string, name: string): void
  /** Warns the developer about something that no return value can report. */
  warn(text: string): void
}

export interface KeepAliveTimeout {
  readonly signal: AbortSignal
  release(): void
}

/** Fake timers of test libraries carry their own clock. */
const isFake = (timer: unknown): boolean => (timer as { readonly clock?: unknown }).clock !== undefined

/** As they were before a test replaced them. */
const dateNow = Date.now
const { performance: given }: { readonly performance?: Performance } = globalThis
const performanceNow = realOf(given?.now)

/** Captured when this file loads, before a test fakes it. */
const immediate =
  typeof platform.setImmediate === 'function' && !isFake(platform.setImmediate)
    ? realOf(platform.setImmediate)
    : undefined

let turns = 0

/** The original of each date of a simulator: a page may replace its global `Date`, but the host uses the original. */
const dates = new WeakMap<DateConstructor, DateConstructor>()
const hostDate = (): DateConstructor => dates.get(Date) ?? Date

/** A date that falls back on the host's. */
export function ownDate(of: ProxyHandler<DateConstructor>): DateConstructor {
  const own = new Proxy(Date, of)
  dates.set(own, hostDate())
  return own
}

/** The original of each `performance` of a simulator. */
const performances = new WeakMap<object, PassingTime>()
type PassingTime = Pick<Performance, 'now'>

const hostPerformance = (): PassingTime | undefined => {
  const { performance: current }: { readonly performance?: PassingTime } = globalThis
  return current && (performances.get(current) ?? current)
}

/** A `performance` that takes the place of the host's. */
export function ownPerformance(now: () => number): PassingTime {
  const own = { now }
  performances.set(own, hostPerformance() ?? own)
  return own
}

/**
 * Adds up the time between the readings of a source. A source that goes back, or is another one than before, as
 * when fake timers begin and end, tells nothing about the time between them.
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
    // Under fake timers, and where a test replaces Date.now alone, time passes as the test moves its date.
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

/** Browsers throttle timers, but not messages. */
function nextMessage(resolve: () => void): void {
  const { port1, port2 } = new platform.MessageChannel()
  port1.onmessage = () => {
    port1.close()
    resolve()
  }
  port2.postMessage(null)
}
